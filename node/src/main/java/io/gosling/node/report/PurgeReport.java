package io.gosling.node.report;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Formats the outcome of a purge for people, and gives the timeout for it. Pure. */
public final class PurgeReport {
    private PurgeReport() {}

    public static String write(Map<?, ?> answer) {
        if (answer.containsKey("held")) {
            return "node " + answer.get("node") + " holds " + answer.get("held") + " of them; nothing was purged\n";
        }
        boolean complete = Boolean.TRUE.equals(answer.get("complete"));
        String outcome = complete ? "purged everywhere" : "NOT CERTAIN: " + answer.get("detail");
        TextTable nodes = new TextTable("NODE", "ANSWER");
        names(answer, "acknowledged").forEach(name -> nodes.row(name, "done"));
        names(answer, "silent")
                .forEach(name -> nodes.row(name, complete ? "silent; serves nothing unasked by now" : "silent"));
        names(answer, "unasked").forEach(name -> nodes.row(name, "not asked"));
        return outcome + ", in " + answer.get("milliseconds") + " ms\n\n" + nodes;
    }

    /**
     * The timeout for a response: a cluster gives up after two deadlines of a lease and a fiftieth and a second each; 3
     * s are added.
     */
    public static Duration timeout(Map<?, ?> status) {
        long lease = status.get("purges") instanceof Map<?, ?> purges && purges.get("lease_ms") instanceof Number number
                ? number.longValue()
                : 5000;
        return Duration.ofMillis(2 * (lease + lease / 50 + 1000) + 3000);
    }

    private static List<String> names(Map<?, ?> answer, String key) {
        return answer.get(key) instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }
}
