package io.gosling.tools.workload;

import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;

/**
 * A synthetic trace after the published figures of one that is not public: the number and size of files, the bytes of
 * the most requested files that take 97, 98 and 99 % of the requests, and the share of the most requested one.
 *
 * <p>Popularity falls by a power law over the files that take the first 97 %, and is even over each of the rest. Sizes
 * are log-normal, on average growing a little with the rank, and each part has its published size. Requests are
 * drawn independently: temporal locality, which real traces have, is missing.
 *
 * @param megabytes of all files, 2^20 bytes each
 * @param covering of the files that take 97, 98 and 99 % of the requests
 * @param top the share of requests for the most requested file
 */
public record PublishedTraceProfile(String name, int files, int megabytes, int[] covering, double top) {
    /** Sizes grow with this power of the rank: popular files are small. */
    private static final double GROWTH = 0.3;

    private static final double[] SHARES = {0.97, 0.98, 0.99, 1};

    /** Rice University's servers in 1998 (Pai et al., figure 5). */
    public static final PublishedTraceProfile RICE =
            new PublishedTraceProfile("rice-like", 37_703, 1418, new int[] {560, 705, 927}, 0.02);

    /** IBM's site in 1998 (Pai et al., figure 6). */
    public static final PublishedTraceProfile IBM =
            new PublishedTraceProfile("ibm-like", 38_527, 1029, new int[] {51, 80, 182}, 0.05);

    public Trace requests(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] ends = ends();
        double[] sums = sums(ends);
        ObjectSizeDistribution sizes = ObjectSizeDistribution.listed(sizes(ends, random));
        String origin = ReportTextFormat.format(
                "generated: %d files, %d MB, of which %d, %d and %d MB take 97, 98 and 99 %% of %d requests, seed %d",
                files, megabytes, covering[0], covering[1], covering[2], count, seed);
        return new TraceGenerator(
                        TraceGenerator.inOrder(files),
                        drawn -> SyntheticTraceFactory.rank(sums, drawn.nextDouble()),
                        random)
                .trace(name, origin, count, sizes, true);
    }

    /** The rank after the last of each part: as many files as its share of the bytes. */
    private int[] ends() {
        int[] ends = new int[SHARES.length];
        for (int part = 0; part < covering.length; part++) {
            ends[part] = (int) ((long) files * covering[part] / megabytes);
        }
        ends[covering.length] = files;
        return ends;
    }

    private double[] sums(int[] ends) {
        double power = power(ends[0]);
        double[] sums = new double[files];
        double sum = 0;
        for (int part = 0, rank = 0; part < ends.length; part++) {
            double even = part == 0 ? 0 : (SHARES[part] - SHARES[part - 1]) / (ends[part] - ends[part - 1]);
            for (; rank < ends[part]; rank++) {
                sum += part == 0 ? top * Math.pow(rank + 1, -power) : even;
                sums[rank] = sum;
            }
        }
        sums[files - 1] = Math.max(1, sums[files - 1]);
        return sums;
    }

    /** The power by which shares fall from the top's, so that those of the first files make 97 %. */
    private double power(int count) {
        return bisected(4, 60, power -> {
            double sum = 0;
            for (int rank = 1; rank <= count; rank++) {
                sum += top * Math.pow(rank, -power);
            }
            return sum > SHARES[0];
        });
    }

    /** The number from 0 to another up to which a condition holds, found in so many steps. */
    public static double bisected(double most, int steps, DoublePredicate holds) {
        double low = 0;
        double high = most;
        for (int step = 0; step < steps; step++) {
            double middle = (low + high) / 2;
            if (holds.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private long[] sizes(int[] ends, SplittableRandom random) {
        long[] sizes = new long[files];
        double[] drawn = new double[files];
        for (int part = 0, from = 0; part < ends.length; from = ends[part++]) {
            double sum = 0;
            for (int rank = from; rank < ends[part]; rank++) {
                drawn[rank] = Math.pow(rank + 1, GROWTH) * Math.exp(1.2 * Math.clamp(random.nextGaussian(), -3, 3));
                sum += drawn[rank];
            }
            double before = part == 0 ? 0 : covering[part - 1];
            double until = part == covering.length ? megabytes : covering[part];
            double scale = (until - before) * (1 << 20) / sum;
            for (int rank = from; rank < ends[part]; rank++) {
                sizes[rank] = Math.max(1, Math.round(drawn[rank] * scale));
            }
        }
        return sizes;
    }
}
