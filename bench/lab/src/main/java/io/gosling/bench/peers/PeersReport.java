package io.gosling.bench.peers;

import io.gosling.bench.process.MedianInterval;
import io.gosling.tools.report.Bars;
import io.gosling.tools.report.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report of a run: in the form of docs/performance.md, as a page with plots, as JSON, and as raw lines.
 *
 * @param head machine, date, command and versions, in this order
 * @param rows that were asked for
 * @param samples everything that was measured
 * @param leftOut the servers that were missing, with the row
 */
record PeersReport(Map<String, String> head, List<PeerRow> rows, List<Sample> samples, List<String> leftOut) {
    private static final String NONE = "-";
    private static final String GOAL = "goal";
    private static final List<String> COLUMNS = List.of("row", "what", "unit", "goal", "median", "interval", "gap");

    /** Fixed lines, the table of goals, and a table of what each server took. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n").append(line(COLUMNS)).append("|---|---|---|---:|---:|---:|---:|\n");
        figures().forEach(figure -> text.append(line(quotedFirst(cells(figure)))));
        List<List<String>> costs = costs();
        if (costs.size() > 1) {
            text.append("\nMedians, in microseconds of CPU a request (bytes where the row says so):\n\n");
            text.append(line(costs.getFirst())).append("|---|");
            text.append("---:|".repeat(costs.getFirst().size() - 1)).append('\n');
            costs.subList(1, costs.size()).forEach(row -> text.append(line(quotedFirst(row))));
        }
        if (!leftOut.isEmpty()) {
            text.append("\nLeft out: ").append(String.join("; ", leftOut)).append(".\n");
        }
        return text.toString();
    }

    private List<PeerResult> figures() {
        return rows.stream().flatMap(row -> PeerResult.of(row, samples).stream()).toList();
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static List<String> quotedFirst(List<String> cells) {
        List<String> quoted = new ArrayList<>(cells);
        quoted.set(0, "`" + cells.getFirst() + "`");
        return quoted;
    }

    private static List<String> cells(PeerResult figure) {
        PeerRow row = figure.row();
        return List.of(
                row.label(),
                row.what(),
                row.unit().text(),
                row.goal().isPresent() ? figure.shown(row.goal().getAsDouble()) : NONE,
                figure.shown(figure.spread().median()),
                figure.shown(figure.spread().low()) + " to "
                        + figure.shown(figure.spread().high()),
                figure.gap().map(gap -> gap + " %").orElse(NONE));
    }

    /** The spreads of all samples, by rows in their order and by servers. */
    private Map<PeerRow, Map<String, MedianInterval>> spreads() {
        return samples.stream()
                .collect(Collectors.groupingBy(
                        Sample::row,
                        TreeMap::new,
                        Collectors.groupingBy(
                                Sample::server,
                                TreeMap::new,
                                Collectors.collectingAndThen(Collectors.toList(), PeersReport::spread))));
    }

    private static MedianInterval spread(List<Sample> of) {
        return MedianInterval.of(of.stream().mapToDouble(Sample::value).toArray());
    }

    /** The table of medians: server names, and for each row the median of each server. */
    private List<List<String>> costs() {
        List<String> servers =
                samples.stream().map(Sample::server).distinct().sorted().toList();
        List<List<String>> table = new ArrayList<>();
        table.add(Stream.concat(Stream.of(COLUMNS.getFirst()), servers.stream()).toList());
        spreads().forEach((row, found) -> {
            List<String> cells = new ArrayList<>(List.of(row.label()));
            for (String server : servers) {
                MedianInterval spread = found.get(server);
                cells.add(spread == null ? NONE : String.format(Locale.ROOT, "%.2f", spread.median()));
            }
            table.add(cells);
        });
        return table;
    }

    /** The HTML page: tables, a bar for each comparison beside its goal, and for each row one for each server. */
    String html() {
        List<Bars> drawn = new ArrayList<>();
        drawn.add(new Bars(
                "CPU time of a request, as a part of another server's",
                GOAL,
                figures().stream()
                        .filter(figure -> figure.row().unit() != PeerRow.Unit.BYTES)
                        .map(figure -> bar(
                                figure.row().label() + ": " + figure.row().what() + ", "
                                        + figure.row().unit().text(),
                                figure.spread(),
                                figure.row().goal().orElse(Bars.NONE)))
                        .toList()));
        spreads().forEach((row, found) -> drawn.add(servers(row, found)));
        List<List<String>> rows = new ArrayList<>(List.of(COLUMNS));
        figures().forEach(figure -> rows.add(cells(figure)));
        Page page = new Page("Beside other servers").facts(head).table(rows).plots(drawn);
        page.text("Medians, in microseconds of CPU a request (bytes where the row says so):");
        page.table(costs());
        leftOut.forEach(page::text);
        return page.html();
    }

    private static Bars servers(PeerRow row, Map<String, MedianInterval> found) {
        boolean bytes = row.unit() == PeerRow.Unit.BYTES;
        List<Bars.Bar> bars = new ArrayList<>();
        found.forEach((server, spread) -> {
            boolean bounded = bytes && server.equals(GoslingServer.NAME);
            bars.add(bar(server, spread, bounded ? row.goal().orElse(Bars.NONE) : Bars.NONE));
        });
        return new Bars(
                row.label() + ": " + row.what() + (bytes ? ", bytes" : ", microseconds of CPU a request"), GOAL, bars);
    }

    private static Bars.Bar bar(String name, MedianInterval spread, double goal) {
        return new Bars.Bar(name, spread.median(), spread.low(), spread.high(), goal);
    }

    /** Every sample, one a line, with a line of names. */
    String csv() {
        return Sample.CSV_HEADER + "\n"
                + samples.stream().map(sample -> sample.csv() + "\n").collect(Collectors.joining());
    }

    /** One object: the fixed lines, the figures, and every sample as in {@link #csv}. */
    String json() {
        StringJoiner fields = new StringJoiner(",", "{", "}\n");
        head.forEach((name, value) -> fields.add(quoted(name) + ":" + quoted(value)));
        fields.add("\"rows\":" + figures().stream().map(PeersReport::json).collect(Collectors.joining(",", "[", "]")));
        fields.add("\"samples\":" + samples.stream().map(PeersReport::json).collect(Collectors.joining(",", "[", "]")));
        return fields.toString();
    }

    private static String json(PeerResult figure) {
        PeerRow row = figure.row();
        StringJoiner fields = new StringJoiner(",", "{", "}");
        fields.add("\"row\":" + quoted(row.label()))
                .add("\"unit\":" + quoted(row.unit().text()));
        row.goal().ifPresent(goal -> fields.add("\"goal\":" + figure.shown(goal)));
        fields.add("\"median\":" + figure.shown(figure.spread().median()));
        fields.add("\"low\":" + figure.shown(figure.spread().low()));
        fields.add("\"high\":" + figure.shown(figure.spread().high()));
        figure.gap().ifPresent(gap -> fields.add("\"gapPercent\":" + gap));
        return fields.toString();
    }

    private static String json(Sample sample) {
        return String.format(
                Locale.ROOT,
                "{\"row\":%s,\"round\":%d,\"server\":%s,\"value\":%.3f,\"requests\":%d,\"seconds\":%.3f%s}",
                quoted(sample.row().label()),
                sample.round(),
                quoted(sample.server()),
                sample.value(),
                sample.requests(),
                sample.seconds(),
                Double.isNaN(sample.elsewhere())
                        ? ""
                        : String.format(Locale.ROOT, ",\"elsewhere\":%.3f", sample.elsewhere()));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
