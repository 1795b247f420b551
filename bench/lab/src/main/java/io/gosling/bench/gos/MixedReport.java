package io.gosling.bench.gos;

import io.gosling.bench.figures.Claim;
import io.gosling.bench.figures.Figure;
import io.gosling.bench.figures.FigureReport;
import io.gosling.tools.report.Plot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The report on a cluster of unlike nodes.
 *
 * @param head machine, date, command, versions, and what is emulated
 */
record MixedReport(Map<String, String> head, Found found) {
    static final String CSV_HEAD =
            "node,transport,heap,cpu_percent,locale,charset,jvm,alone_rps,capacity_share,request_share,"
                    + "own_ratio,home_ratio,peer_ratio,store_ratio\n";

    /**
     * One node's part.
     *
     * @param alone requests a second, when it alone was asked and asked no other
     * @param together its answers behind the front-end
     */
    record Row(MixedNode node, double alone, Answers together) {}

    /**
     * @param rows of the nodes in their order
     * @param compared answers
     * @param wrong of them
     * @param throughput requests a second of all together, behind the front-end
     */
    record Found(List<Row> rows, long compared, long wrong, double throughput) {}

    /** Names of the figures, and then those of each node. */
    private List<List<String>> table() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of(CSV_HEAD.strip().split(",")));
        for (int i = 0; i < found.rows().size(); i++) {
            MixedNode node = found.rows().get(i).node();
            Answers answers = found.rows().get(i).together();
            lines.add(List.of(
                    "n" + (i + 1),
                    node.transport(),
                    node.heap(),
                    Integer.toString(node.percent()),
                    node.language(),
                    node.charset(),
                    node.compiles(),
                    String.format(Locale.ROOT, "%.1f", found.rows().get(i).alone()),
                    ratio(capacity(i)),
                    ratio(requests(i)),
                    ratio(answers.share(answers.own())),
                    ratio(answers.share(answers.home())),
                    ratio(answers.share(answers.peer())),
                    ratio(answers.share(answers.store()))));
        }
        return lines;
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    String csv() {
        return table().stream().map(line -> String.join(",", line) + "\n").collect(Collectors.joining());
    }

    FigureReport figures() {
        Figure figure = new Figure(
                "1",
                "load and capacity of unlike nodes",
                "node",
                "% of all",
                "%.1f",
                List.of(
                        new Plot.Series("requests behind the front-end", points(this::requests)),
                        new Plot.Series("what it carries alone", points(this::capacity))));
        return new FigureReport("One cluster of unlike nodes", head, List.of(figure), claims());
    }

    private List<Claim> claims() {
        double most = 0;
        for (int i = 0; i < found.rows().size(); i++) {
            most = Math.max(most, Math.abs(requests(i) - capacity(i)));
        }
        return List.of(
                new Claim(
                        "-",
                        "unlike nodes in one cluster answer rightly",
                        "four machines, two systems",
                        found.wrong() + " of " + found.compared() + " answers wrong"),
                new Claim(
                        "1",
                        "a node's part of the requests and of the capacity, largest difference",
                        "not said",
                        String.format(Locale.ROOT, "%.1f points", 100 * most)),
                new Claim(
                        "1",
                        "requests/s of all together, and of each alone added up",
                        "not said",
                        String.format(
                                Locale.ROOT,
                                "%.0f, %.0f",
                                found.throughput(),
                                found.rows().stream().mapToDouble(Row::alone).sum())));
    }

    /** Nodes, then what is claimed. */
    String markdown() {
        List<String> lines = table().stream()
                .map(line -> "| " + String.join(" | ", line) + " |\n")
                .toList();
        String rule = "|---|---|---|--:|---|---|---|" + "--:|".repeat(7) + "\n";
        return figures().markdown() + "\n" + lines.getFirst() + rule + String.join("", lines.subList(1, lines.size()));
    }

    private double capacity(int node) {
        double all = found.rows().stream().mapToDouble(Row::alone).sum();
        return all == 0 ? 0 : found.rows().get(node).alone() / all;
    }

    private double requests(int node) {
        double all =
                found.rows().stream().mapToLong(row -> row.together().all()).sum();
        return all == 0 ? 0 : found.rows().get(node).together().all() / all;
    }

    private List<Plot.Point> points(IntToDoubleFunction share) {
        List<Plot.Point> points = new ArrayList<>();
        for (int i = 0; i < found.rows().size(); i++) {
            points.add(new Plot.Point(i + 1, 100 * share.applyAsDouble(i)));
        }
        return points;
    }
}
