package io.gosling.dispatcher;

/**
 * Whether a back-end is left alone, decided from what requests to it met. Pure: time is a parameter. Not thread-safe;
 * guarded by {@link Dispatcher}.
 *
 * <ol>
 *   <li>trusted: failures in a row are counted, a response resets them; at the limit it is left alone for a while
 *   <li>left alone: no new requests until the time is over
 *   <li>on trial: it gets one request; a failure and it is left alone for twice as long, a response and it is trusted
 * </ol>
 */
final class Probation {
    private final ProbationSettings settings;
    private int failuresInARow;
    private long sentenceNanos;
    private long untilNanos;
    private boolean leftAlone;
    private boolean heard;
    private long heardNanos;

    Probation(ProbationSettings settings) {
        this.settings = settings;
    }

    /** A response header came. Late ones, from before it was left alone, end nothing. */
    void answered(long nanos) {
        heard = true;
        heardNanos = nanos;
        if (!leftAlone) {
            failuresInARow = 0;
            sentenceNanos = 0;
        }
    }

    /** A request failed. True if the back-end is to be left alone from now on. */
    boolean failed(long nanos) {
        if (leftAlone) {
            return false;
        }
        failuresInARow++;
        boolean onTrial = sentenceNanos > 0;
        if (!onTrial && failuresInARow < settings.failures()) {
            return false;
        }
        sentenceNanos = onTrial
                ? Math.min(2 * sentenceNanos, settings.longest().toNanos())
                : settings.first().toNanos();
        untilNanos = nanos + sentenceNanos;
        leftAlone = true;
        return true;
    }

    /**
     * A request that was sent then has not been answered in time: a failure if nothing else was answered either, since
     * a back-end that answers others is slow with one request and not frozen. True as of {@link #failed}.
     */
    boolean late(long nanos, long sentNanos) {
        boolean answersOthers = heard && heardNanos - sentNanos >= 0;
        return !answersOthers && failed(nanos);
    }

    /** True once when its time is over: it is on trial from now on. */
    boolean over(long nanos) {
        if (!leftAlone || nanos - untilNanos < 0) {
            return false;
        }
        leftAlone = false;
        failuresInARow = 0;
        return true;
    }

    boolean leftAlone() {
        return leftAlone;
    }

    /** Whether its next request decides. */
    boolean onTrial() {
        return !leftAlone && sentenceNanos > 0;
    }
}
