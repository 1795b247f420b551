package io.gosling.dispatcher.health;

/**
 * Outlier detection for one back-end: decides from the outcomes of requests whether the back-end is ejected (passive
 * health checks). Pure: time is a parameter. Not thread-safe.
 *
 * <ol>
 *   <li>healthy: failures in a row are counted, a response resets them; at the limit it is ejected for a while
 *   <li>ejected: no new requests until the time is over
 *   <li>half-open: it gets one request; a failure ejects it for twice as long, a response makes it healthy
 * </ol>
 */
public final class OutlierDetection {
    private HealthSettings settings;
    private int failuresInARow;
    private long sentenceNanos;
    private long sinceNanos;
    private long failedNanos;
    private boolean isEjected;
    private boolean heard;
    private long heardNanos;
    private long times;

    public OutlierDetection(HealthSettings settings) {
        this.settings = settings;
    }

    public void change(HealthSettings other) {
        settings = other;
    }

    /** A response header came. If not {@code well}, or to a request from before the ejection, it ends nothing. */
    public void answered(long nanos, long sentNanos, boolean well) {
        heard = true;
        heardNanos = nanos;
        if (well && !isEjected && !isFromBefore(sentNanos)) {
            failuresInARow = 0;
            sentenceNanos = 0;
        }
    }

    private boolean isFromBefore(long sentNanos) {
        return halfOpen() && sentNanos - sinceNanos < 0;
    }

    /**
     * A request failed. Returns true if the back-end is to be ejected from now on. The failure of a request from before
     * the ejection is no trial: it was known when the back-end was ejected.
     *
     * @param sentNanos time at which the request was given to the back-end
     * @param mayLeaveAlone false when too many are ejected already: then this one is not, however often it fails
     */
    public boolean failed(long nanos, long sentNanos, boolean mayLeaveAlone) {
        if (isEjected || isFromBefore(sentNanos)) {
            return false;
        }
        failuresInARow++;
        failedNanos = nanos;
        boolean enough = halfOpen() || failuresInARow >= settings.get(HealthSettings.FAILURES);
        if (!enough || !mayLeaveAlone) {
            return false;
        }
        sentenceNanos = halfOpen()
                ? Math.min(
                        2 * sentenceNanos, settings.get(HealthSettings.LONGEST).toNanos())
                : settings.get(HealthSettings.FIRST).toNanos();
        sinceNanos = nanos;
        isEjected = true;
        times++;
        return true;
    }

    /**
     * No connection could be made for a request. Requests from before the last failure are not another failure in a
     * row. Returns the same as {@link #failed}.
     */
    public boolean unreached(long nanos, long sentNanos, boolean mayLeaveAlone) {
        boolean same = failuresInARow > 0 && sentNanos - failedNanos < 0;
        return !same && failed(nanos, sentNanos, mayLeaveAlone);
    }

    /**
     * A request that was sent then has not been answered in time: a failure if nothing else was answered either, since
     * a back-end that answers others is slow with one request and not frozen. Returns the same as {@link #failed}.
     */
    public boolean late(long nanos, long sentNanos, boolean mayLeaveAlone) {
        return !answeredSince(sentNanos) && failed(nanos, sentNanos, mayLeaveAlone);
    }

    /**
     * Returns true once when the ejection is over: the back-end is half-open from now on.
     *
     * @param panic true if so few back-ends are healthy that ejections are not prolonged
     */
    public boolean over(long nanos, boolean panic) {
        long sentence = panic
                ? Math.min(sentenceNanos, settings.get(HealthSettings.FIRST).toNanos())
                : sentenceNanos;
        if (!isEjected || nanos - sinceNanos < sentence) {
            return false;
        }
        isEjected = false;
        failuresInARow = 0;
        return true;
    }

    public boolean isEjected() {
        return isEjected;
    }

    /** Returns true if the back-end is half-open: its next request decides. */
    public boolean halfOpen() {
        return !isEjected && sentenceNanos > 0;
    }

    /** Duration of the present or last ejection in milliseconds; 0 while the back-end is healthy. */
    public long sentenceMillis() {
        return sentenceNanos / 1_000_000;
    }

    /** Number of ejections. */
    public long times() {
        return times;
    }

    public boolean answeredSince(long nanos) {
        return heard && heardNanos - nanos >= 0;
    }

    public boolean answeredWithin(long spanNanos, long nanos) {
        return heard && nanos - heardNanos < spanNanos;
    }
}
