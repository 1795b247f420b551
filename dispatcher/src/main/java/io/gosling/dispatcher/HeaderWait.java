package io.gosling.dispatcher;

import java.time.Duration;

/**
 * How long one attempt waits for the header of its response: in steps, if the request may be sent to somebody else after
 * each, and never longer than the whole time in all. Pure.
 */
final class HeaderWait {
    private final Duration whole;
    private final Duration step;
    private Duration waited = Duration.ZERO;

    /**
     * @param whole after which the attempt is over
     * @param step after which somebody else is looked for; of no effect unless shorter than the whole
     */
    HeaderWait(Duration whole, Duration step) {
        this.whole = whole;
        this.step = step;
    }

    /** A new wait: how long to wait at first. */
    Duration begin(boolean mayMove) {
        waited = Duration.ZERO;
        return goOn(mayMove);
    }

    /** A new wait that is looked at once before all else: how long to wait until then. */
    Duration beginWith(Duration first) {
        waited = first.compareTo(whole) < 0 ? first : whole;
        return waited;
    }

    /** What was to be waited for is over: how long to wait now. */
    Duration goOn(boolean mayMove) {
        Duration rest = whole.minus(waited);
        Duration next = mayMove && step.compareTo(rest) < 0 ? step : rest;
        waited = waited.plus(next);
        return next;
    }

    /** Whether the whole time has been waited for. */
    boolean isOver() {
        return waited.compareTo(whole) >= 0;
    }
}
