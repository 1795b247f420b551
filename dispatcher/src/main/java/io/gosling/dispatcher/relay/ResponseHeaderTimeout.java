package io.gosling.dispatcher.relay;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Schedules the wait of one attempt for the header of its response: in steps, if the request may be sent to another
 * back-end after each, and never longer than the whole time in all. The time of a hedged request may lie between, and
 * moves no step. Pure.
 */
final class ResponseHeaderTimeout {
    private static final long NEVER = Long.MAX_VALUE;

    private final Duration whole;
    private final Duration step;
    private long hedgeNanos = NEVER;
    private long waited;

    /** @param step timeout after which another back-end is tried; ignored unless shorter than the whole */
    ResponseHeaderTimeout(Duration whole, Duration step) {
        this.whole = whole;
        this.step = step;
    }

    /** Begins a wait in which the request is hedged after this time, if any; returns the first wait. */
    Duration begin(boolean mayMove, @Nullable Duration hedge) {
        hedgeNanos = hedge == null ? NEVER : hedge.toNanos();
        waited = 0;
        return goOn(mayMove);
    }

    /** Continues after the last wait; returns the next one. */
    Duration goOn(boolean mayMove) {
        long wholeNanos = whole.toNanos();
        long stepNanos = step.toNanos();
        long until = mayMove ? Math.min(wholeNanos, (waited / stepNanos + 1) * stepNanos) : wholeNanos;
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

    boolean isHedgeDue() {
        return waited >= hedgeNanos;
    }

    /** True if a step is over, not only the hedging delay. */
    boolean isStepOver() {
        return waited % step.toNanos() == 0;
    }

    boolean isOver() {
        return waited >= whole.toNanos();
    }
}
