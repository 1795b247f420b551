package io.gosling.bench.peers;

import io.gosling.bench.experiment.Results;
import io.gosling.common.Json;
import io.gosling.tools.report.Bars;
import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Page;
import io.gosling.tools.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report of a run: in the form of docs/performance.md, as a page with plots, as JSON, and as raw lines. */
record PeersReport(Map<String, String> head, List<PeerRow> rows, List<Sample> samples, List<String> leftOut)
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
        return new Columns<PeerResult>()
                .and("row", figure -> figure.row().label)
                .and("what", figure -> figure.row().what)
                .and("unit", figure -> figure.row().unit.text)
                .and("goal", PeerResult::goal)
                .and("median", figure -> figure.shown(figure.interval().median()))
                .and(
                        "interval",
                        figure -> figure.shown(figure.interval().low()) + " to "
                                + figure.shown(figure.interval().high()))
                .and("gap", "%d %%", PeerResult::gap)
                .table(figures());
    }

    private List<PeerResult> figures() {
        return rows.stream()
                .flatMap(row -> PeerResult.of(row, samples).stream())
                .toList();
    }

    private Results<Sample.Case, Sample> results() {
        return Sample.results(samples);
    }

    private List<PeerRow> measured() {
        return samples.stream().map(Sample::row).distinct().sorted().toList();
    }

    private List<String> servers() {
        return samples.stream().map(Sample::server).distinct().sorted().toList();
    }

    private List<List<String>> costs() {
        Columns<PeerRow> columns = new Columns<PeerRow>().and("row", row -> row.label);
        for (String server : servers()) {
            columns = columns.and(server, "%.2f", row -> results().median(new Sample.Case(row, server), Sample::value));
        }
        return columns.table(measured());
    }

    @Override
    public String html() {
        List<Bars> drawn = new ArrayList<>();
        drawn.add(new Bars(
                "CPU time of a request, as a part of another server's",
                GOAL,
                figures().stream()
                        .filter(figure -> figure.row().unit != PeerRow.Unit.BYTES)
                        .map(figure -> figure.interval().bar(title(figure.row()), figure.row().goal))
                        .toList()));
        measured().forEach(row -> drawn.add(bars(row)));
        Page page = new Page("Beside other servers").facts(head).table(goals()).plots(drawn);
        page.text(MEDIANS).table(costs());
        leftOut.forEach(page::text);
        return page.html();
    }

    private Bars bars(PeerRow row) {
        boolean bytes = row.unit == PeerRow.Unit.BYTES;
        List<Bars.Bar> bars = new ArrayList<>();
        for (String server : servers()) {
            double goal = bytes && server.equals(OwnServers.NAME) ? row.goal : Bars.NONE;
            results()
                    .interval(new Sample.Case(row, server), Sample::value)
                    .ifPresent(found -> bars.add(found.bar(server, goal)));
        }
        return new Bars(
                row.label + ": " + row.what + (bytes ? ", bytes" : ", microseconds of CPU a request"), GOAL, bars);
    }

    private static String title(PeerRow row) {
        return row.label + ": " + row.what + ", " + row.unit.text;
    }

    @Override
    public String csv() {
        return Sample.COLUMNS.csv(samples);
    }

    String json() {
        Map<String, Object> fields = new LinkedHashMap<>(head);
        fields.put("rows", figures().stream().map(PeerResult.FIELDS::fields).toList());
        fields.put("samples", samples.stream().map(Sample.COLUMNS::fields).toList());
        return Json.write(fields) + "\n";
    }
}
