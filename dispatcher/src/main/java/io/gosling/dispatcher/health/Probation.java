package io.gosling.dispatcher.health;

/**
 * Whether a back-end is left alone, decided from what requests to it met: passive ejection. Pure: time is a parameter. Not
 * thread-safe.
 *
 * <ol>
 *   <li>trusted: failures in a row are counted, a response resets them; at the limit it is left alone for a while
 *   <li>left alone: no new requests until the time is over
 *   <li>on trial: it gets one request; a failure and it is left alone for twice as long, a response and it is trusted
 * </ol>
 */
public final class Probation {
    private final ProbationSettings settings;
    private int failuresInARow;
    private long sentenceNanos;
    private long sinceNanos;
    private long failedNanos;
    private boolean leftAlone;
    private boolean heard;
    private long heardNanos;
    private long times;

    /** Trusted. */
    public Probation(ProbationSettings settings) {
        this.settings = settings;
    }

    /**
     * A response header came. One to a request from before it was left alone ends nothing: who got that far may still fail
     * whatever begins now.
     */
    public void answered(long nanos, long sentNanos) {
        heard = true;
        heardNanos = nanos;
        if (!leftAlone && !isFromBefore(sentNanos)) {
            failuresInARow = 0;
            sentenceNanos = 0;
        }
    }

    private boolean isFromBefore(long sentNanos) {
        return onTrial() && sentNanos - sinceNanos < 0;
    }

    /**
     * A request failed. True if the back-end is to be left alone from now on. One from before it was left alone is no trial:
     * what it says was known when the sentence was passed.
     *
     * @param sentNanos when the request was given to the back-end
     * @param mayLeaveAlone false when too many are left alone already: then this one is not, however often it fails
     */
    public boolean failed(long nanos, long sentNanos, boolean mayLeaveAlone) {
        if (leftAlone || isFromBefore(sentNanos)) {
            return false;
        }
        failuresInARow++;
        failedNanos = nanos;
        boolean enough = onTrial() || failuresInARow >= settings.failures();
        if (!enough || !mayLeaveAlone) {
            return false;
        }
        sentenceNanos = onTrial()
                ? Math.min(2 * sentenceNanos, settings.longest().toNanos())
                : settings.first().toNanos();
        sinceNanos = nanos;
        leftAlone = true;
        times++;
        return true;
    }

    /**
     * No connection could be made for a request. Several may have waited for one, or for several that were begun together:
     * one that was given to the back-end before the last failure is no other failure in a row. True as of {@link #failed}.
     */
    public boolean unreached(long nanos, long sentNanos, boolean mayLeaveAlone) {
        boolean same = failuresInARow > 0 && sentNanos - failedNanos < 0;
        return !same && failed(nanos, sentNanos, mayLeaveAlone);
    }

    /**
     * A request that was sent then has not been answered in time: a failure if nothing else was answered either, since
     * a back-end that answers others is slow with one request and not frozen. True as of {@link #failed}.
     */
    public boolean late(long nanos, long sentNanos, boolean mayLeaveAlone) {
        return !answeredSince(sentNanos) && failed(nanos, sentNanos, mayLeaveAlone);
    }

    /**
     * True once when its time is over: it is on trial from now on.
     *
     * @param panic whether so few back-ends are well that none is left alone for longer than the first time
     */
    public boolean over(long nanos, boolean panic) {
        long sentence = panic ? Math.min(sentenceNanos, settings.first().toNanos()) : sentenceNanos;
        if (!leftAlone || nanos - sinceNanos < sentence) {
            return false;
        }
        leftAlone = false;
        failuresInARow = 0;
        return true;
    }

    /** Whether it takes no requests. */
    public boolean leftAlone() {
        return leftAlone;
    }

    /** Whether its next request decides. */
    public boolean onTrial() {
        return !leftAlone && sentenceNanos > 0;
    }

    /** How long it is, or was last, left alone, in milliseconds; 0 while it is trusted. */
    public long sentenceMillis() {
        return sentenceNanos / 1_000_000;
    }

    /** How often it has been left alone. */
    public long times() {
        return times;
    }

    /** Whether a response header has come since then. */
    public boolean answeredSince(long nanos) {
        return heard && heardNanos - nanos >= 0;
    }

    /** Whether a response header has come within this time. */
    public boolean answeredWithin(long spanNanos, long nanos) {
        return heard && nanos - heardNanos < spanNanos;
    }
}
