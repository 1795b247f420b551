package io.gosling.dispatcher.balancer;

/**
 * The 95th percentile of the recent times to the header of a response. Times are counted by quarters of powers of two,
 * so that the result is at most a quarter too long; every {@value #HALVED} of them the counts are halved, so that old
 * ones lose their weight. Pure. Not thread-safe; guarded by {@link AdmissionController}.
 */
public final class ResponseTimePercentile {
    static final int HALVED = 1000;
    /** The percentile of fewer times is not known. */
    public static final int ENOUGH = 100;

    private static final int QUARTERS = 4;
    private static final int SHIFT = 2;
    private static final double SHARE = 0.95;

    private final int[] counts = new int[(Long.SIZE + 1) * QUARTERS];
    private int counted;

    void add(long nanos) {
        counts[bucket(Math.max(QUARTERS, nanos))]++;
        if (++counted == HALVED) {
            counted = 0;
            for (int at = 0; at < counts.length; at++) {
                counts[at] /= 2;
                counted += counts[at];
            }
        }
    }

    /** The 95th percentile in nanoseconds; -1 while too few times are known. */
    long slow() {
        if (counted < ENOUGH) {
            return -1;
        }
        int below = 0;
        int bucket = -1;
        while (below < SHARE * counted) {
            below += counts[++bucket];
        }
        return (long) (QUARTERS + 1 + bucket % QUARTERS) << (bucket / QUARTERS - SHIFT);
    }

    /** The power of two, and the two bits behind its first. */
    private static int bucket(long nanos) {
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        return power * QUARTERS + (int) (nanos >>> (power - SHIFT)) % QUARTERS;
    }
}
