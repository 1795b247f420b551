package io.gosling.dispatcher.handoff;

import java.time.Duration;

/** Computes how long a node may still take to accept or decline a connection. Pure; times are nanoseconds. */
final class OfferTimeout {
    /** A wait that ends this much later than planned is no valid wait: the process was not running. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private static final long MOST = Duration.ofMinutes(1).toNanos();

    private OfferTimeout() {}

    /**
     * Time left to wait for the oldest offer.
     *
     * @param patience timeout for a running node, at most a minute
     * @param age of the offer
     * @param late how long ago this call was due: a process that was not running cannot tell whether the node was, and
     *     waits once more
     * @return 0 or less when its time is over
     */
    static long left(long patience, long age, long late) {
        return late > LATE && age < MOST ? patience : patience - age;
    }
}
