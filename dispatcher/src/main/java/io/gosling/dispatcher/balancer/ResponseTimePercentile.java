package io.gosling.dispatcher.balancer;

/**
 * How long answers took to begin, of late: the time that 95 of 100 did not exceed. Times are counted by quarters of powers of
 * two, so that the answer is at most a quarter too long; every {@value #HALVED} of them the counts are halved, so that old
 * ones lose their weight. Pure. Not thread-safe; guarded by {@link Dispatcher}.
 */
public final class ResponseTimePercentile {
    static final int HALVED = 1000;
    /** Of fewer nobody knows what is usual. */
    public static final int ENOUGH = 100;

    private static final int QUARTERS = 4;
    private static final int SHIFT = 2;
    private static final double SHARE = 0.95;

    private final int[] counts = new int[(Long.SIZE + 1) * QUARTERS];
    private int counted;

    /** One more. */
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

    /** What 95 of 100 did not exceed, in nanoseconds; -1 while too few are known. */
    long slow() {
        if (counted < ENOUGH) {
            return -1;
        }
        int below = 0;
        int bucket = -1;
        while (below < SHARE * counted) {
            below += counts[++bucket];
        }
        return end(bucket);
    }

    /** The power of two, and the two bits behind its first. */
    private static int bucket(long nanos) {
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        return power * QUARTERS + (int) (nanos >>> (power - SHIFT)) % QUARTERS;
    }

    private static long end(int bucket) {
        return (long) (QUARTERS + 1 + bucket % QUARTERS) << (bucket / QUARTERS - SHIFT);
    }
}
