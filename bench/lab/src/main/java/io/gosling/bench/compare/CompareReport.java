package io.gosling.bench.compare;

import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.tools.report.BarChart;
import io.gosling.tools.report.HtmlReportPage;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The report of a run of {@code gosling bench compare}.
 *
 * @param goals whether a client asks one node for one body, of which goals tell
 */
record CompareReport(
        Map<String, String> head, ExperimentResults<ForwardingModeCase, ForwardingModeResult> results, boolean goals)
        implements Report.WithPage {
    private static final double FRONT_END_OVER_PROXY = 0.2;
    private static final double HANDOFF_MICROS = 250;
    private static final double HANDOFFS_A_SECOND = 3000;

    /** A column of the table, and a plot. */
    private record Shown(String title, String form, ToDoubleFunction<ForwardingModeResult> figure) {}

    private static final List<Shown> SHOWN = List.of(
            new Shown("requests/s", "%,.0f", ForwardingModeResult::perSecond),
            new Shown("MB/s", "%.1f", one -> one.bytesPerSecond() / 1e6),
            new Shown("mean delay, ms", "%.2f", one -> one.loadCounts().meanMillis()),
            new Shown("50 %, ms", "%.2f", one -> one.loadCounts().delayMillis(50)),
            new Shown("99 %, ms", "%.2f", one -> one.loadCounts().delayMillis(99)),
            new Shown("front-end's CPU, µs a request", "%.1f", ForwardingModeResult::frontEndMicros),
            new Shown("nodes' CPU, µs a request", "%.1f", ForwardingModeResult::nodeMicros));

    @Override
    public String csv() {
        return ForwardingModeResult.COLUMNS.csv(results.all());
    }

    @Override
    public String markdown() {
        return Markdown.facts(head)
                + "\nMedians of the rounds; what there is none of has a dash.\n\n"
                + table(rows())
                + (targets().size() == 1 ? "" : "\n" + table(targets()));
    }

    @Override
    public String html() {
        HtmlReportPage page = new HtmlReportPage("One load by every way").facts(head);
        page.plots(SHOWN.stream().map(this::bars).toList());
        page.section("Medians of the rounds").table(rows());
        if (targets().size() > 1) {
            page.section("Goals").table(targets());
        }
        return page.html();
    }

    private BarChart bars(Shown shown) {
        List<BarChart.Bar> bars = new ArrayList<>();
        for (ForwardingModeCase way : ways()) {
            results.interval(way, shown.figure()).ifPresent(found -> bars.add(found.bar(way.label(), BarChart.NONE)));
        }
        return new BarChart(shown.title(), "", bars);
    }

    private List<ForwardingModeCase> ways() {
        return results.cases().stream().sorted().toList();
    }

    private List<List<String>> rows() {
        ResultColumns<ForwardingModeCase> columns =
                new ResultColumns<ForwardingModeCase>().and("way", ForwardingModeCase::label);
        for (Shown shown : SHOWN) {
            columns = columns.and(shown.title(), shown.form(), way -> results.median(way, shown.figure()));
        }
        return columns.and("handoffs/s", "%,.1f", way -> results.median(way, ForwardingModeResult::handoffsPerSecond))
                .and("errors", way -> results.sum(way, one -> one.loadCounts().failed()))
                .table(ways());
    }

    private List<List<String>> targets() {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("goal", "wanted", "here")));
        for (ForwardingModeCase way : goals ? ways() : List.<ForwardingModeCase>of()) {
            if (way.hasFrontEnd() && way != ForwardingModeCase.PROXY) {
                results.ratio(way, ForwardingModeCase.PROXY, ForwardingModeResult::frontEndMicros)
                        .ifPresent(found -> rows.add(List.of(
                                "front-end's CPU a request, " + way.label() + " over proxy",
                                ReportTextFormat.format("%.2f or less", FRONT_END_OVER_PROXY),
                                found.text(found.median() <= FRONT_END_OVER_PROXY))));
            }
            results.interval(way, ForwardingModeResult::handoffMicros)
                    .ifPresent(found -> rows.add(List.of(
                            "a handoff's time, half of them, µs or less, " + way.label(),
                            ReportTextFormat.format("%.0f or less", HANDOFF_MICROS),
                            found.text(found.median() <= HANDOFF_MICROS))));
            results.interval(way, CompareReport::handoffsOfRequests)
                    .ifPresent(found -> rows.add(List.of(
                            "handoffs/s, " + way.label(),
                            ReportTextFormat.format("%.0f or more", HANDOFFS_A_SECOND),
                            found.text(found.median() >= HANDOFFS_A_SECOND))));
        }
        return rows;
    }

    /** Not a number unless nearly every request has one: kept connections are as many as clients, however fast. */
    private static double handoffsOfRequests(ForwardingModeResult one) {
        return 10 * one.cost().handoffs().taken() >= 9 * one.loadCounts().requests()
                ? one.handoffsPerSecond()
                : Double.NaN;
    }

    private static String table(List<List<String>> rows) {
        return Markdown.table(rows, "|---|" + "---:|".repeat(rows.getFirst().size() - 1));
    }
}
