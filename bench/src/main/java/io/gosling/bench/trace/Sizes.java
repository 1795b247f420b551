package io.gosling.bench.trace;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Sizes for objects whose trace tells none. The same object always gets the same one. */
public interface Sizes {
    /** @param seed of the object */
    long draw(long seed);

    /** All objects alike. */
    static Sizes fixed(long bytes) {
        return seed -> bytes;
    }

    /**
     * Log-normal, as sizes of files of web sites are, with a heavier tail cut off at a thousand medians.
     *
     * @param median half of the objects are smaller
     */
    static Sizes logNormal(long median) {
        return seed -> {
            double drawn = new SplittableRandom(Trace.mix(seed)).nextGaussian();
            return (long) Math.clamp(median * Math.exp(1.5 * drawn), 64, 1000.0 * median);
        };
    }

    /** Of a list of sizes, each with its weight. */
    static Sizes weighted(long[] sizes, long[] weights) {
        long[] sums = weights.clone();
        Arrays.parallelPrefix(sums, Long::sum);
        return seed -> {
            long drawn = new SplittableRandom(Trace.mix(seed)).nextLong(sums[sums.length - 1]);
            int place = Arrays.binarySearch(sums, drawn + 1);
            return sizes[place >= 0 ? firstOf(sums, place) : -place - 1];
        };
    }

    /** Of equal sums, which weights of 0 make, the first. */
    private static int firstOf(long[] sums, int place) {
        int first = place;
        while (first > 0 && sums[first - 1] == sums[place]) {
            first--;
        }
        return first;
    }
}
