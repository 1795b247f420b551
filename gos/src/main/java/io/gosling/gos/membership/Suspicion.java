package io.gosling.gos.membership;

/**
 * How long a node that does not answer is left alone. Pure and immutable; times are readings of a ticker.
 *
 * <pre>
 *   0 tolerated: where late is not yet silent, some failures with no answer between them change nothing
 *   1 begin:     a request failed: the first pause, a tenth of the longest
 *   2 asked:     after the pause one asker finds out for all
 *   3 again:     it failed as well: twice the pause, up to the longest
 *   4 answered:  nothing is remembered
 * </pre>
 *
 * @param tolerated so many failures in a row are no reason for a pause, this one among them; 0 when there is one
 * @param pauseNanos the pause it is in, or was in last
 * @param untilNanos until when nobody else is to ask; of what is tolerated, until when it counts
 * @param asked whether the pause is over and somebody is asking
 */
record Suspicion(int tolerated, long pauseNanos, long untilNanos, boolean asked) {
    private static final int FIRST_PAUSES_IN_THE_LONGEST = 10;
    private static final int TOLERATED_FOR = 10;

    static Suspicion begin(long now, long longest) {
        long first = longest / FIRST_PAUSES_IN_THE_LONGEST;
        return new Suspicion(0, first, now + first, false);
    }

    /** A failure that is no reason for a pause yet, nor are the next, so many in all. It is remembered for some pauses. */
    static Suspicion tolerated(int failures, long now, long longest) {
        return new Suspicion(failures, 0, now + TOLERATED_FOR * longest, false);
    }

    /** One more failure. If nobody has asked since the pause began, it was under way before: the same silence. */
    Suspicion again(long now, long longest) {
        if (tolerated > 0) {
            return tolerated > 1 ? tolerated(tolerated - 1, now, longest) : begin(now, longest);
        }
        if (!asked) {
            return this;
        }
        long pause = Math.min(pauseNanos * 2, longest);
        return new Suspicion(0, pause, now + pause, false);
    }

    /** Somebody asks, and will know after {@code patience} at the latest. */
    Suspicion asked(long now, long patience) {
        return new Suspicion(tolerated, pauseNanos, now + patience, true);
    }

    /** Whether there is a pause, or was one and no answer since. */
    boolean isReason() {
        return tolerated == 0;
    }

    boolean mayBeAsked(long now) {
        return untilNanos - now <= 0;
    }
}
