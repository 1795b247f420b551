package io.gosling.bench;

import io.gosling.tools.report.Columns;
import io.gosling.tools.report.JsonText;
import io.gosling.tools.report.Text;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the results of a crawl, for a person or for a program. */
final class CrawlReport {
    /** Of each list, a person is shown this many; the JSON has all. */
    private static final int SHOWN = 20;

    private static final Columns<Pass> FIELDS = new Columns<Pass>()
            .and("requests", Pass::requests)
            .and("bytes", Pass::bytes)
            .and("seconds", "%.3f", Pass::seconds)
            .and("clean", Pass::clean)
            .and("status", Pass::byStatus)
            .and("answeredBy", Pass::byKind)
            .and("differences", Pass::differences)
            .and("failed", Pass::failures)
            .and("cutOff", Pass::cutOff)
            .and("broken", Pass::broken);

    private CrawlReport() {}

    static String text(List<Pass> passes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < passes.size(); i++) {
            text(i + 1, passes.get(i), text);
        }
        return text.toString();
    }

    private static void text(int number, Pass pass, StringBuilder text) {
        text.append(Text.format(
                "pass %d: %d requests, %d bytes in %.2f s\n", number, pass.requests(), pass.bytes(), pass.seconds()));
        text.append("  status       ").append(counts(pass.byStatus())).append('\n');
        text.append("  answered by  ").append(counts(pass.byKind())).append('\n');
        list("differences", pass.differences(), text);
        list("failed", pass.failures(), text);
        list("cut off", pass.cutOff(), text);
        list("broken links", pass.broken(), text);
    }

    private static String counts(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void list(String title, List<String> lines, StringBuilder text) {
        text.append(String.format("  %-12s %d\n", title, lines.size()));
        lines.stream()
                .limit(SHOWN)
                .forEach(line -> text.append("    ").append(line).append('\n'));
        if (lines.size() > SHOWN) {
            text.append("    and ").append(lines.size() - SHOWN).append(" more (--json lists all)\n");
        }
    }

    static String json(List<Pass> passes) {
        return passes.stream()
                .map(pass -> JsonText.of(FIELDS.fields(pass)))
                .collect(Collectors.joining(",\n  ", "{\"passes\":[\n  ", "\n]}\n"));
    }
}
