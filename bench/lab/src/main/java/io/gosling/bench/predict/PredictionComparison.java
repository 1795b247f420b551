package io.gosling.bench.predict;

import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import java.util.List;

/** A predicted and a measured result of a cluster for the same trace. */
record PredictionComparison(Figures predicted, Figures real) {
    static final ResultColumns<PredictionComparison> COLUMNS = new ResultColumns<PredictionComparison>()
            .and("predicted_hit_ratio", "%.6f", one -> one.predicted.hitRatio)
            .and("real_hit_ratio", "%.6f", one -> one.real.hitRatio)
            .and("error_points", "%.3f", PredictionComparison::hitPoints)
            .and("predicted_rps", "%.1f", one -> one.predicted.throughput)
            .and("real_rps", "%.1f", one -> one.real.throughput)
            .and("error_percent", "%.2f", PredictionComparison::throughputPercent);

    /** @param hitRatio answers from the memory of the node that was asked, 0 to 1 */
    record Figures(double hitRatio, double throughput) {}

    /**
     * The measured result of a real cluster.
     *
     * @param readMillis that a read of an emulated disk took in the mean, however long it was told to take
     */
    record Real(Figures figures, double readMillis) {}

    /** The error of the hit ratio, in percentage points; above 0 if the prediction was too high. */
    double hitPoints() {
        return 100 * (predicted.hitRatio - real.hitRatio);
    }

    /** The error of the throughput, in percent of the real one; above 0 if the prediction was too high. */
    double throughputPercent() {
        return 100 * (predicted.throughput / real.throughput - 1);
    }

    String table() {
        return ReportTextFormat.format(
                "| what | predicted | real | error | goal |%n|---|---:|---:|---:|---:|%n"
                        + "| hits, %% of the requests | %.2f | %.2f | %+.2f points | 1 point |%n"
                        + "| requests/s | %.0f | %.0f | %+.1f %% | 15 %% |%n",
                100 * predicted.hitRatio,
                100 * real.hitRatio,
                hitPoints(),
                predicted.throughput,
                real.throughput,
                throughputPercent());
    }

    String csv() {
        return COLUMNS.csv(List.of(this));
    }
}
