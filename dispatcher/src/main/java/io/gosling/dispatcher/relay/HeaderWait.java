package io.gosling.dispatcher.relay;

import java.time.Duration;

/**
 * How long one attempt waits for the header of its response: in steps, if the request may be sent to somebody else after
 * each, and never longer than the whole time in all. A moment for asking a second back-end as well may lie between, and moves
 * no step. Pure.
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
     * @param step after which somebody else is looked for; of no effect unless shorter than the whole
     */
    HeaderWait(Duration whole, Duration step) {
        this.whole = whole;
        this.step = step;
        this.wholeNanos = whole.toNanos();
        this.stepNanos = step.toNanos();
    }

    /** A new wait: how long to wait at first. */
    Duration begin(boolean mayMove) {
        hedgeNanos = NEVER;
        waited = 0;
        return goOn(mayMove);
    }

    /** A new wait in which a second back-end is to be asked after this time: how long to wait at first. */
    Duration begin(boolean mayMove, Duration hedge) {
        hedgeNanos = hedge.toNanos();
        waited = 0;
        return goOn(mayMove);
    }

    /** What was to be waited for is over: how long to wait now. */
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

    /** Whether a second back-end is to be asked now. */
    boolean isHedgeDue() {
        return waited >= hedgeNanos;
    }

    /** Whether a step is over, and not only the time until a second back-end is asked. */
    boolean isStepOver() {
        return waited % stepNanos == 0;
    }

    /** Whether the whole time has been waited for. */
    boolean isOver() {
        return waited >= wholeNanos;
    }
}
