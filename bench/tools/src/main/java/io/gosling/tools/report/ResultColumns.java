package io.gosling.tools.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The columns of results, each declared once with its name, its format and the function that gives its value. CSV
 * and tables follow from them. A value that is an empty optional or not a number is missing. Immutable.
 */
public final class ResultColumns<R> {
    private static final String MISSING = "-";

    private final List<Column<R>> columns;

    /** No columns; {@link #and} adds them. */
    public ResultColumns() {
        this(List.of());
    }

    private ResultColumns(List<Column<R>> columns) {
        this.columns = columns;
    }

    private record Column<R>(String name, String format, Function<? super R, ?> value) {
        Optional<?> found(R row) {
            return switch (value.apply(row)) {
                case OptionalDouble number -> number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
                case Optional<?> optional -> optional;
                case Double number -> number.isNaN() ? Optional.empty() : Optional.of(number);
                case Object other -> Optional.of(other);
            };
        }

        String text(Object found) {
            return ReportTextFormat.format(format, found);
        }
    }

    /** These and another column to the right of them. */
    public ResultColumns<R> and(String name, String format, Function<? super R, ?> value) {
        List<Column<R>> more = new ArrayList<>(columns);
        more.add(new Column<>(name, format, value));
        return new ResultColumns<>(List.copyOf(more));
    }

    /** The same with values as they are, such as words and whole numbers. */
    public ResultColumns<R> and(String name, Function<? super R, ?> value) {
        return and(name, "%s", value);
    }

    public String names() {
        return columns.stream().map(Column::name).collect(Collectors.joining(",", "", "\n"));
    }

    /** The line of the CSV for a row, in which missing values are empty. */
    public String line(R row) {
        return String.join(",", texts(row, "")) + "\n";
    }

    public String csv(Collection<? extends R> rows) {
        return names() + rows.stream().map(this::line).collect(Collectors.joining());
    }

    /** The names, and the texts of each row, in which missing values have a dash. */
    public List<List<String>> table(Collection<? extends R> rows) {
        List<List<String>> table = new ArrayList<>();
        table.add(columns.stream().map(Column::name).toList());
        rows.forEach(row -> table.add(texts(row, MISSING)));
        return table;
    }

    private List<String> texts(R row, String missing) {
        return columns.stream()
                .map(column -> column.found(row).map(column::text).orElse(missing))
                .toList();
    }
}
