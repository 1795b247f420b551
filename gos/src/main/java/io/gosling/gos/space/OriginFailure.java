package io.gosling.gos.space;

/**
 * A failure of an origin to give a usable response, as it is reported to all requests that waited for one. Immutable.
 *
 * @param status the status to answer where no stale response may be used, 500 to 599
 * @param answered true if the origin itself answered with it; otherwise it could not be reached, was too slow, or broke
 *     off
 * @param retrySeconds the origin's Retry-After, up to {@value #MOST_SECONDS}; 0 for none
 */
public record OriginFailure(int status, boolean answered, int retrySeconds) {
    /** Longer times are cut to this. */
    public static final int MOST_SECONDS = 0xFFFF;

    /** A failure without Retry-After. */
    public OriginFailure(int status, boolean answered) {
        this(status, answered, 0);
    }

    /** @throws IllegalArgumentException when the status is no failure, or the seconds are out of bounds */
    public OriginFailure {
        if (status < 500 || status > 599) {
            throw new IllegalArgumentException("status " + status + " is no failure; expected 500 to 599");
        }
        if (retrySeconds < 0 || retrySeconds > MOST_SECONDS) {
            throw new IllegalArgumentException("again after " + retrySeconds + " s; expected 0 to " + MOST_SECONDS);
        }
    }

    /** Returns true if the requesting node had no free connection; others may succeed. */
    public boolean isOwn() {
        return status == 503 && !answered;
    }
}
