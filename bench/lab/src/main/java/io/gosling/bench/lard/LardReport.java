package io.gosling.bench.lard;

import io.gosling.bench.experiment.MedianInterval;
import io.gosling.bench.experiment.Results;
import io.gosling.bench.figures.Claim;
import io.gosling.bench.figures.Figure;
import io.gosling.bench.figures.FigureReport;
import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Plot;
import io.gosling.tools.report.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The report of a run of {@code gosling bench lard}. */
record LardReport(Map<String, String> head, Results<LardCase, LardResult> results) {
    private static final String YARDSTICK = "wrr";

    FigureReport figures() {
        List<Plot.Series> lines = results.lines(LardCase::line, LardCase::nodes, LardResult::throughput);
        return new FigureReport(
                "The front-end's policies on real nodes",
                head,
                List.of(new Figure("17", "requests of real nodes", "nodes", "requests/s", "%,.0f", lines)),
                claims(),
                "\n" + Markdown.table(columns().table(results.cases()), "|---:|---|---|" + "---:|".repeat(7)),
                LardResult.COLUMNS.csv(results.all()));
    }

    private List<Claim> claims() {
        return results.cases().stream()
                .filter(what -> what.policy().equals("lard-r") && !what.cooperation())
                .flatMap(what -> ofYardstick(what).stream()
                        .map(found -> Claim.of("17", title(what), "2.5 at 6", "%.2f", found.median())))
                .toList();
    }

    private static String title(LardCase what) {
        return "LARD/R over weighted round robin, " + what.nodes() + " nodes";
    }

    private Columns<LardCase> columns() {
        return new Columns<LardCase>()
                .and("nodes", LardCase::nodes)
                .and("policy", "`%s`", LardCase::policy)
                .and("cooperation", LardCase::onOrOff)
                .and("requests/s", "%.0f", what -> results.median(what, LardResult::throughput))
                .and("of wrr", "%.2f", what -> ofYardstick(what).map(MedianInterval::median))
                .and(
                        "interval",
                        what -> ofYardstick(what).map(found -> Text.format("%.2f to %.2f", found.low(), found.high())))
                .and("from the node's memory", "%.1f %%", what -> 100 * results.median(what, LardResult::hitRatio))
                .and("from other nodes' memory", "%.1f %%", what -> 100 * results.median(what, LardResult::othersRatio))
                .and("disk reads a request", "%.3f", what -> results.median(what, LardResult::diskRatio))
                .and("failed", what -> results.sum(what, one -> one.found().failed()));
    }

    /** Each round's throughput over that of weighted round robin in the same round, all else equal. */
    private Optional<MedianInterval> ofYardstick(LardCase what) {
        LardCase yardstick = new LardCase(what.nodes(), YARDSTICK, what.cooperation());
        return results.ratio(what, yardstick, LardResult::throughput);
    }
}
