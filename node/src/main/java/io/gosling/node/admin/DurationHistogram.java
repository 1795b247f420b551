package io.gosling.node.admin;

import java.util.concurrent.atomic.LongAdder;

/**
 * A latency histogram: counts of requests by duration, in fixed buckets.
 *
 * <p>Event loops record into it without locks or allocation; the admin API's threads read it. A reading taken while
 * requests end may miss the latest of them, but its count is always the sum of its buckets.
 */
final class DurationHistogram {
    private static final double[] BOUNDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };
    private static final long[] BOUNDS_NANOS = nanos();

    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder sumNanos = new LongAdder();

    DurationHistogram() {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
    }

    void record(long nanos) {
        buckets[bucket(nanos)].increment();
        sumNanos.add(nanos);
    }

    private static int bucket(long nanos) {
        int i = 0;
        while (i < BOUNDS_NANOS.length && nanos > BOUNDS_NANOS[i]) {
            i++;
        }
        return i;
    }

    static double[] upperBounds() {
        double[] bounds = java.util.Arrays.copyOf(BOUNDS, BOUNDS.length + 1);
        bounds[BOUNDS.length] = Double.POSITIVE_INFINITY;
        return bounds;
    }

    long[] counts() {
        long[] counts = new long[buckets.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = buckets[i].sum();
        }
        return counts;
    }

    double sumSeconds() {
        return sumNanos.sum() / 1e9;
    }

    private static long[] nanos() {
        long[] nanos = new long[BOUNDS.length];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = Math.round(BOUNDS[i] * 1e9);
        }
        return nanos;
    }
}
