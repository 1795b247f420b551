package io.gosling.bench.lard;

import io.gosling.bench.cluster.ClusterCase;
import io.gosling.bench.cluster.ClusterCaseResult;
import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.bench.experiment.MedianInterval;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.bench.figures.PaperFigure;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The report of a run of {@code gosling bench lard}. */
record LardReport(Map<String, String> head, ExperimentResults<ClusterCase, ClusterCaseResult> results) {
    static final ResultColumns<ClusterCaseResult> COLUMNS = new ResultColumns<ClusterCaseResult>()
            .and("round", ClusterCaseResult::round)
            .and("policy", one -> one.what().policy())
            .and("cooperation", one -> one.what().onOrOff())
            .and("requests", ClusterCaseResult::requests)
            .and("seconds", "%.3f", ClusterCaseResult::seconds)
            .and("throughput_rps", "%.1f", ClusterCaseResult::throughput)
            .and("hit_ratio", "%.4f", LardReport::hitRatio)
            .and("disk_ratio", "%.4f", LardReport::diskRatio)
            .and("failed", ClusterCaseResult::failed)
            .and("nodes", one -> one.what().nodes())
            .and("others_ratio", "%.4f", LardReport::othersRatio);

    private static final String YARDSTICK = "wrr";

    FigureReport figures() {
        List<LineChart.Series> lines =
                results.lines(LardReport::line, ClusterCase::nodes, ClusterCaseResult::throughput);
        return new FigureReport(
                "The front-end's policies on real nodes",
                head,
                List.of(new PaperFigure("17", "requests of real nodes", "nodes", "requests/s", "%,.0f", lines)),
                claims(),
                "\n" + Markdown.table(columns().table(results.cases()), "|---:|---|---|" + "---:|".repeat(7)),
                COLUMNS.csv(results.all()));
    }

    private static String line(ClusterCase what) {
        return what.cooperation() ? what.policy() + ", cooperation" : what.policy();
    }

    private static double hitRatio(ClusterCaseResult one) {
        return one.perRequest(one.hits());
    }

    private static double othersRatio(ClusterCaseResult one) {
        return one.perRequest(one.answers().others());
    }

    /** Reads of a disk for a request; what is in no column came with another request's read. */
    private static double diskRatio(ClusterCaseResult one) {
        return one.perRequest(one.reads());
    }

    private List<PaperClaim> claims() {
        return results.cases().stream()
                .filter(what -> what.policy().equals("lard-r") && !what.cooperation())
                .flatMap(what -> ofYardstick(what).stream()
                        .map(found -> PaperClaim.of("17", title(what), "2.5 at 6", "%.2f", found.median())))
                .toList();
    }

    private static String title(ClusterCase what) {
        return "LARD/R over weighted round robin, " + what.nodes() + " nodes";
    }

    private ResultColumns<ClusterCase> columns() {
        return new ResultColumns<ClusterCase>()
                .and("nodes", ClusterCase::nodes)
                .and("policy", "`%s`", ClusterCase::policy)
                .and("cooperation", ClusterCase::onOrOff)
                .and("requests/s", "%.0f", what -> results.median(what, ClusterCaseResult::throughput))
                .and("of wrr", "%.2f", what -> ofYardstick(what).map(MedianInterval::median))
                .and(
                        "interval",
                        what -> ofYardstick(what)
                                .map(found -> ReportTextFormat.format("%.2f to %.2f", found.low(), found.high())))
                .and("from the node's memory", "%.1f %%", what -> 100 * results.median(what, LardReport::hitRatio))
                .and("from other nodes' memory", "%.1f %%", what -> 100 * results.median(what, LardReport::othersRatio))
                .and("disk reads a request", "%.3f", what -> results.median(what, LardReport::diskRatio))
                .and("failed", what -> results.sum(what, ClusterCaseResult::failed));
    }

    /** Each round's throughput over that of weighted round robin in the same round, all else equal. */
    private Optional<MedianInterval> ofYardstick(ClusterCase what) {
        ClusterCase yardstick = new ClusterCase(what.nodes(), YARDSTICK, what.memory(), what.cooperation());
        return results.ratio(what, yardstick, ClusterCaseResult::throughput);
    }
}
