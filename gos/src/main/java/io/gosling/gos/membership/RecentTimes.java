package io.gosling.gos.membership;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The last 32 times of something, in nanoseconds: the time within which nearly all came, and the median of the last
 * eight. One long pause changes neither. What was slow, as a process is that has just started, is soon known to be
 * quick. Any thread, without a lock: of concurrent times one may not be counted.
 */
public final class RecentTimes {
    /** Times before anything is said. */
    static final int LEARNT = 16;

    private static final int KEPT = 32;

    /** Those that the median is of. */
    private static final int LATEST = 8;

    /** From so many on the longest one is left out. */
    private static final int PAUSE_LEFT_OUT = 20;

    /**
     * A median up to this is never avoided. A disk that is quicker reads from its cache, which is memory too, and may
     * be cold for the next file.
     */
    static final long QUICK = TimeUnit.MILLISECONDS.toNanos(10);

    /** Something avoided is tried once in so many of its medians, and at least as often as {@link #SELDOMEST}. */
    private static final int TRIED = 20;

    private static final long SELDOMEST = TimeUnit.SECONDS.toNanos(2);

    private final AtomicLongArray times = new AtomicLongArray(KEPT);

    /** Times so far; from {@link #KEPT} on it says only where the next one goes. */
    private final AtomicInteger counted = new AtomicInteger();

    private final AtomicLong triedNanos = new AtomicLong();
    private volatile long median;
    private volatile long most;

    public void took(long nanos) {
        int before = counted.getAndUpdate(count -> count + 1 < 2 * KEPT ? count + 1 : KEPT);
        times.set(before % KEPT, nanos);
        median = medianOfLatest(before);
        most = longest(Math.min(before + 1, KEPT));
    }

    private long medianOfLatest(int newest) {
        long[] latest = new long[Math.min(newest + 1, LATEST)];
        for (int i = 0; i < latest.length; i++) {
            latest[i] = times.get((newest - i) % KEPT);
        }
        Arrays.sort(latest);
        return latest[latest.length / 2];
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

    /** It took longer than this, and then failed. A failure that comes soon says nothing. */
    public void tookMoreThan(long nanos) {
        if (nanos > median) {
            took(nanos);
        }
    }

    public boolean isLearnt() {
        return counted.get() >= LEARNT;
    }

    /** The longest of the times, from 20 times on the second longest; 0 until there is one. */
    public long mostNanos() {
        return most;
    }

    /** 0 until there is one. */
    public long medianNanos() {
        return median;
    }

    /** Returns whether this takes longer than the other, and than 10 ms, as far as both are known. */
    public boolean isSlowerThan(RecentTimes other) {
        return isLearnt() && other.isLearnt() && median > Math.max(other.median, QUICK);
    }

    /**
     * As {@link #isSlowerThan}, for a caller that uses this one only if it is not slower. One caller now and then gets
     * false all the same, so that there is a new time.
     */
    public boolean isAvoidedFor(RecentTimes other, long nowNanos) {
        if (!isSlowerThan(other)) {
            return false;
        }
        long tried = triedNanos.get();
        boolean again = nowNanos - tried >= Math.min(TRIED * median, SELDOMEST);
        return !again || !triedNanos.compareAndSet(tried, nowNanos);
    }
}
