package io.gosling.bench.figures;

import io.gosling.tools.report.ChartAxis;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import io.gosling.tools.simulate.SimulationResult;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A figure of a paper, drawn again. */
public record PaperFigure(
        String number, String title, String across, String up, String form, List<LineChart.Series> lines) {
    public static final ResultColumns<Drawn> COLUMNS = new ResultColumns<Drawn>()
            .and("figure", drawn -> drawn.figure().number())
            .and("line", drawn -> quoted(drawn.line().name()))
            .and("across", drawn -> quoted(drawn.figure().across()))
            .and("at", drawn -> number(drawn.point().across()))
            .and("shown", drawn -> quoted(drawn.figure().up()))
            .and("value", "%.4f", drawn -> drawn.point().up());

    /** A point in its line and its figure. */
    public record Drawn(PaperFigure figure, LineChart.Series line, LineChart.Point point) {}

    /** Of simulated clusters by the number of their nodes, each in its line. */
    static PaperFigure overNodes(
            String number,
            String title,
            String up,
            String form,
            List<SimulationResult> outcomes,
            Function<SimulationResult, String> line,
            ToDoubleFunction<SimulationResult> figure) {
        List<LineChart.Series> lines =
                LineChart.lines(outcomes, line, one -> one.setup().nodes(), figure);
        return new PaperFigure(number, title, "nodes", up, form, lines);
    }

    Stream<Drawn> drawn() {
        return lines.stream().flatMap(line -> line.points().stream().map(point -> new Drawn(this, line, point)));
    }

    private static String quoted(String text) {
        return text.contains(",") ? '"' + text + '"' : text;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : ReportTextFormat.format("%.2f", value);
    }

    String markdown() {
        List<Double> places = lines.stream()
                .flatMap(line -> line.points().stream())
                .map(LineChart.Point::across)
                .distinct()
                .sorted()
                .toList();
        ResultColumns<LineChart.Series> columns =
                new ResultColumns<LineChart.Series>().and(up + " \\ " + across, LineChart.Series::name);
        for (double at : places) {
            columns = columns.and(
                    number(at),
                    form,
                    line -> line.points().stream()
                            .filter(point -> point.across() == at)
                            .map(LineChart.Point::up)
                            .findFirst());
        }
        return "\nFigure " + number + ": " + title + "\n\n" + Markdown.table(columns.table(lines));
    }

    LineChart plot() {
        return new LineChart("Figure " + number + ": " + title, ChartAxis.linear(across), ChartAxis.linear(up), lines);
    }
}
