package io.gosling.node.admin;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.DoubleStream;

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
    private static final long[] BOUNDS_NANOS =
            DoubleStream.of(BOUNDS).mapToLong(bound -> Math.round(bound * 1e9)).toArray();

    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder sumNanos = new LongAdder();

    DurationHistogram() {
        Arrays.setAll(buckets, place -> new LongAdder());
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
        double[] bounds = Arrays.copyOf(BOUNDS, BOUNDS.length + 1);
        bounds[BOUNDS.length] = Double.POSITIVE_INFINITY;
        return bounds;
    }

    long[] counts() {
        return Arrays.stream(buckets).mapToLong(LongAdder::sum).toArray();
    }

    double sumSeconds() {
        return sumNanos.sum() / 1e9;
    }
}
