package io.gosling.bench.figures;

import io.gosling.tools.report.Axis;
import io.gosling.tools.report.Plot;
import io.gosling.tools.simulate.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A figure of a paper, drawn again.
 *
 * @param number in the paper
 * @param across the quantity on the horizontal axis, with the unit
 * @param up the quantity on the vertical axis, with the unit
 * @param form of a value in a table
 * @param lines with a point for each value on the horizontal axis
 */
public record Figure(String number, String title, String across, String up, String form, List<Plot.Series> lines) {
    /** The columns of {@link #csv}. */
    public static final String CSV_HEAD = "figure,line,across,at,shown,value\n";

    /** Of simulated clusters by the number of their nodes, each in its line. */
    static Figure overNodes(
            String number,
            String title,
            String up,
            String form,
            List<Outcome> outcomes,
            Function<Outcome, String> line,
            ToDoubleFunction<Outcome> figure) {
        return new Figure(
                number,
                title,
                "nodes",
                up,
                form,
                lines(outcomes, line, one -> one.setup().nodes(), figure));
    }

    /** In the order in which they come. */
    static List<Plot.Series> lines(
            List<Outcome> outcomes,
            Function<Outcome, String> line,
            ToDoubleFunction<Outcome> across,
            ToDoubleFunction<Outcome> up) {
        Map<String, List<Plot.Point>> lines = new LinkedHashMap<>();
        outcomes.forEach(one -> lines.computeIfAbsent(line.apply(one), name -> new ArrayList<>())
                .add(new Plot.Point(across.applyAsDouble(one), up.applyAsDouble(one))));
        return lines.entrySet().stream()
                .map(entry -> new Plot.Series(entry.getKey(), entry.getValue()))
                .toList();
    }

    String csv() {
        StringBuilder text = new StringBuilder();
        for (Plot.Series line : lines) {
            for (Plot.Point point : line.points()) {
                text.append(String.format(
                        Locale.ROOT,
                        "%s,%s,%s,%s,%s,%.4f%n",
                        number,
                        quoted(line.name()),
                        quoted(across),
                        number(point.across()),
                        quoted(up),
                        point.up()));
            }
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return text.contains(",") ? '"' + text + '"' : text;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }

    String markdown() {
        List<Double> columns = lines.stream()
                .flatMap(line -> line.points().stream())
                .map(Plot.Point::across)
                .distinct()
                .sorted()
                .toList();
        StringBuilder text =
                new StringBuilder("\nFigure " + number + ": " + title + "\n\n| " + up + " \\ " + across + " | ");
        text.append(columns.stream().map(Figure::number).collect(Collectors.joining(" | ")))
                .append(" |\n|---|")
                .append("--:|".repeat(columns.size()))
                .append('\n');
        for (Plot.Series line : lines) {
            text.append("| ").append(line.name()).append(" |");
            for (double column : columns) {
                String cell = line.points().stream()
                        .filter(point -> point.across() == column)
                        .map(point -> String.format(Locale.ROOT, form, point.up()))
                        .findFirst()
                        .orElse("-");
                text.append(' ').append(cell).append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }

    Plot plot() {
        return new Plot("Figure " + number + ": " + title, Axis.linear(across), Axis.linear(up), lines);
    }
}
