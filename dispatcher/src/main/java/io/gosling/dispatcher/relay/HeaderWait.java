package io.gosling.dispatcher.relay;

import java.time.Duration;

/**
 * Schedules the wait of one attempt for the header of its response: in steps, if the request may be sent to another
 * back-end after each, and never longer than the whole time in all. The time of a hedged request may lie between, and
 * moves no step. Pure.
 */
final class HeaderWait {
    private static final long NEVER = Long.MAX_VALUE;

    private final Duration whole;
    private final Duration step;
    private final long wholeNanos;
    private final long stepNanos;
    private long hedgeNanos = NEVER;
    private long waited;

    /**
     * @param whole after which the attempt is over
     * @param step after which another back-end is tried; of no effect unless shorter than the whole
     */
    HeaderWait(Duration whole, Duration step) {
        this.whole = whole;
        this.step = step;
        this.wholeNanos = whole.toNanos();
        this.stepNanos = step.toNanos();
    }

    /** Begins a wait; returns how long to wait at first. */
    Duration begin(boolean mayMove) {
        hedgeNanos = NEVER;
        waited = 0;
        return goOn(mayMove);
    }

    /** Begins a wait in which the request is hedged after this time; returns how long to wait at first. */
    Duration begin(boolean mayMove, Duration hedge) {
        hedgeNanos = hedge.toNanos();
        waited = 0;
        return goOn(mayMove);
    }

    /** Continues after the time that was returned last; returns how long to wait now. */
    Duration goOn(boolean mayMove) {
        long until = wholeNanos;
        if (mayMove) {
            until = Math.min(until, (waited / stepNanos + 1) * stepNanos);
        }
        if (hedgeNanos > waited) {
            until = Math.min(until, hedgeNanos);
        }
        long next = until - waited;
        waited = until;
        if (next == stepNanos) {
            return step;
        }
        return next == wholeNanos ? whole : Duration.ofNanos(next);
    }

    /** Whether the request is to be hedged now. */
    boolean isHedgeDue() {
        return waited >= hedgeNanos;
    }

    /** Whether a step is over, and not only the hedging delay. */
    boolean isStepOver() {
        return waited % stepNanos == 0;
    }

    /** Whether the whole time is over. */
    boolean isOver() {
        return waited >= wholeNanos;
    }
}
