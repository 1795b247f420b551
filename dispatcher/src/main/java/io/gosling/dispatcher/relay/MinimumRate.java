package io.gosling.dispatcher.relay;

/**
 * Whether a client moves as many bytes a second as it must: it may be behind by a grace, never further, and what it was
 * ahead does not count. Only time in which it was the client's turn counts: while a back-end has nothing to say, or takes
 * nothing, its client is not slow. Pure: time is a parameter, in nanoseconds.
 */
final class MinimumRate {
    private static final double SECOND = 1e9;

    private final long rate;
    private final long graceNanos;
    private long restNanos;
    private long movedBefore;
    private boolean seen;
    private long sinceNanos;
    private boolean waiting;

    /** @param rate bytes a second; 0 for as slow as it likes */
    MinimumRate(long rate, long graceNanos) {
        this.rate = rate;
        this.graceNanos = graceNanos;
        this.restNanos = graceNanos;
    }

    /** It is the client's turn. */
    void begins(long now) {
        if (!waiting) {
            waiting = true;
            sinceNanos = now;
        }
    }

    /** It is no more. */
    void ends(long now) {
        if (waiting) {
            waiting = false;
            restNanos -= now - sinceNanos;
        }
    }

    /**
     * How long the client may go on moving nothing; not above zero when it is too slow.
     *
     * @param moved bytes since the transfer began, or since any other moment, which it may be below: what was moved at the
     *     first call counts for nothing
     */
    long restNanos(long moved, long now) {
        if (rate == 0) {
            return Long.MAX_VALUE;
        }
        if (waiting) {
            restNanos -= now - sinceNanos;
            sinceNanos = now;
        }
        if (!seen) {
            seen = true;
            movedBefore = moved;
        }
        if (moved > movedBefore) {
            restNanos = Math.min(graceNanos, restNanos + (long) ((moved - movedBefore) * SECOND / rate));
            movedBefore = moved;
        }
        return restNanos;
    }
}
