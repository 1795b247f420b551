package io.gosling.node.report;

import java.util.List;
import java.util.Map;

/** Formats the outcome of a purge for people. Pure. */
public final class PurgeReport {
    private PurgeReport() {}

    public static String write(Map<?, ?> answer) {
        if (answer.containsKey("held")) {
            return "node " + answer.get("node") + " holds " + answer.get("held") + " of them; nothing was purged\n";
        }
        boolean complete = Boolean.TRUE.equals(answer.get("complete"));
        String time = answer.get("milliseconds") + " ms";
        String outcome =
                complete ? "purged everywhere in " + time : "NOT CERTAIN after " + time + ": " + answer.get("detail");
        TextTable nodes = new TextTable("NODE", "ANSWER");
        names(answer, "acknowledged").forEach(name -> nodes.row(name, "done"));
        names(answer, "silent")
                .forEach(name -> nodes.row(name, complete ? "silent; asks the source before each answer" : "silent"));
        names(answer, "unasked").forEach(name -> nodes.row(name, "not asked"));
        return outcome + "\n\n" + nodes;
    }

    private static List<String> names(Map<?, ?> answer, String key) {
        return answer.get(key) instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }
}
