package io.gosling.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run has found, in the form of docs/performance.md, as JSON, and as raw lines.
 *
 * @param head machine, date, command and versions, in this order
 * @param rows that were asked for
 * @param samples everything that was measured
 * @param leftOut who was not there, and in which row
 */
record PeersReport(Map<String, String> head, List<Row> rows, List<Sample> samples, List<String> leftOut) {
    private static final String NONE = "-";

    /** Fixed lines, the table of goals, and a table of what each server took. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n| row | what | unit | goal | median | interval | gap |\n|---|---|---|---:|---:|---:|---:|\n");
        figures().forEach(figure -> text.append(line(figure)).append('\n'));
        Map<Row, Map<String, Double>> costs = costs();
        if (!costs.isEmpty()) {
            text.append("\nMedians, in microseconds of CPU a request (bytes where the row says so):\n\n");
            text.append(costTable(costs));
        }
        if (!leftOut.isEmpty()) {
            text.append("\nLeft out: ").append(String.join("; ", leftOut)).append(".\n");
        }
        return text.toString();
    }

    private List<Figure> figures() {
        return rows.stream().flatMap(row -> Figure.of(row, samples).stream()).toList();
    }

    private static String line(Figure figure) {
        Row row = figure.row();
        return String.join(
                " | ",
                "| `" + row.label() + "`",
                row.what(),
                row.unit().text(),
                row.goal().isPresent() ? figure.shown(row.goal().getAsDouble()) : NONE,
                figure.shown(figure.spread().median()),
                figure.shown(figure.spread().low()) + " to "
                        + figure.shown(figure.spread().high()),
                figure.gap().map(gap -> gap + " %").orElse(NONE) + " |");
    }

    private Map<Row, Map<String, Double>> costs() {
        return samples.stream()
                .collect(Collectors.groupingBy(
                        Sample::row,
                        TreeMap::new,
                        Collectors.groupingBy(
                                Sample::server,
                                TreeMap::new,
                                Collectors.collectingAndThen(Collectors.toList(), Figure::median))));
    }

    private String costTable(Map<Row, Map<String, Double>> costs) {
        List<String> servers =
                samples.stream().map(Sample::server).distinct().sorted().toList();
        StringBuilder text = new StringBuilder("| row | " + String.join(" | ", servers) + " |\n|---|");
        text.append("---:|".repeat(servers.size())).append('\n');
        costs.forEach((row, medians) -> {
            StringJoiner cells = new StringJoiner(" | ", "| `" + row.label() + "` | ", " |\n");
            servers.forEach(server -> cells.add(
                    medians.containsKey(server) ? String.format(Locale.ROOT, "%.2f", medians.get(server)) : NONE));
            text.append(cells);
        });
        return text.toString();
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

    private static String json(Figure figure) {
        Row row = figure.row();
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
