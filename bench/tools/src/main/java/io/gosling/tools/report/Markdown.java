package io.gosling.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats lists and tables in Markdown. */
public final class Markdown {
    private Markdown() {}

    public static String facts(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> "- " + fact.getKey() + ": " + fact.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** A table, whose first row is its head, with the first column to the left and all others to the right. */
    public static String table(List<List<String>> rows) {
        return table(rows, "|---|" + "--:|".repeat(rows.getFirst().size() - 1));
    }

    /** A table, whose first row is its head. */
    public static String table(List<List<String>> rows, String rule) {
        return line(rows.getFirst()) + rule + "\n"
                + rows.stream().skip(1).map(Markdown::line).collect(Collectors.joining());
    }

    public static List<List<String>> codeFirst(List<List<String>> rows) {
        List<List<String>> quoted = new ArrayList<>(List.of(rows.getFirst()));
        rows.stream().skip(1).forEach(row -> {
            List<String> cells = new ArrayList<>(row);
            cells.set(0, "`" + row.getFirst() + "`");
            quoted.add(cells);
        });
        return quoted;
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
