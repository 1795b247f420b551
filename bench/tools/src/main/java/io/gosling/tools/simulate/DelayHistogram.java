package io.gosling.tools.simulate;

/** A histogram of durations with a precision of 1 %: 128 steps to a doubling, from a nanosecond to 73 years. */
final class DelayHistogram {
    private static final int BITS = 7;
    private static final int STEPS = 1 << BITS;

    private final long[] counts = new long[(Long.SIZE - BITS) * STEPS];
    private long count;
    private double sum;

    void add(long nanos) {
        counts[step(nanos)]++;
        count++;
        sum += nanos;
    }

    private static int step(long nanos) {
        int doubling = Math.max(0, Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(nanos | 1));
        return doubling * STEPS + (int) (nanos >> doubling);
    }

    double meanMillis() {
        return count == 0 ? 0 : sum / count / 1e6;
    }

    double millis(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long passed = 0;
        for (int step = 0; step < counts.length; step++) {
            passed += counts[step];
            if (passed >= rank) {
                return nanos(step) / 1e6;
            }
        }
        return 0;
    }

    private static double nanos(int step) {
        if (step < 2 * STEPS) {
            return step;
        }
        int doubling = step / STEPS - 1;
        return ((step - (double) doubling * STEPS) + 0.5) * (1L << doubling);
    }
}
