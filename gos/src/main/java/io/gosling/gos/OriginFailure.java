package io.gosling.gos;

/**
 * That an origin gave no response of use, as it is told to all who waited for one. Immutable.
 *
 * @param status what to answer where nothing stale may be, 500 to 599
 * @param answered whether the origin said so itself; otherwise it could not be reached, was too slow, or broke off
 */
public record OriginFailure(int status, boolean answered) {
    /** @throws IllegalArgumentException when the status says something else */
    public OriginFailure {
        if (status < 500 || status > 599) {
            throw new IllegalArgumentException("status " + status + " is no failure; expected 500 to 599");
        }
    }

    /** Whether it lies with the node that would have asked, which had no connection to spare: others may do better. */
    public boolean isOwn() {
        return status == 503 && !answered;
    }
}
