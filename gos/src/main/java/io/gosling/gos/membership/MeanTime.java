package io.gosling.gos.membership;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The mean of the recent times of something, in nanoseconds: the older, the less they count. One long pause does not
 * make a source slow: a time counts as four means at most. What was slow, as a process is that has just started, is
 * soon known to be quick: a shorter time counts for half. Any thread, without a lock: of concurrent times one may not
 * be counted.
 */
public final class MeanTime {
    /** Times before the mean says anything: a process that has just started is slow. */
    static final int LEARNT = 16;

    /** The weight in the mean is one in so many, of a longer and of a shorter time. */
    private static final int LONGER = 8;

    private static final int SHORTER = 2;

    private static final int OUTLIER = 4;

    /**
     * A mean up to this is never avoided. A disk that is quicker reads from its cache, which is memory too, and may be
     * cold for the next file.
     */
    static final long QUICK = TimeUnit.MILLISECONDS.toNanos(10);

    /** Something avoided is tried once in so many of its means, and at least as often as {@link #SELDOMEST}. */
    private static final int TRIED = 20;

    private static final long SELDOMEST = TimeUnit.SECONDS.toNanos(2);

    private final int worth;
    private final AtomicLong triedNanos = new AtomicLong();
    private volatile long nanos;
    private volatile int times;

    public MeanTime() {
        this(1);
    }

    /** @param worth how many times as long something else may take, and not be avoided for this one */
    public MeanTime(int worth) {
        this.worth = worth;
    }

    public void took(long took) {
        long mean = nanos;
        nanos = times == 0 ? took : mean + (Math.min(took, OUTLIER * mean) - mean) / (took < mean ? SHORTER : LONGER);
        times = Math.min(times + 1, LEARNT);
    }

    /** It took longer than this, and then failed. A failure that comes soon says nothing. */
    public void tookMoreThan(long took) {
        if (took > nanos) {
            took(took);
        }
    }

    /** Returns whether this takes longer than the other is worth, and 10 ms, as far as both are known. */
    public boolean isSlowerThan(MeanTime other) {
        return times >= LEARNT && other.times >= LEARNT && nanos > Math.max(other.worth * other.nanos, QUICK);
    }

    /**
     * As {@link #isSlowerThan}, for a caller that uses this one only if it is not slower. One caller now and then gets
     * false all the same, so that there is a new time.
     */
    public boolean isAvoidedFor(MeanTime other, long nowNanos) {
        if (!isSlowerThan(other)) {
            return false;
        }
        long tried = triedNanos.get();
        boolean again = nowNanos - tried >= Math.min(TRIED * nanos, SELDOMEST);
        return !again || !triedNanos.compareAndSet(tried, nowNanos);
    }

    /** 0 until there is one. */
    public long nanos() {
        return nanos;
    }
}
