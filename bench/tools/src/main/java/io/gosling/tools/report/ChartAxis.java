package io.gosling.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * One axis of a plot.
 *
 * @param logarithmic whether equal steps are equal ratios; what is not above 0 is then left out
 * @param label writes a number beside a mark
 */
public record ChartAxis(String title, boolean logarithmic, DoubleFunction<String> label) {
    private static final int MARKS = 6;

    public static ChartAxis linear(String title) {
        return new ChartAxis(title, false, ChartAxis::number);
    }

    public static ChartAxis logarithmic(String title) {
        return new ChartAxis(title, true, ChartAxis::number);
    }

    public static ChartAxis bytes(String title) {
        return new ChartAxis(title, true, ChartAxis::size);
    }

    private static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1e6) {
            return plain(value / 1e6) + 'M';
        }
        return size >= 1e4 ? plain(value / 1e3) + 'k' : plain(value);
    }

    public static String size(double bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return plain(value) + ' ' + units[unit];
    }

    private static String plain(double value) {
        String text = ReportTextFormat.format(Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
        return text.contains(".") && !text.contains("e") ? text.replaceFirst("\\.?0+$", "") : text;
    }

    /** A range that holds these values and ends on marks. */
    Range range(double least, double most) {
        if (logarithmic) {
            double base = least == most ? least / 2 : least;
            return new Range(
                    Math.log(base), Math.log(Math.max(most, 2 * base)), powers(base, Math.max(most, 2 * base)));
        }
        double top = most <= 0 ? 1 : most;
        double step = step(top / MARKS);
        List<Double> marks = new ArrayList<>();
        for (int i = 0; i * step < top + step * 0.999; i++) {
            marks.add(i * step);
        }
        return new Range(0, marks.getLast(), marks);
    }

    private static List<Double> powers(double least, double most) {
        double doublings = Math.log(most / least) / Math.log(2);
        double factor = doublings > 24 ? 16 : doublings > 12 ? 4 : 2;
        List<Double> marks = new ArrayList<>();
        double first = Math.pow(2, Math.ceil(Math.log(least) / Math.log(2) - 1e-9));
        for (double mark = first; mark <= most * 1.0001; mark *= factor) {
            marks.add(mark);
        }
        return marks;
    }

    /** 1, 2 or 5 times a power of ten, no smaller than this. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double times : new double[] {1, 2, 5, 10}) {
            if (times * power >= least * 0.9999) {
                return times * power;
            }
        }
        return 10 * power;
    }

    /**
     * The range that an axis shows.
     *
     * @param from where it begins; a logarithm on a logarithmic one
     * @param marks values, not logarithms
     */
    record Range(double from, double to, List<Double> marks) {
        Range endingAt(double last) {
            return last > from && last < to ? new Range(from, last, marks.subList(0, marks.size() - 1)) : this;
        }
    }

    double place(double value, Range range, double length) {
        return (at(value) - range.from) / (range.to - range.from) * length;
    }

    /** The place of a value, in the measure of a range. */
    double at(double value) {
        return logarithmic ? Math.log(value) : value;
    }
}
