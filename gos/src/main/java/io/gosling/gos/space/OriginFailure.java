package io.gosling.gos.space;

/**
 * That an origin gave no response of use, as it is told to all who waited for one. Immutable.
 *
 * @param status what to answer where nothing stale may be, 500 to 599
 * @param answered whether the origin said so itself; otherwise it could not be reached, was too slow, or broke off
 * @param retrySeconds after which it wants to be asked again, as it said itself, up to {@value #MOST_SECONDS}; 0 for nothing said
 */
public record OriginFailure(int status, boolean answered, int retrySeconds) {
    /** Longer is taken for this. */
    public static final int MOST_SECONDS = 0xFFFF;

    /** One that says nothing of when to ask again. */
    public OriginFailure(int status, boolean answered) {
        this(status, answered, 0);
    }

    /** @throws IllegalArgumentException when the status says something else, or the seconds are out of bounds */
    public OriginFailure {
        if (status < 500 || status > 599) {
            throw new IllegalArgumentException("status " + status + " is no failure; expected 500 to 599");
        }
        if (retrySeconds < 0 || retrySeconds > MOST_SECONDS) {
            throw new IllegalArgumentException("again after " + retrySeconds + " s; expected 0 to " + MOST_SECONDS);
        }
    }

    /** Whether it lies with the node that would have asked, which had no connection to spare: others may do better. */
    public boolean isOwn() {
        return status == 503 && !answered;
    }
}
