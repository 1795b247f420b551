package io.gosling.tools.policies;

import io.gosling.tools.report.ResultColumns;
import io.gosling.tools.trace.Trace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of one contestant on one trace with one amount of memory.
 *
 * @param arrangement {@code one cache}, or the number of nodes
 * @param error of the counts; null where there are none
 */
record PolicyResult(
        Trace trace,
        String arrangement,
        String contestant,
        double share,
        long budget,
        PolicyScore score,
        @Nullable HitCountErrorHistogram error) {

    static final ResultColumns<PolicyResult> COLUMNS = new ResultColumns<PolicyResult>()
            .and("trace", one -> one.trace.name())
            .and("arrangement", PolicyResult::arrangement)
            .and("contestant", PolicyResult::contestant)
            .and("share", PolicyResult::share)
            .and("bytes", PolicyResult::budget)
            .and("requests", one -> one.score.requests())
            .and("hit", "%.5f", one -> one.score.hitRatio())
            .and("local", "%.5f", one -> one.score.localRatio())
            .and("byte_hit", "%.5f", one -> one.score.byteRatio())
            .and("requests_a_second", "%.0f", one -> one.score.requests() / Math.max(1e-9, one.score.nanos() / 1e9))
            .and("count_error_p1", one -> one.errors().map(error -> error.quantile(0.01)))
            .and("count_error_median", one -> one.errors().map(error -> error.quantile(0.5)))
            .and("count_error_p99", one -> one.errors().map(error -> error.quantile(0.99)))
            .and("count_within_10_percent", "%.4f", one -> one.errors().map(error -> error.within(10)));

    private Optional<HitCountErrorHistogram> errors() {
        return Optional.ofNullable(error);
    }
}
