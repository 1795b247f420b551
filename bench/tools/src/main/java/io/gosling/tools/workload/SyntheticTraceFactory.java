package io.gosling.tools.workload;

import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Generates synthetic traces; the same seed makes the same one. */
public final class SyntheticTraceFactory {
    private SyntheticTraceFactory() {}

    /** Requests by Zipf's law; sizes are log-normal with a median of 8 KiB. */
    public static Trace zipf(double alpha, int objects, int requests, long seed) {
        String origin = origin(alpha, objects, "log-normal sizes with a median of 8192 bytes", seed);
        return zipf(alpha, objects, new SplittableRandom(seed))
                .trace("zipf-" + alpha, origin, requests, ObjectSizeDistribution.logNormal(8192), false);
    }

    /** Requests by Zipf's law; which object has which rank is drawn. */
    static TraceGenerator zipf(double alpha, int objects, SplittableRandom random) {
        double[] sums = new double[objects];
        double sum = 0;
        for (int rank = 0; rank < objects; rank++) {
            sum += Math.pow(rank + 1, -alpha);
            sums[rank] = sum;
        }
        double all = sum;
        return new TraceGenerator(shuffled(objects, random), drawn -> rank(sums, drawn.nextDouble() * all), random);
    }

    static String origin(double alpha, int objects, String sizes, long seed) {
        return "generated: Zipf " + alpha + ", " + objects + " objects, " + sizes + ", seed " + seed;
    }

    static int rank(double[] sums, double drawn) {
        int place = Arrays.binarySearch(sums, drawn);
        return Math.min(sums.length - 1, place >= 0 ? place : -place - 1);
    }

    private static int[] shuffled(int length, SplittableRandom random) {
        int[] numbers = new int[length];
        for (int i = 0; i < length; i++) {
            int place = random.nextInt(i + 1);
            numbers[i] = numbers[place];
            numbers[place] = i;
        }
        return numbers;
    }
}
