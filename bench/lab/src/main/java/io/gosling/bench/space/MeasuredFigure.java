package io.gosling.bench.space;

import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param goal the upper bound that is wanted; null if there is no goal
 */
record MeasuredFigure(
        String figure,
        String what,
        String unit,
        double value,
        @Nullable Double goal) {
    static final ResultColumns<MeasuredFigure> COLUMNS = new ResultColumns<MeasuredFigure>()
            .and("figure", "`%s`", MeasuredFigure::figure)
            .and("what", MeasuredFigure::what)
            .and("unit", MeasuredFigure::unit)
            .and("at most", line -> Optional.ofNullable(line.goal).map(MeasuredFigure::number))
            .and("measured", line -> number(line.value));

    static MeasuredFigure of(String figure, String what, String unit, double value) {
        return new MeasuredFigure(figure, what, unit, value, null);
    }

    MeasuredFigure below(double most) {
        return new MeasuredFigure(figure, what, unit, value, most);
    }

    private static String number(double value) {
        if (value == Math.rint(value) || Math.abs(value) >= 1000) {
            return ReportTextFormat.format("%,d", Math.round(value)).replace(',', ' ');
        }
        return ReportTextFormat.format(Math.abs(value) < 10 ? "%.2f" : "%.1f", value);
    }
}
