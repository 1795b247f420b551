package io.gosling.gos.membership;

import java.util.concurrent.TimeUnit;

/**
 * The recent answer times of one node, and the deadline that follows from them: four times an estimate of the time
 * within which 19 of 20 answers came, at least 20 ms and at least a 25th of the longest deadline. The estimate rises by
 * 19 steps with a longer time and falls by one with a shorter one, as in Ma, Muthukrishnan and Sandler, Frugal
 * Streaming (2013). Any thread, without a lock: of concurrent answers one may not be counted.
 */
public final class AdaptiveTimeout {
    /** Answers before the estimate is used. */
    private static final int LEARNT = 16;

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LEAST_PART = 25;
    private static final int MARGIN = 4;

    /** A step is so small a part of the estimate. */
    private static final int STEPS = 64;

    private static final int STEPS_UP = 19;

    /** Missed deadlines lengthen the next ones up to this part of the longest: a frozen node stays cheap. */
    private static final int LATE = 5;

    private final long leastNanos;
    private final long longestNanos;
    private final long firstNanos;

    private final MeanTime mean = new MeanTime();
    private volatile long most;
    private volatile int answers;

    /**
     * @param longestNanos the longest deadline
     * @param firstNanos the least deadline until there is an estimate
     */
    public AdaptiveTimeout(long longestNanos, long firstNanos) {
        this.longestNanos = longestNanos;
        this.leastNanos = Math.min(longestNanos, Math.max(LEAST_NANOS, longestNanos / LEAST_PART));
        this.firstNanos = Math.max(leastNanos, firstNanos);
    }

    public long deadlineNanos() {
        return Math.clamp(MARGIN * most, answers < LEARNT ? firstNanos : leastNanos, longestNanos);
    }

    /** The mean of the answer times; a missed deadline counts as one. */
    public MeanTime mean() {
        return mean;
    }

    public void took(long nanos) {
        mean.took(nanos);
        if (answers < LEARNT) {
            answers = answers + 1;
            most = Math.max(most, nanos);
        } else {
            most = most + (nanos > most ? STEPS_UP * step() : -step());
        }
    }

    /** There was no answer within the deadline: the next one is twice as long, in bounds. */
    public void missed() {
        mean.took(deadlineNanos());
        long longest = answers < LEARNT ? longestNanos : longestNanos / LATE;
        most = Math.max(most, Math.min(2 * deadlineNanos(), longest) / MARGIN);
    }

    private long step() {
        return Math.min(most, longestNanos) / STEPS + 1;
    }
}
