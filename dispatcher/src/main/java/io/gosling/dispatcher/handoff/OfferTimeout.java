package io.gosling.dispatcher.handoff;

import java.time.Duration;

/** Computes how long a node may still take to accept or decline a connection. Pure; times are nanoseconds. */
final class OfferTimeout {
    /** A wait that ends this much later than planned is invalid: the process was suspended. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private static final long MOST = Duration.ofMinutes(1).toNanos();

    private OfferTimeout() {}

    /**
     * Returns the time left for the oldest offer, 0 or less at its end.
     *
     * @param timeout timeout for a running node, at most a minute
     * @param age of the offer
     * @param late delay of this call: a suspended process waits once more
     */
    static long left(long timeout, long age, long late) {
        return late > LATE && age < MOST ? timeout : timeout - age;
    }
}
