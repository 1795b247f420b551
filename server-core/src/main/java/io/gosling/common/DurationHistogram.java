package io.gosling.common;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.DoubleStream;

/**
 * A histogram of durations in fixed buckets. Safe for use by many threads, without locks or allocation: a reading taken
 * meanwhile may miss the latest durations, but its count is always the sum of its buckets.
 */
public final class DurationHistogram {
    private final double[] upperBounds;
    private final long[] nanos;
    private final LongAdder[] buckets;
    private final LongAdder sumNanos = new LongAdder();

    /** @param upperBounds in seconds, rising; durations above the last have a bucket of their own */
    public DurationHistogram(double... upperBounds) {
        this.upperBounds = Arrays.copyOf(upperBounds, upperBounds.length + 1);
        this.upperBounds[upperBounds.length] = Double.POSITIVE_INFINITY;
        this.nanos = DoubleStream.of(upperBounds)
                .mapToLong(bound -> Math.round(bound * 1e9))
                .toArray();
        this.buckets = new LongAdder[this.upperBounds.length];
        Arrays.setAll(buckets, place -> new LongAdder());
    }

    /** A histogram for requests: from 0.1 ms to 10 s. */
    public static DurationHistogram ofRequests() {
        return new DurationHistogram(
                0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10);
    }

    public void add(long took) {
        int bucket = 0;
        while (bucket < nanos.length && took > nanos[bucket]) {
            bucket++;
        }
        buckets[bucket].increment();
        sumNanos.add(took);
    }

    /** Upper bounds in seconds, the last one infinite. */
    public double[] upperBounds() {
        return upperBounds.clone();
    }

    /** Number of durations within each bound and not within the one before. */
    public long[] counts() {
        return Arrays.stream(buckets).mapToLong(LongAdder::sum).toArray();
    }

    /** Sum of all durations. */
    public double seconds() {
        return sumNanos.sum() / 1e9;
    }
}
