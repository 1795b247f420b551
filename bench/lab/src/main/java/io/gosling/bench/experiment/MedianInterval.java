package io.gosling.bench.experiment;

import io.gosling.tools.report.BarChart;
import io.gosling.tools.report.ReportTextFormat;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A median with its confidence interval. From six figures on the interval holds the median with 95 % (order statistics,
 * which assume no distribution: with nine figures the second and the eighth); with fewer it is the lowest and the
 * highest.
 */
public record MedianInterval(double median, double low, double high) {
    private static final double DOUBT = 0.05;

    public static MedianInterval of(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        int rank = rank(n);
        return new MedianInterval(median, sorted[rank - 1], sorted[n - rank]);
    }

    /** Of those that are numbers; empty where none is. */
    public static Optional<MedianInterval> ofAny(DoubleStream figures) {
        double[] there = figures.filter(figure -> !Double.isNaN(figure)).toArray();
        return there.length == 0 ? Optional.empty() : Optional.of(of(there));
    }

    /** A bar of this name with its interval. */
    public BarChart.Bar bar(String name, double mark) {
        return new BarChart.Bar(name, median, low, high, mark);
    }

    /** With two places, as in {@code 0.95 (0.91 to 0.99)}. */
    public String text() {
        return ReportTextFormat.format("%.2f (%.2f to %.2f)", median, low, high);
    }

    /** The same, and whether its median has reached a goal. */
    public String text(boolean reached) {
        return text() + (reached ? ": reached" : ": not reached");
    }

    /**
     * The highest rank whose figure lies, with its mirror image, around the median with 95 %: of fewer than so many of
     * n fair coins showing heads the chance is at most half of the doubt. At least 1.
     */
    public static int rank(int n) {
        double chance = Math.pow(0.5, n);
        double fewer = 0;
        int rank = 0;
        while (2 * (fewer + chance) <= DOUBT) {
            fewer += chance;
            chance = chance * (n - rank) / (rank + 1);
            rank++;
        }
        return Math.max(1, rank);
    }
}
