package io.gosling.dispatcher.handoff;

import java.util.concurrent.atomic.LongAdder;

/** A histogram of the durations of one step of handoffs. Safe for use by many threads, without locks. */
public final class HandoffStepHistogram {
    private static final double[] BOUNDS = {
        0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, Double.POSITIVE_INFINITY
    };

    private final LongAdder[] times = new LongAdder[BOUNDS.length];
    private final LongAdder nanos = new LongAdder();

    HandoffStepHistogram() {
        for (int i = 0; i < times.length; i++) {
            times[i] = new LongAdder();
        }
    }

    void add(long took) {
        int bucket = 0;
        while (took > BOUNDS[bucket] * 1e9) {
            bucket++;
        }
        times[bucket].increment();
        nanos.add(took);
    }

    /** Upper bounds in seconds, the last one infinite. */
    public static double[] bounds() {
        return BOUNDS.clone();
    }

    /** Number of durations within each bound and not within the one before. */
    public long[] counts() {
        long[] counts = new long[times.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = times[i].sum();
        }
        return counts;
    }

    /** Sum of all durations. */
    public double seconds() {
        return nanos.sum() / 1e9;
    }
}
