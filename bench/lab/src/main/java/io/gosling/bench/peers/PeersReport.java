package io.gosling.bench.peers;

import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.tools.report.BarChart;
import io.gosling.tools.report.HtmlReportPage;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.ResultColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The report of a run: in the form of docs/performance.md, as a page with plots, as JSON, and as raw lines. */
record PeersReport(
        Map<String, String> head, List<ComparisonRow> rows, List<ComparisonSample> samples, List<String> leftOut)
        implements Report.WithPage {
    private static final String GOAL = "goal";
    private static final String MEDIANS = "Medians, in microseconds of CPU a request (bytes where the row says so):";

    @Override
    public String markdown() {
        StringBuilder text = new StringBuilder(Markdown.facts(head));
        text.append('\n').append(Markdown.table(Markdown.codeFirst(goals()), "|---|---|---|---:|---:|---:|---:|"));
        List<List<String>> costs = costs();
        if (costs.size() > 1) {
            text.append('\n').append(MEDIANS).append("\n\n");
            text.append(Markdown.table(
                    Markdown.codeFirst(costs),
                    "|---|" + "---:|".repeat(costs.getFirst().size() - 1)));
        }
        if (!leftOut.isEmpty()) {
            text.append("\nLeft out: ").append(String.join("; ", leftOut)).append(".\n");
        }
        return text.toString();
    }

    private List<List<String>> goals() {
        return new ResultColumns<ComparisonResult>()
                .and("row", figure -> figure.row().label)
                .and("what", figure -> figure.row().what)
                .and("unit", figure -> figure.row().unit.text)
                .and("goal", ComparisonResult::goal)
                .and("median", figure -> figure.shown(figure.interval().median()))
                .and(
                        "interval",
                        figure -> figure.shown(figure.interval().low()) + " to "
                                + figure.shown(figure.interval().high()))
                .and("gap", "%d %%", ComparisonResult::gap)
                .table(figures());
    }

    private List<ComparisonResult> figures() {
        return rows.stream()
                .flatMap(row -> ComparisonResult.of(row, samples).stream())
                .toList();
    }

    private ExperimentResults<ComparisonSample.Case, ComparisonSample> results() {
        return ComparisonSample.results(samples);
    }

    private List<ComparisonRow> measured() {
        return samples.stream().map(ComparisonSample::row).distinct().sorted().toList();
    }

    private List<String> servers() {
        return samples.stream()
                .map(ComparisonSample::server)
                .distinct()
                .sorted()
                .toList();
    }

    private List<List<String>> costs() {
        ResultColumns<ComparisonRow> columns = new ResultColumns<ComparisonRow>().and("row", row -> row.label);
        for (String server : servers()) {
            columns = columns.and(
                    server,
                    "%.2f",
                    row -> results().median(new ComparisonSample.Case(row, server), ComparisonSample::value));
        }
        return columns.table(measured());
    }

    @Override
    public String html() {
        List<BarChart> drawn = new ArrayList<>();
        drawn.add(new BarChart(
                "CPU time of a request, as a part of another server's",
                GOAL,
                figures().stream()
                        .filter(figure -> figure.row().unit != ComparisonRow.Unit.BYTES)
                        .map(figure -> figure.interval().bar(title(figure.row()), figure.row().goal))
                        .toList()));
        measured().forEach(row -> drawn.add(bars(row)));
        HtmlReportPage page = new HtmlReportPage("Beside other servers")
                .facts(head)
                .table(goals())
                .plots(drawn);
        page.text(MEDIANS).table(costs());
        leftOut.forEach(page::text);
        return page.html();
    }

    private BarChart bars(ComparisonRow row) {
        boolean bytes = row.unit == ComparisonRow.Unit.BYTES;
        List<BarChart.Bar> bars = new ArrayList<>();
        for (String server : servers()) {
            double goal = bytes && server.equals(OwnServers.NAME) ? row.goal : BarChart.NONE;
            results()
                    .interval(new ComparisonSample.Case(row, server), ComparisonSample::value)
                    .ifPresent(found -> bars.add(found.bar(server, goal)));
        }
        return new BarChart(
                row.label + ": " + row.what + (bytes ? ", bytes" : ", microseconds of CPU a request"), GOAL, bars);
    }

    private static String title(ComparisonRow row) {
        return row.label + ": " + row.what + ", " + row.unit.text;
    }

    @Override
    public String csv() {
        return ComparisonSample.COLUMNS.csv(samples);
    }
}
