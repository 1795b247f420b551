package io.gosling.gos.membership;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The deadline for a node's answers, by its last 32: four times the longest but one of them, at least 20 ms and at
 * least a 25th of the longest deadline. So one pause does not change it, and what was slow, as a node is that has just
 * started, counts no more after 32 answers. Any thread, without a lock: of concurrent answers one may not be counted.
 */
public final class AdaptiveTimeout {
    /** Answers before they set a deadline. */
    private static final int LEARNT = 16;

    private static final int KEPT = 32;

    /** From so many answers on the longest one is left out. */
    private static final int PAUSE_LEFT_OUT = 20;

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LEAST_PART = 25;
    private static final int MARGIN = 4;

    /** Missed deadlines lengthen the next ones up to this part of the longest: a frozen node stays cheap. */
    private static final int LATE = 5;

    private final long leastNanos;
    private final long longestNanos;
    private final long firstNanos;
    private final AtomicLongArray times = new AtomicLongArray(KEPT);

    /** Answers so far; from {@link #KEPT} on it says only where the next one goes. */
    private final AtomicInteger counted = new AtomicInteger();

    private volatile long most;

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
        return Math.clamp(MARGIN * most, isLearnt() ? leastNanos : firstNanos, longestNanos);
    }

    private boolean isLearnt() {
        return counted.get() >= LEARNT;
    }

    public void took(long nanos) {
        int before = counted.getAndUpdate(count -> count + 1 < 2 * KEPT ? count + 1 : KEPT);
        times.set(before % KEPT, nanos);
        most = longest(Math.min(before + 1, KEPT));
    }

    private long longest(int count) {
        long longest = 0;
        long second = 0;
        for (int i = 0; i < count; i++) {
            long time = times.get(i);
            second = Math.max(second, Math.min(longest, time));
            longest = Math.max(longest, time);
        }
        return count < PAUSE_LEFT_OUT ? longest : second;
    }

    /** There was no answer within the deadline: two of these make the next one twice as long, in bounds. */
    public void missed() {
        long longest = isLearnt() ? longestNanos / LATE : longestNanos;
        took(Math.max(most, Math.min(2 * deadlineNanos(), longest) / MARGIN));
    }
}
