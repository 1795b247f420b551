package io.gosling.tools.policies;

import io.gosling.tools.trace.Trace;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of one contestant on one trace with one amount of memory.
 *
 * @param arrangement {@code one cache}, or the number of nodes
 * @param share of the bytes of all objects
 * @param error of the counts; null where there are none
 */
record Result(
        Trace trace,
        String arrangement,
        String contestant,
        double share,
        long budget,
        Score score,
        @Nullable AgacError error) {

    static String csvHead() {
        return "trace,arrangement,contestant,share,bytes,requests,hit,local,byte_hit,requests_a_second,"
                + "count_error_p1,count_error_median,count_error_p99,count_within_10_percent\n";
    }

    String csv() {
        String errors = error == null
                ? ",,,"
                : String.format(
                        Locale.ROOT,
                        "%d,%d,%d,%.4f",
                        error.quantile(0.01),
                        error.quantile(0.5),
                        error.quantile(0.99),
                        error.within(10));
        return String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%d,%d,%.5f,%.5f,%.5f,%.0f,%s\n",
                trace.name(),
                arrangement,
                contestant,
                share,
                budget,
                score.requests(),
                score.hitRatio(),
                score.localRatio(),
                score.byteRatio(),
                score.requests() / Math.max(1e-9, score.nanos() / 1e9),
                errors);
    }
}
