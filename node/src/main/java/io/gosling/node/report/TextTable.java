package io.gosling.node.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A table of printable text in columns for a terminal: numbers are aligned to the right, all else to the left. Used by
 * one thread.
 */
public final class TextTable {
    private static final String GAP = "  ";
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^ -~]");

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... titles) {
        rows.add(List.of(titles));
    }

    public void row(Object... cells) {
        rows.add(Arrays.stream(cells).map(cell -> printable(cell.toString())).toList());
    }

    /** Writes characters outside printable ASCII as {@code \xHH}, so that none controls the terminal. */
    public static String printable(String text) {
        return NOT_PRINTABLE
                .matcher(text)
                .replaceAll(one -> "\\\\x%02X".formatted(one.group().codePointAt(0)));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(pad(row.get(column), width(column), isNumeric(column)))
                        .append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String pad(String cell, int width, boolean right) {
        String blanks = " ".repeat(width - cell.length());
        return right ? blanks + cell : cell + blanks;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private boolean isNumeric(int column) {
        return rows.size() > 1
                && rows.stream().skip(1).allMatch(row -> row.get(column).matches("-|[0-9][0-9.,]*( ?[KMGT]?i?B|%)?"));
    }
}
