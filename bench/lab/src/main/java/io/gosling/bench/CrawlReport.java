package io.gosling.bench;

import io.gosling.tools.report.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the results of a crawl, for a person or for a program. */
final class CrawlReport {
    /** Of each list, a person is shown this many; the JSON has all. */
    private static final int SHOWN = 20;

    private CrawlReport() {}

    static String text(List<Pass> passes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < passes.size(); i++) {
            text(i + 1, passes.get(i), text);
        }
        return text.toString();
    }

    private static void text(int number, Pass pass, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "pass %d: %d requests, %d bytes in %.2f s\n",
                number,
                pass.requests(),
                pass.bytes(),
                pass.seconds()));
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
                .map(CrawlReport::json)
                .collect(Collectors.joining(",\n  ", "{\"passes\":[\n  ", "\n]}\n"));
    }

    private static String json(Pass pass) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("requests", pass.requests());
        fields.put("bytes", pass.bytes());
        fields.put("seconds", JsonText.Digits.of("%.3f", pass.seconds()));
        fields.put("clean", pass.clean());
        fields.put("status", pass.byStatus());
        fields.put("answeredBy", pass.byKind());
        fields.put("differences", pass.differences());
        fields.put("failed", pass.failures());
        fields.put("cutOff", pass.cutOff());
        fields.put("broken", pass.broken());
        return JsonText.of(fields);
    }
}
