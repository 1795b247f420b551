package io.gosling.tools.plan;

import io.gosling.tools.report.ChartAxis;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.PublishedTraceProfile;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The characteristic figures of a trace.
 *
 * @param unasked objects that are never asked for, which only a trace that was made may have
 * @param alpha of Zipf's law, fitted by maximum likelihood over all ranks
 * @param covering the bytes of the most popular objects that take 97, 98 and 99 % of the requests (Pai et al. 1998)
 */
record TraceStatistics(
        long requests,
        int objects,
        int unasked,
        long footprint,
        long asked,
        int once,
        double top,
        double alpha,
        long[] covering,
        long broken) {
    static final double[] SHARES = {0.97, 0.98, 0.99};

    static TraceStatistics of(Trace trace) {
        int[] counts = trace.counts();
        int[] ranked = trace.ranked();
        int[] byRank = Arrays.stream(ranked).map(object -> counts[object]).toArray();
        return new TraceStatistics(
                trace.requests().length,
                trace.objects(),
                (int) Arrays.stream(counts).filter(count -> count == 0).count(),
                trace.footprint(),
                trace.asked(),
                (int) Arrays.stream(counts).filter(count -> count == 1).count(),
                byRank.length == 0 ? 0 : (double) byRank[0] / Math.max(1, trace.requests().length),
                alpha(byRank),
                covering(trace, ranked, byRank),
                trace.broken());
    }

    private static long[] covering(Trace trace, int[] ranked, int[] byRank) {
        long[] covering = new long[SHARES.length];
        long requests = 0;
        long bytes = 0;
        int share = 0;
        for (int rank = 0; rank < ranked.length && share < SHARES.length; rank++) {
            requests += byRank[rank];
            bytes += trace.sizes()[ranked[rank]];
            while (share < SHARES.length && requests >= SHARES[share] * trace.requests().length) {
                covering[share++] = bytes;
            }
        }
        return covering;
    }

    /** The zero of the likelihood's derivative: the mean logarithm of a rank is the one that the law expects. */
    private static double alpha(int[] byRank) {
        double requests = Arrays.stream(byRank).asLongStream().sum();
        if (byRank.length < 2 || requests == 0) {
            return 0;
        }
        double mean = IntStream.range(0, byRank.length)
                .mapToDouble(rank -> byRank[rank] / requests * Math.log(rank + 1))
                .sum();
        return PublishedTraceProfile.bisected(5, 30, alpha -> expected(alpha, byRank.length) > mean);
    }

    private static double expected(double alpha, int ranks) {
        double sum = 0;
        double weighted = 0;
        for (int rank = 1; rank <= ranks; rank++) {
            double logarithm = Math.log(rank);
            double weight = Math.exp(-alpha * logarithm);
            sum += weight;
            weighted += weight * logarithm;
        }
        return weighted / sum;
    }

    /** The share of requests that memory without end answers: every object has to come once. */
    private double mostHits() {
        return (double) (requests - (objects - unasked)) / Math.max(1, requests);
    }

    Map<String, String> rows() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("requests", ReportTextFormat.format("%,d", requests));
        rows.put("objects", ReportTextFormat.format("%,d", objects));
        if (unasked > 0) {
            rows.put("objects never asked for", ReportTextFormat.format("%,d", unasked));
        }
        rows.put("bytes of all objects", ChartAxis.size(footprint));
        rows.put("bytes of all requests", ChartAxis.size(asked));
        rows.put("mean object", ChartAxis.size((double) footprint / Math.max(1, objects)));
        rows.put(
                "objects asked for once",
                ReportTextFormat.format("%,d (%.0f %%)", once, 100.0 * once / Math.max(1, objects)));
        rows.put("for the most popular object", ReportTextFormat.format("%.2f %%", 100 * top));
        rows.put("Zipf's alpha", ReportTextFormat.format("%.2f", alpha));
        rows.put("most hits there can be", ReportTextFormat.format("%.1f %%", 100 * mostHits()));
        for (int i = 0; i < SHARES.length; i++) {
            rows.put(
                    ReportTextFormat.format("bytes for %.0f %% of the requests", 100 * SHARES[i]),
                    ChartAxis.size(covering[i]));
        }
        rows.put("lines that did not read", ReportTextFormat.format("%,d", broken));
        return rows;
    }
}
