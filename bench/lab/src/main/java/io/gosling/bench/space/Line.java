package io.gosling.bench.space;

import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Text;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param goal the upper bound that is wanted; null if there is no goal
 */
record Line(
        String figure,
        String what,
        String unit,
        double value,
        @Nullable Double goal) {
    static final Columns<Line> COLUMNS = new Columns<Line>()
            .and("figure", "`%s`", Line::figure)
            .and("what", Line::what)
            .and("unit", Line::unit)
            .and("at most", line -> Optional.ofNullable(line.goal).map(Line::number))
            .and("measured", line -> number(line.value));

    static Line of(String figure, String what, String unit, double value) {
        return new Line(figure, what, unit, value, null);
    }

    Line below(double most) {
        return new Line(figure, what, unit, value, most);
    }

    private static String number(double value) {
        if (value == Math.rint(value) || Math.abs(value) >= 1000) {
            return Text.format("%,d", Math.round(value)).replace(',', ' ');
        }
        return Text.format(Math.abs(value) < 10 ? "%.2f" : "%.1f", value);
    }
}
