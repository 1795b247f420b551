package io.gosling.dispatcher.relay;

import java.time.Duration;

/**
 * Checks that a client transfers a minimum number of bytes a second. It may be behind by a grace period and never
 * further, and earlier surplus does not count. Only time in which the transfer waits for the client counts: while a
 * back-end sends or takes nothing, its client is not slow. Pure: time is a parameter, in nanoseconds.
 */
final class MinimumRateCheck {
    private static final double SECOND = 1e9;

    private final long rate;
    private final long graceNanos;
    private long restNanos;
    private long movedBefore;
    private boolean seen;
    private long sinceNanos;
    private boolean waiting;
    private boolean behind;

    /** @param rate bytes a second; 0 for no minimum */
    MinimumRateCheck(long rate, long graceNanos) {
        this.rate = rate;
        this.graceNanos = graceNanos;
        this.restNanos = graceNanos;
    }

    /** Waits for the client from now on; returns how long, {@code timeout} at most. */
    Duration begins(long moved, long now, Duration timeout) {
        begins(now);
        long rest = restNanos(moved, now);
        behind = rest < timeout.toNanos();
        return behind ? Duration.ofNanos(Math.max(0, rest)) : timeout;
    }

    void begins(long now) {
        if (!waiting) {
            waiting = true;
            sinceNanos = now;
        }
    }

    /** True if the last wait was for the rate, and shorter than its timeout. */
    boolean isBehind() {
        return behind;
    }

    void ends(long now) {
        if (waiting) {
            waiting = false;
            restNanos -= now - sinceNanos;
        }
    }

    /**
     * The time for which the client may transfer nothing; zero or less when it is too slow. {@code moved} is a running
     * count of bytes.
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
