package io.gosling.tools.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A line plot in SVG that needs no other files and follows a page's colours. Every point shows its numbers when a
 * pointer rests on it.
 *
 * @param series from the first in the legend to the last; no more than eight have colours of their own
 */
public record LineChart(String title, ChartAxis across, ChartAxis up, List<Series> series) implements SvgChart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final int LEFT = 64;
    private static final int RIGHT = 16;
    private static final int TOP = 36;
    private static final int BOTTOM = 48;
    private static final int LINE = 18;
    private static final String[] DASHES = {"", "6 3", "2 3"};
    private static final int COLOURS = 8;
    private static final int COLUMNS = 4;

    /** A line through points that stand from left to right. */
    public record Series(String name, List<Point> points) {
        public Series leftToRight() {
            return new Series(
                    name,
                    points.stream()
                            .sorted(Comparator.comparingDouble(Point::across))
                            .toList());
        }
    }

    /** Both in the units of their axes. */
    public record Point(double across, double up) {}

    /** Lines of results in the order in which they come, with a point for each. */
    public static <R> List<Series> lines(
            Collection<R> results, Function<R, String> line, ToDoubleFunction<R> across, ToDoubleFunction<R> up) {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        results.forEach(one -> lines.computeIfAbsent(line.apply(one), name -> new ArrayList<>())
                .add(new Point(across.applyAsDouble(one), up.applyAsDouble(one))));
        return lines.entrySet().stream()
                .map(entry -> new Series(entry.getKey(), entry.getValue()))
                .toList();
    }

    public static <R> Series line(
            String name, Collection<R> results, ToDoubleFunction<R> across, ToDoubleFunction<R> up) {
        return new Series(
                name,
                results.stream()
                        .map(one -> new Point(across.applyAsDouble(one), up.applyAsDouble(one)))
                        .toList());
    }

    @Override
    public String svg() {
        List<Point> all = series.stream()
                .flatMap(one -> one.points().stream())
                .filter(this::isShown)
                .toList();
        int legend = LINE * ((series.size() + COLUMNS - 1) / COLUMNS);
        Formatter svg = new Formatter(Locale.ROOT);
        svg.format(
                "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH, HEIGHT + legend, ReportTextFormat.escaped(title));
        svg.format("<text class=\"title\" x=\"%d\" y=\"20\">%s</text>%n", LEFT, ReportTextFormat.escaped(title));
        if (all.isEmpty()) {
            svg.format("<text x=\"%d\" y=\"%d\">nothing to show</text>%n</svg>%n", LEFT, HEIGHT / 2);
            return svg.toString();
        }
        DoubleSummaryStatistics values = all.stream().mapToDouble(Point::across).summaryStatistics();
        ChartAxis.Range wide = across.range(values.getMin(), values.getMax()).endingAt(across.at(values.getMax()));
        values = all.stream().mapToDouble(Point::up).summaryStatistics();
        ChartAxis.Range high = up.range(values.getMin(), values.getMax());
        axes(svg, wide, high);
        for (int i = 0; i < series.size(); i++) {
            line(svg, series.get(i), i, wide, high);
            int x = LEFT + i % COLUMNS * ((WIDTH - LEFT) / COLUMNS);
            int y = HEIGHT + LINE * (i / COLUMNS) + 4;
            svg.format(
                    "<line class=\"s%d\" stroke-dasharray=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
                    i % COLOURS, DASHES[i / COLOURS % DASHES.length], x, y, x + 28, y);
            svg.format(
                    "<text x=\"%d\" y=\"%d\">%s</text>%n",
                    x + 36, y + 4, ReportTextFormat.escaped(series.get(i).name()));
        }
        return svg.format("</svg>%n").toString();
    }

    private boolean isShown(Point point) {
        return (!across.logarithmic() || point.across > 0) && (!up.logarithmic() || point.up > 0);
    }

    private void axes(Formatter svg, ChartAxis.Range wide, ChartAxis.Range high) {
        for (double mark : wide.marks()) {
            double x = x(mark, wide);
            svg.format(
                    "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>", x, TOP, x, HEIGHT - BOTTOM);
            svg.format(
                    "<text class=\"mark\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>%n",
                    x, HEIGHT - BOTTOM + 16, across.label().apply(mark));
        }
        for (double mark : high.marks()) {
            double y = y(mark, high);
            svg.format("<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT, y, WIDTH - RIGHT, y);
            svg.format(
                    "<text class=\"mark\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>%n",
                    LEFT - 6, y + 4, up.label().apply(mark));
        }
        svg.format(
                "<text class=\"axis\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">%s</text>%n",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 36, ReportTextFormat.escaped(across.title()));
        int middle = (TOP + HEIGHT - BOTTOM) / 2;
        svg.format(
                "<text class=\"axis\" text-anchor=\"middle\" transform=\"rotate(-90 14 %d)\" x=\"14\""
                        + " y=\"%d\">%s</text>%n",
                middle, middle, ReportTextFormat.escaped(up.title()));
    }

    private void line(Formatter svg, Series one, int number, ChartAxis.Range wide, ChartAxis.Range high) {
        List<String> way = new ArrayList<>();
        Formatter points = new Formatter(Locale.ROOT);
        int colour = number % COLOURS;
        for (Point point : one.points()) {
            if (isShown(point)) {
                double x = x(point.across, wide);
                double y = y(point.up, high);
                way.add(ReportTextFormat.format("%.1f,%.1f", x, y));
                points.format(
                        "<circle class=\"s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %s, %s</title></circle>%n",
                        colour,
                        x,
                        y,
                        ReportTextFormat.escaped(one.name()),
                        across.label().apply(point.across),
                        up.label().apply(point.up));
            }
        }
        svg.format(
                "<polyline class=\"s%d\" stroke-dasharray=\"%s\" points=\"%s\"/>%n",
                colour, DASHES[number / COLOURS % DASHES.length], String.join(" ", way));
        svg.format("%s", points);
    }

    private double x(double value, ChartAxis.Range wide) {
        return LEFT + across.place(value, wide, WIDTH - LEFT - RIGHT);
    }

    private double y(double value, ChartAxis.Range high) {
        return HEIGHT - BOTTOM - up.place(value, high, HEIGHT - TOP - BOTTOM);
    }
}
