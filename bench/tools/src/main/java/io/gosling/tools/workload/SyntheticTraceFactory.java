package io.gosling.tools.workload;

import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Generates synthetic traces; the same seed makes the same one. */
public final class SyntheticTraceFactory {
    private SyntheticTraceFactory() {}

    /** Sizes are log-normal with a median of 8 KiB; favourites change as by {@link TraceCorrelations#change}. */
    public static Trace zipf(double alpha, int objects, int requests, int change, long seed) {
        String name = "zipf-" + alpha + (change > 0 ? "-changing" : "");
        return zipf(name, alpha, objects, new TraceCorrelations(0, 0, 1, change, List.of()), requests, seed);
    }

    static Trace zipf(String name, double alpha, int objects, TraceCorrelations habits, int requests, long seed) {
        String origin = origin(alpha, objects, habits, "log-normal sizes with a median of 8192 bytes", seed);
        return zipf(alpha, objects, habits, new SplittableRandom(seed))
                .trace(name, origin, requests, ObjectSizeDistribution.logNormal(8192), false);
    }

    /** Requests by Zipf's law and an access pattern; which object has which rank is drawn. */
    static TraceGenerator zipf(double alpha, int objects, TraceCorrelations habits, SplittableRandom random) {
        double[] sums = new double[objects];
        double sum = 0;
        for (int rank = 0; rank < objects; rank++) {
            sum += Math.pow(rank + 1, -alpha);
            sums[rank] = sum;
        }
        double all = sum;
        return new TraceGenerator(
                shuffled(objects, random), drawn -> rank(sums, drawn.nextDouble() * all), habits, random);
    }

    static String origin(double alpha, int objects, TraceCorrelations habits, String sizes, long seed) {
        return "generated: Zipf " + alpha + ", " + objects + " objects, " + habits.told() + sizes + ", seed " + seed;
    }

    /** A class is drawn by its weight, and one of its objects evenly; a share of requests is for something new. */
    public static Trace groups(
            String name,
            String origin,
            long[] groups,
            long[] weights,
            double once,
            ObjectSizeDistribution sizes,
            int requests) {
        double[] sums = new double[weights.length];
        double sum = 0;
        int[] first = new int[groups.length];
        int objects = 0;
        for (int group = 0; group < groups.length; group++) {
            sum += weights[group];
            sums[group] = sum;
            first[group] = objects;
            objects += (int) groups[group];
        }
        SplittableRandom random = new SplittableRandom(1);
        TraceBuilder draft = new TraceBuilder();
        for (int i = 0; i < requests; i++) {
            if (random.nextDouble() < once) {
                draft.ask(draft.object(objects++));
            } else {
                int group = rank(sums, random.nextDouble() * sum);
                draft.ask(draft.object(first[group] + random.nextLong(groups[group])));
            }
        }
        draft.sizes(sizes);
        return draft.trace(name, origin + ", " + requests + " requests drawn with seed 1");
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
