package io.gosling.bench.space;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param figure the scenario that it belongs to
 * @param goal the upper bound that is wanted; null if there is no goal
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
