package io.gosling.tools.simulate;

import io.gosling.tools.report.ChartAxis;
import io.gosling.tools.report.HtmlReportPage;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report on simulated clusters for one trace: tables with policies down, and across the first parameter in which
 * the clusters differ.
 */
record SimulationReport(Map<String, String> head, Trace trace, List<SimulationResult> outcomes)
        implements Report.WithPage {
    /** A figure that is worth a table and a plot. */
    private record Shown(String title, String unit, String form, ToDoubleFunction<SimulationResult> figure) {}

    private static final Shown MISSES = new Shown("Misses", "misses, %", "%.1f", outcome -> 100 * outcome.missRatio());

    private static final List<Shown> ALL = List.of(
            new Shown("Throughput", "requests/s", "%,.0f", SimulationResult::throughput),
            MISSES,
            new Shown("Idle time", "idle, %", "%.1f", outcome -> 100 * outcome.idleFraction()),
            new Shown("Delay", "delay, ms", "%.2f", SimulationResult::delayMillis),
            new Shown(
                    "Delay of 99 %",
                    "delay of 99 %, ms", "%.2f", outcome -> outcome.delay().p99()));

    /** Plots of their own, and columns of the table of all figures. */
    private static final List<Shown> DELAYS = List.of(
            new Shown(
                    "Delay of 50 %",
                    "median, ms", "%.2f", outcome -> outcome.delay().median()),
            new Shown(
                    "Delay of 95 %",
                    "95 %, ms", "%.2f", outcome -> outcome.delay().p95()));

    @Override
    public String csv() {
        StringBuilder text = new StringBuilder(outcomes.getFirst().csvHead());
        outcomes.forEach(outcome -> text.append(outcome.csv()));
        return text.toString();
    }

    @Override
    public String markdown() {
        StringBuilder text = new StringBuilder(Markdown.facts(head));
        text.append("\nTrace: " + trace.name() + ", " + trace.whence() + ".\n");
        unreached().forEach(line -> text.append('\n').append(line).append('\n'));
        ALL.forEach(shown -> table(text, shown));
        return text.toString();
    }

    @Override
    public String html() {
        HtmlReportPage page = new HtmlReportPage("What a cluster would do with " + trace.name())
                .facts(head)
                .text("Trace: " + trace.whence() + ". Each line is a policy; all have as many requests under way as the"
                        + " admission limit allows.");
        unreached().forEach(page::text);
        page.plots(plots());
        page.section("Figures");
        page.table(rows());
        return page.html();
    }

    private List<Double> values(SweepParameter across) {
        return outcomes.stream()
                .map(outcome -> across.of(outcome.setup()))
                .distinct()
                .sorted()
                .toList();
    }

    private List<LineChart> plots() {
        SweepParameter across = SweepParameter.across(outcomes);
        List<LineChart> plots = new ArrayList<>();
        Stream.concat(ALL.stream(), DELAYS.stream()).forEach(shown -> plots.add(plot(shown, across)));
        if (across != SweepParameter.CACHE && !SweepParameter.CACHE.follows(across, outcomes)) {
            plots.add(plot(MISSES, SweepParameter.CACHE));
        }
        return plots;
    }

    List<String> unreached() {
        return outcomes.stream()
                .filter(outcome -> !outcome.unreached().isEmpty())
                .map(outcome -> ReportTextFormat.format(
                        "With %s and %d nodes all was answered after %.3f s, so that nothing came of: %s.",
                        outcome.setup().strategy().label(),
                        outcome.setup().nodes(),
                        outcome.seconds(),
                        outcome.unreached()))
                .toList();
    }

    private LineChart plot(Shown shown, SweepParameter across) {
        List<LineChart.Series> series = LineChart.lines(
                outcomes,
                outcome -> SweepParameter.line(outcome, across, outcomes),
                outcome -> across.of(outcome.setup()),
                shown.figure);
        return new LineChart(shown.title, across.axis(values(across)), ChartAxis.linear(shown.unit), series);
    }

    private List<List<String>> rows() {
        SweepParameter across = SweepParameter.across(outcomes);
        ResultColumns<SimulationResult> columns = new ResultColumns<SimulationResult>()
                .and(
                        "policy",
                        outcome -> SweepParameter.line(outcome, across, outcomes)
                                + (across == SweepParameter.NODES
                                        ? ""
                                        : ", " + across.label(across.of(outcome.setup()))))
                .and("nodes", outcome -> outcome.setup().nodes());
        for (Shown shown : Stream.concat(ALL.stream(), DELAYS.stream()).toList()) {
            columns = columns.and(shown.unit, shown.form, shown.figure::applyAsDouble);
        }
        return columns.and(
                        "between nodes, ms", "%.2f", outcome -> outcome.delay().difference())
                .and("from other nodes, %", "%.1f", outcome -> 100.0 * outcome.remote() / outcome.requests())
                .table(outcomes);
    }

    private void table(StringBuilder text, Shown shown) {
        SweepParameter across = SweepParameter.across(outcomes);
        Map<String, List<SimulationResult>> lines = outcomes.stream()
                .collect(Collectors.groupingBy(
                        outcome -> SweepParameter.line(outcome, across, outcomes),
                        LinkedHashMap::new,
                        Collectors.toList()));
        ResultColumns<Map.Entry<String, List<SimulationResult>>> columns =
                new ResultColumns<Map.Entry<String, List<SimulationResult>>>().and(shown.unit, Map.Entry::getKey);
        for (double value : values(across)) {
            columns = columns.and(
                    across.label(value),
                    shown.form,
                    line -> line.getValue().stream()
                            .filter(outcome -> across.of(outcome.setup()) == value)
                            .map(shown.figure::applyAsDouble)
                            .findFirst());
        }
        text.append('\n').append(Markdown.table(columns.table(lines.entrySet())));
    }
}
