package io.gosling.gos.cluster;

/**
 * How long a node that does not answer is left alone. Pure and immutable; times are readings of a ticker.
 *
 * <pre>
 *   1 begin:    a request failed: the first pause, a tenth of the longest
 *   2 asked:    after the pause one asker finds out for all
 *   3 again:    it failed as well: twice the pause, up to the longest
 *   4 answered: nothing is remembered
 * </pre>
 *
 * @param pauseNanos the pause it is in, or was in last
 * @param untilNanos until when nobody else is to ask
 * @param asked whether the pause is over and somebody is asking
 */
record Suspicion(long pauseNanos, long untilNanos, boolean asked) {
    private static final int FIRST_PAUSES_IN_THE_LONGEST = 10;

    static Suspicion begin(long now, long longest) {
        long first = longest / FIRST_PAUSES_IN_THE_LONGEST;
        return new Suspicion(first, now + first, false);
    }

    /** One more failure. If nobody has asked since the pause began, it was under way before: the same silence. */
    Suspicion again(long now, long longest) {
        if (!asked) {
            return this;
        }
        long pause = Math.min(pauseNanos * 2, longest);
        return new Suspicion(pause, now + pause, false);
    }

    /** Somebody asks, and will know after {@code patience} at the latest. */
    Suspicion asked(long now, long patience) {
        return new Suspicion(pauseNanos, now + patience, true);
    }

    boolean mayBeAsked(long now) {
        return untilNanos - now <= 0;
    }
}
