package io.gosling.bench.gos;

import io.gosling.bench.cluster.ClusterCase;
import io.gosling.bench.cluster.ClusterCaseResult;
import io.gosling.bench.cluster.ResponseSourceCounts;
import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.bench.figures.PaperFigure;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import io.gosling.tools.simulate.CooperativeMemoryModel;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The report of a run of {@code gosling bench gos}. */
record GosReport(Map<String, String> head, Trace trace, ExperimentResults<ClusterCase, ClusterCaseResult> results) {
    /** Of nodes as they are by default. */
    private static final String REPLACEMENT = "lfu-aging";

    static final ResultColumns<ClusterCaseResult> COLUMNS = ResponseSourceCounts.shares(
                    new ResultColumns<ClusterCaseResult>()
                            .and("round", ClusterCaseResult::round)
                            .and("nodes", one -> one.what().nodes())
                            .and("memory_mib", one -> one.what().memory() >> 20)
                            .and("cooperation", one -> one.what().onOrOff())
                            .and("requests", ClusterCaseResult::requests)
                            .and("seconds", "%.3f", ClusterCaseResult::seconds)
                            .and("throughput_rps", "%.1f", ClusterCaseResult::throughput)
                            .and("throughput_mib_s", "%.3f", ClusterCaseResult::megabytes),
                    ClusterCaseResult::answers)
            .and("failed", ClusterCaseResult::failed);

    FigureReport figures() {
        List<PaperFigure> figures = new ArrayList<>();
        figures.add(
                new PaperFigure("1", "requests", "nodes", "requests/s", "%,.0f", lines(ClusterCaseResult::throughput)));
        figures.add(new PaperFigure("2", "bytes", "nodes", "MiB/s", "%.2f", lines(ClusterCaseResult::megabytes)));
        for (long memory : values(ClusterCase::memory)) {
            ExperimentResults<ClusterCase, ClusterCaseResult> together =
                    results.where(one -> one.what().cooperation() && one.what().memory() == memory);
            if (!together.all().isEmpty()) {
                List<LineChart.Series> lines = new ArrayList<>();
                for (ResponseSourceCounts.Source source : ResponseSourceCounts.SOURCES) {
                    ToDoubleFunction<ClusterCaseResult> share = one -> 100 * source.share(one.answers());
                    lines.addAll(together.lines(one -> source.name(), ClusterCase::nodes, share));
                }
                String number = Integer.toString(figures.size() + 1);
                String title = "who had the bytes, with cooperation and " + (memory >> 20) + " MiB a node";
                figures.add(new PaperFigure(number, title, "nodes", "% of the answers", "%.1f", lines));
            }
        }
        String csv = COLUMNS.csv(results.all());
        String table = "\n" + Markdown.table(columns().table(results.cases()), "|---:|---:|---|---:|---:|---:|");
        return new FigureReport("The Global Object Space on real nodes", head, figures, claims(), table, csv);
    }

    private ResultColumns<ClusterCase> columns() {
        return new ResultColumns<ClusterCase>()
                .and("nodes", ClusterCase::nodes)
                .and("MiB a node", what -> what.memory() >> 20)
                .and("cooperation", ClusterCase::onOrOff)
                .and("requests/s", "%.0f", what -> results.median(what, ClusterCaseResult::throughput))
                .and(
                        "from other nodes' memory",
                        "%.1f %%",
                        what -> 100
                                * results.median(
                                        what,
                                        one -> one.answers().share(one.answers().others())))
                .and("failed", what -> results.sum(what, ClusterCaseResult::failed));
    }

    private List<PaperClaim> claims() {
        List<PaperClaim> claims = new ArrayList<>();
        List<Integer> counts = values(ClusterCase::nodes);
        int least = counts.getFirst();
        int most = counts.getLast();
        for (long memory : values(ClusterCase::memory)) {
            String each = ", " + (memory >> 20) + " MiB a node";
            ClusterCase on = new ClusterCase(most, "", memory, true);
            ClusterCase off = new ClusterCase(most, "", memory, false);
            if (results.has(on) && results.has(off)) {
                String found = results.ratioOfMedians(on, off, ClusterCaseResult::throughput) + " (bytes "
                        + results.ratioOfMedians(on, off, ClusterCaseResult::megabytes) + ")";
                String what = "with cooperation over without, " + most + " nodes" + each;
                claims.add(new PaperClaim("1", what, "3.7 at 16", found));
            }
            if (least < most) {
                String what = "speed-up from " + least + " to " + most + " nodes with cooperation, without" + each;
                String found = speedUp(on, least) + ", " + speedUp(off, least);
                claims.add(new PaperClaim("1", what, "4.77, 2.02 from 2 to 16", found));
            }
            if (results.has(on)) {
                double size = 100.0 * most * memory / trace.footprint();
                String what = ReportTextFormat.format(
                        "answers from a memory, all memories %.0f %% of the objects' bytes", size);
                String found = PaperClaim.percent(
                        results.median(on, one -> one.answers().fromMemory()));
                claims.add(new PaperClaim("3", what, "about 90 % at 13 %", found));
                found = PaperClaim.percent(results.median(
                        on, one -> one.answers().share(one.answers().own())));
                claims.add(
                        new PaperClaim("3", "answers from own memory, " + most + " nodes" + each, "up to 70 %", found));
                claims.add(PaperClaim.of(
                        "-",
                        "disk reads of " + most + " nodes over those of one memory as large as all" + each,
                        "not said",
                        "%.2f",
                        results.median(on, this::readsOverOneMemory)));
            }
        }
        claims.add(new PaperClaim(
                "-",
                "requests for the hottest tenth of the objects",
                "80 to 95 %",
                PaperClaim.percent(trace.hottest(0.1))));
        return claims;
    }

    /** Over the misses of a model of one node with the memory of all, which answers the same requests of the trace. */
    private double readsOverOneMemory(ClusterCaseResult one) {
        int end = trace.requests().length;
        int first = (int) Math.min(one.warmUp(), end / 2);
        long memory = one.what().nodes() * one.what().memory();
        double hits =
                CooperativeMemoryModel.hitRatio(trace.heavier(Trace.BESIDE_BODY), REPLACEMENT, memory, first, (int)
                        Math.min(first + one.requests(), end));
        return one.perRequest(one.reads()) / (1 - hits);
    }

    private static String line(ClusterCase what) {
        return "cooperation " + what.onOrOff() + ", " + (what.memory() >> 20) + " MiB";
    }

    private String speedUp(ClusterCase most, int least) {
        ClusterCase few = new ClusterCase(least, "", most.memory(), most.cooperation());
        return results.ratioOfMedians(most, few, ClusterCaseResult::throughput);
    }

    private List<LineChart.Series> lines(ToDoubleFunction<ClusterCaseResult> figure) {
        return results.lines(GosReport::line, ClusterCase::nodes, figure);
    }

    private <T> List<T> values(Function<ClusterCase, T> of) {
        return results.cases().stream().map(of).distinct().sorted().toList();
    }
}
