package io.gosling.bench.space;

import io.gosling.tools.report.Markdown;
import java.util.List;
import java.util.Map;

/** The report of a run of {@code gosling bench space}. */
record SpaceReport(Map<String, String> head, List<Line> lines) {
    String markdown() {
        return Markdown.facts(head) + "\n" + Markdown.table(Line.COLUMNS.table(lines), "|---|---|---|---:|---:|");
    }
}
