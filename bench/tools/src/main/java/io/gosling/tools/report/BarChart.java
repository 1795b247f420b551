package io.gosling.tools.report;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * A bar chart of named values that have no order: one bar each, from 0, in the order in which they were added. Every
 * bar is labelled with its numbers.
 *
 * @param title with the unit of all of them
 * @param beside what the mark is that some bars have, for the legend; empty for none
 */
public record BarChart(String title, String beside, List<Bar> bars) implements SvgChart {
    private static final int WIDTH = 640;
    private static final int SIDE = 16;
    private static final int TOP = 36;
    private static final int STEP = 36;
    private static final int THICK = 12;

    public static final double NONE = Double.NaN;

    /**
     * One bar.
     *
     * @param low least of what it stands for, or {@link #NONE}
     * @param high most of it, or {@link #NONE}
     * @param mark what it is to be compared with, or {@link #NONE}
     */
    public record Bar(String name, double value, double low, double high, double mark) {
        private DoubleStream numbers() {
            return DoubleStream.of(value, low, high, mark).filter(Double::isFinite);
        }

        private boolean hasRange() {
            return Double.isFinite(low) && Double.isFinite(high);
        }
    }

    @Override
    public String svg() {
        double most = bars.stream().flatMapToDouble(Bar::numbers).max().orElse(0);
        double scale = (WIDTH - 2 * SIDE) / (most > 0 ? most : 1);
        Formatter svg = new Formatter(Locale.ROOT);
        svg.format(
                "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH, TOP + STEP * Math.max(1, bars.size()), ReportTextFormat.escaped(title));
        svg.format("<text class=\"title\" x=\"%d\" y=\"20\">%s</text>%n", SIDE, ReportTextFormat.escaped(title));
        if (bars.isEmpty()) {
            svg.format("<text x=\"%d\" y=\"%d\">nothing to show</text>%n", SIDE, TOP + THICK);
        }
        int y = TOP;
        for (Bar bar : bars) {
            draw(svg, bar, y, scale);
            y += STEP;
        }
        return svg.format("</svg>%n").toString();
    }

    private void draw(Formatter svg, Bar bar, int y, double scale) {
        int top = y + STEP - THICK - 8;
        double middle = top + THICK / 2.0;
        svg.format("<text x=\"%d\" y=\"%d\">%s</text>%n", SIDE, top - 4, ReportTextFormat.escaped(bar.name()));
        svg.format(
                "<text class=\"mark\" text-anchor=\"end\" x=\"%d\" y=\"%d\">%s</text>%n",
                WIDTH - SIDE, top - 4, ReportTextFormat.escaped(words(bar)));
        double end = SIDE + Math.max(0, bar.value()) * scale;
        svg.format(
                "<rect class=\"s0\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n", SIDE, top, end - SIDE, THICK);
        if (bar.hasRange()) {
            svg.format(
                    "<line class=\"range\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                    SIDE + Math.max(0, bar.low()) * scale, middle, SIDE + Math.max(0, bar.high()) * scale, middle);
        }
        if (Double.isFinite(bar.mark())) {
            double at = SIDE + Math.max(0, bar.mark()) * scale;
            svg.format(
                    "<line class=\"beside\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n",
                    at, top - 3, at, top + THICK + 3);
        }
    }

    private String words(Bar bar) {
        StringBuilder words = new StringBuilder(number(bar.value()));
        if (bar.hasRange()) {
            words.append(" (" + number(bar.low()) + " to " + number(bar.high()) + ")");
        }
        if (Double.isFinite(bar.mark())) {
            words.append(", ").append(beside).append(' ').append(number(bar.mark()));
        }
        return words.toString();
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return ReportTextFormat.format(size >= 1000 ? "%,.0f" : size >= 10 ? "%.1f" : "%.3g", value);
    }
}
