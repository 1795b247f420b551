package io.gosling.gos.membership;

import java.util.concurrent.TimeUnit;

/**
 * The recent answer times of one node, and the deadline that follows from them: four times the longest but one of the
 * last 32, at least 20 ms and at least a 25th of the longest deadline. Any thread, without a lock.
 */
public final class AdaptiveTimeout {
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LEAST_PART = 25;
    private static final int MARGIN = 4;

    /** Missed deadlines lengthen the next ones up to this part of the longest: a frozen node stays cheap. */
    private static final int LATE = 5;

    private final long leastNanos;
    private final long longestNanos;
    private final long firstNanos;
    private final RecentTimes times = new RecentTimes();

    /**
     * @param longestNanos the longest deadline
     * @param firstNanos the least deadline until sixteen answers have come
     */
    public AdaptiveTimeout(long longestNanos, long firstNanos) {
        this.longestNanos = longestNanos;
        this.leastNanos = Math.min(longestNanos, Math.max(LEAST_NANOS, longestNanos / LEAST_PART));
        this.firstNanos = Math.max(leastNanos, firstNanos);
    }

    public long deadlineNanos() {
        return Math.clamp(MARGIN * times.mostNanos(), times.isLearnt() ? leastNanos : firstNanos, longestNanos);
    }

    /** A missed deadline counts as half of it. */
    public RecentTimes times() {
        return times;
    }

    public void took(long nanos) {
        times.took(nanos);
    }

    /** There was no answer within the deadline: two of these make the next one twice as long, in bounds. */
    public void missed() {
        long longest = times.isLearnt() ? longestNanos / LATE : longestNanos;
        times.took(Math.min(2 * deadlineNanos(), longest) / MARGIN);
    }
}
