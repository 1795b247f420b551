package io.gosling.bench.space;

import java.util.List;
import java.util.Map;

/**
 * The report of a run of {@code gosling bench space}.
 *
 * @param head machine, date, command and versions, in this order
 */
record SpaceReport(Map<String, String> head, List<Line> lines) {
    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n| figure | what | unit | at most | measured |\n|---|---|---|---:|---:|\n");
        lines.forEach(line -> text.append(line.row()));
        return text.toString();
    }
}
