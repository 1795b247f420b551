package io.gosling.bench.space;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One figure.
 *
 * @param figure whose course found it
 * @param goal the most it should be; null where nothing was aimed at
 */
record Line(
        String figure,
        String what,
        String unit,
        double value,
        @Nullable Double goal) {
    static Line of(String figure, String what, String unit, double value) {
        return new Line(figure, what, unit, value, null);
    }

    Line below(double most) {
        return new Line(figure, what, unit, value, most);
    }

    /** As a row of a table. */
    String row() {
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %s | %s | %s |%n",
                figure,
                what,
                unit,
                goal == null ? "-" : number(goal),
                number(value));
    }

    private static String number(double value) {
        if (value == Math.rint(value) || Math.abs(value) >= 1000) {
            return String.format(Locale.ROOT, "%,d", Math.round(value)).replace(',', ' ');
        }
        return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.2f" : "%.1f", value);
    }
}
