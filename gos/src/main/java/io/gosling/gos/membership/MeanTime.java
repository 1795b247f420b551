package io.gosling.gos.membership;

import java.util.concurrent.TimeUnit;

/**
 * The mean of the recent times of something, in nanoseconds: the older, the less they count. One long pause does not
 * make a source slow: a time counts as four means at most. Any thread, without a lock: of concurrent times one may not
 * be counted.
 */
public final class MeanTime {
    /** Times before the mean says anything: a process that has just started is slow. */
    static final int LEARNT = 16;

    /** The weight of a time in the mean is one in so many. */
    private static final int WEIGHT = 8;

    private static final int OUTLIER = 4;

    /** What takes no longer is never avoided: a disk that is quicker reads from its cache, which is memory too. */
    static final long QUICK = TimeUnit.MILLISECONDS.toNanos(1);

    /** A look at the mean that leads to no new time shortens it by one in so many, so that there is one again. */
    private static final int EASED = 64;

    private volatile long nanos;
    private volatile int times;

    public void took(long took) {
        long mean = nanos;
        nanos = times == 0 ? took : mean + (Math.min(took, OUTLIER * mean) - mean) / WEIGHT;
        times = Math.min(times + 1, LEARNT);
    }

    /** Returns whether this takes longer than another, and more than a millisecond, as far as both are known. */
    public boolean isSlowerThan(MeanTime other) {
        return times >= LEARNT && other.times >= LEARNT && nanos > Math.max(other.nanos, QUICK);
    }

    /** As {@link #isSlowerThan}, for a caller that uses this one only if it is not slower. */
    public boolean isAvoidedFor(MeanTime other) {
        boolean slower = isSlowerThan(other);
        if (slower) {
            long mean = nanos;
            nanos = mean - mean / EASED;
        }
        return slower;
    }

    /** 0 until there is one. */
    public long nanos() {
        return nanos;
    }
}
