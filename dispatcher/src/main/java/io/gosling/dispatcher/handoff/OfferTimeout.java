package io.gosling.dispatcher.handoff;

import java.time.Duration;

/** How long a node may take to say whether it takes a connection. Pure; times are nanoseconds. */
final class OfferTimeout {
    /** A wait that ends so much later than it was to has not been one. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private static final long MOST = Duration.ofMinutes(1).toNanos();

    private OfferTimeout() {}

    /**
     * How much longer the oldest offer is waited for.
     *
     * @param patience for a node that runs, at most a minute
     * @param age of the offer
     * @param late how long ago this was to be asked: who was not running does not know who else was, and waits once more
     * @return 0 or less when its time is over
     */
    static long left(long patience, long age, long late) {
        return late > LATE && age < MOST ? patience : patience - age;
    }
}
