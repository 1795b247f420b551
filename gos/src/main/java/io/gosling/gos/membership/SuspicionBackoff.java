package io.gosling.gos.membership;

/**
 * The back-off state for a node that does not answer. Pure and immutable; times are readings of a ticker.
 *
 * <pre>
 *   0 tolerated: where a late node does not yet count as silent, some failures with no answer between them change
 *                nothing
 *   1 begin:     a request failed: the first back-off, a tenth of the longest
 *   2 asked:     after the back-off one request tests the node for all
 *   3 again:     it failed as well: twice the back-off, up to the longest
 *   4 answered:  nothing is remembered
 * </pre>
 *
 * @param tolerated so many failures in a row cause no back-off, this one among them; 0 when there is one
 * @param pauseNanos the current back-off, or the last one
 * @param untilNanos until when no other request is to be sent; for tolerated failures, until when they count
 * @param asked true if the back-off is over and a test request is under way
 */
record SuspicionBackoff(int tolerated, long pauseNanos, long untilNanos, boolean asked) {
    private static final int FIRST_PAUSES_IN_THE_LONGEST = 10;
    private static final int TOLERATED_FOR = 10;

    static SuspicionBackoff begin(long now, long longest) {
        long first = longest / FIRST_PAUSES_IN_THE_LONGEST;
        return new SuspicionBackoff(0, first, now + first, false);
    }

    static SuspicionBackoff tolerated(int failures, long now, long longest) {
        return new SuspicionBackoff(failures, 0, now + TOLERATED_FOR * longest, false);
    }

    /** Records a failure; one of a request from before the back-off changes nothing. */
    SuspicionBackoff again(long now, long longest) {
        if (tolerated > 0) {
            return tolerated > 1 ? tolerated(tolerated - 1, now, longest) : begin(now, longest);
        }
        if (!asked) {
            return this;
        }
        long pause = Math.min(pauseNanos * 2, longest);
        return new SuspicionBackoff(0, pause, now + pause, false);
    }

    /** Records a test request, whose result is known after {@code timeout}. */
    SuspicionBackoff asked(long now, long timeout) {
        return new SuspicionBackoff(tolerated, pauseNanos, now + timeout, true);
    }

    /** Takes a test request back, so that it may be made at once. */
    SuspicionBackoff notAsked(long now) {
        return new SuspicionBackoff(tolerated, pauseNanos, now, false);
    }

    /** Returns true if there is a back-off, or was one and no answer since. */
    boolean isReason() {
        return tolerated == 0;
    }

    boolean mayBeAsked(long now) {
        return untilNanos - now <= 0;
    }
}
