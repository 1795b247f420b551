package io.gosling.bench.gos;

import io.gosling.bench.experiment.Results;
import io.gosling.bench.figures.Claim;
import io.gosling.bench.figures.Figure;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.fleet.Answers;
import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Plot;
import io.gosling.tools.report.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The report of a run of {@code gosling bench gos}.
 *
 * @param hottest the share of requests for the most requested tenth of the objects, 0 to 1
 */
record GosReport(Map<String, String> head, long footprint, double hottest, Results<GosCase, GosResult> results) {
    FigureReport figures() {
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("1", "requests", "nodes", "requests/s", "%,.0f", lines(GosResult::throughput)));
        figures.add(new Figure("2", "bytes", "nodes", "MiB/s", "%.2f", lines(GosResult::megabytes)));
        for (long memory : values(GosCase::memory)) {
            Results<GosCase, GosResult> together =
                    results.where(one -> one.what().cooperation() && one.what().memory() == memory);
            if (!together.all().isEmpty()) {
                List<Plot.Series> lines = new ArrayList<>();
                for (Answers.Source source : Answers.SOURCES) {
                    ToDoubleFunction<GosResult> share = one -> 100 * source.share(one.answers());
                    lines.addAll(together.lines(one -> source.name(), GosCase::nodes, share));
                }
                String number = Integer.toString(figures.size() + 1);
                String title = "who had the bytes, with cooperation and " + (memory >> 20) + " MiB a node";
                figures.add(new Figure(number, title, "nodes", "% of the answers", "%.1f", lines));
            }
        }
        String csv = GosResult.COLUMNS.csv(results.all());
        String table = "\n" + Markdown.table(columns().table(results.cases()), "|---:|---:|---|---:|---:|---:|");
        return new FigureReport("The Global Object Space on real nodes", head, figures, claims(), table, csv);
    }

    private Columns<GosCase> columns() {
        return new Columns<GosCase>()
                .and("nodes", GosCase::nodes)
                .and("MiB a node", what -> what.memory() >> 20)
                .and("cooperation", GosCase::onOrOff)
                .and("requests/s", "%.0f", what -> results.median(what, GosResult::throughput))
                .and("from other nodes' memory", "%.1f %%", what -> 100 * results.median(what, GosResult::othersRatio))
                .and("failed", what -> results.sum(what, GosResult::failed));
    }

    private List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        List<Integer> counts = values(GosCase::nodes);
        int least = counts.getFirst();
        int most = counts.getLast();
        for (long memory : values(GosCase::memory)) {
            String each = ", " + (memory >> 20) + " MiB a node";
            GosCase on = new GosCase(most, memory, true);
            GosCase off = new GosCase(most, memory, false);
            if (results.has(on) && results.has(off)) {
                String found = results.ratioOfMedians(on, off, GosResult::throughput) + " (bytes "
                        + results.ratioOfMedians(on, off, GosResult::megabytes) + ")";
                String what = "with cooperation over without, " + most + " nodes" + each;
                claims.add(new Claim("1", what, "3.7 at 16", found));
            }
            if (least < most) {
                String what = "speed-up from " + least + " to " + most + " nodes with cooperation, without" + each;
                String found = speedUp(on, least) + ", " + speedUp(off, least);
                claims.add(new Claim("1", what, "4.77, 2.02 from 2 to 16", found));
            }
            if (results.has(on)) {
                double size = 100.0 * most * memory / footprint;
                String what = Text.format("answers from a memory, all memories %.0f %% of the objects' bytes", size);
                String found =
                        Claim.percent(results.median(on, one -> one.answers().fromMemory()));
                claims.add(new Claim("3", what, "about 90 % at 13 %", found));
                found = Claim.percent(results.median(on, GosResult::ownRatio));
                claims.add(new Claim("3", "answers from own memory, " + most + " nodes" + each, "up to 70 %", found));
            }
        }
        claims.add(
                new Claim("-", "requests for the hottest tenth of the objects", "80 to 95 %", Claim.percent(hottest)));
        return claims;
    }

    private String speedUp(GosCase most, int least) {
        GosCase few = new GosCase(least, most.memory(), most.cooperation());
        return results.ratioOfMedians(most, few, GosResult::throughput);
    }

    private List<Plot.Series> lines(ToDoubleFunction<GosResult> figure) {
        return results.lines(GosCase::line, GosCase::nodes, figure);
    }

    private <T> List<T> values(Function<GosCase, T> of) {
        return results.cases().stream().map(of).distinct().sorted().toList();
    }
}
