package io.gosling.dispatcher.relay;

import java.time.Duration;

/**
 * Schedules the wait of one attempt for the header of its response: in steps, if the request may be sent to another
 * back-end after each, and never longer than the whole time in all. Pure.
 */
final class ResponseHeaderTimeout {
    private final Duration whole;
    private final Duration step;
    private long waited;

    /** @param step timeout after which another back-end is tried; ignored unless shorter than the whole */
    ResponseHeaderTimeout(Duration whole, Duration step) {
        this.whole = whole;
        this.step = step;
    }

    /** Returns the first wait. */
    Duration begin(boolean mayMove) {
        waited = 0;
        return goOn(mayMove);
    }

    /** Continues after the last wait; returns the next one. */
    Duration goOn(boolean mayMove) {
        long wholeNanos = whole.toNanos();
        long stepNanos = step.toNanos();
        long until = mayMove ? Math.min(wholeNanos, (waited / stepNanos + 1) * stepNanos) : wholeNanos;
        long next = until - waited;
        waited = until;
        if (next == stepNanos) {
            return step;
        }
        return next == wholeNanos ? whole : Duration.ofNanos(next);
    }

    boolean isOver() {
        return waited >= whole.toNanos();
    }
}
