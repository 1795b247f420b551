package io.gosling.bench.crawl;

import io.gosling.tools.report.ReportTextFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats the results of a crawl. */
final class CrawlReport {
    /** Of each list. */
    private static final int SHOWN = 20;

    private CrawlReport() {}

    static String text(List<CrawlPassCounts> passes) {
        return IntStream.range(0, passes.size())
                .mapToObj(i -> text(i + 1, passes.get(i)))
                .collect(Collectors.joining());
    }

    private static String text(int number, CrawlPassCounts pass) {
        String first = ReportTextFormat.format(
                "pass %d: %d requests, %d bytes in %.2f s\n", number, pass.requests, pass.bytes, pass.seconds);
        return first + "  status       " + counts(pass.byStatus) + "\n  answered by  " + counts(pass.byKind) + "\n"
                + list("differences", pass.differences)
                + list("failed", pass.failures)
                + list("cut off", pass.cutOff)
                + list("broken links", pass.broken);
    }

    private static String counts(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String list(String title, List<String> lines) {
        int more = lines.size() - SHOWN;
        return String.format("  %-12s %d\n", title, lines.size())
                + lines.stream().limit(SHOWN).map(line -> "    " + line + "\n").collect(Collectors.joining())
                + (more > 0 ? "    and " + more + " more\n" : "");
    }
}
