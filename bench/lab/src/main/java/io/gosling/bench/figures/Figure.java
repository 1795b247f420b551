package io.gosling.bench.figures;

import io.gosling.tools.report.Axis;
import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Plot;
import io.gosling.tools.report.Text;
import io.gosling.tools.simulate.SimulationResult;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A figure of a paper, drawn again. */
public record Figure(String number, String title, String across, String up, String form, List<Plot.Series> lines) {
    public static final Columns<Drawn> COLUMNS = new Columns<Drawn>()
            .and("figure", drawn -> drawn.figure().number())
            .and("line", drawn -> quoted(drawn.line().name()))
            .and("across", drawn -> quoted(drawn.figure().across()))
            .and("at", drawn -> number(drawn.point().across()))
            .and("shown", drawn -> quoted(drawn.figure().up()))
            .and("value", "%.4f", drawn -> drawn.point().up());

    /** A point in its line and its figure. */
    public record Drawn(Figure figure, Plot.Series line, Plot.Point point) {}

    /** Of simulated clusters by the number of their nodes, each in its line. */
    static Figure overNodes(
            String number,
            String title,
            String up,
            String form,
            List<SimulationResult> outcomes,
            Function<SimulationResult, String> line,
            ToDoubleFunction<SimulationResult> figure) {
        List<Plot.Series> lines = Plot.lines(outcomes, line, one -> one.setup().nodes(), figure);
        return new Figure(number, title, "nodes", up, form, lines);
    }

    Stream<Drawn> drawn() {
        return lines.stream().flatMap(line -> line.points().stream().map(point -> new Drawn(this, line, point)));
    }

    private static String quoted(String text) {
        return text.contains(",") ? '"' + text + '"' : text;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Text.format("%.2f", value);
    }

    String markdown() {
        List<Double> places = lines.stream()
                .flatMap(line -> line.points().stream())
                .map(Plot.Point::across)
                .distinct()
                .sorted()
                .toList();
        Columns<Plot.Series> columns = new Columns<Plot.Series>().and(up + " \\ " + across, Plot.Series::name);
        for (double at : places) {
            columns = columns.and(
                    number(at),
                    form,
                    line -> line.points().stream()
                            .filter(point -> point.across() == at)
                            .map(Plot.Point::up)
                            .findFirst());
        }
        return "\nFigure " + number + ": " + title + "\n\n" + Markdown.table(columns.table(lines));
    }

    Plot plot() {
        return new Plot("Figure " + number + ": " + title, Axis.linear(across), Axis.linear(up), lines);
    }
}
