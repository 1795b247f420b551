package io.gosling.node.report;

import io.gosling.settings.ByteSizeFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the outcome of a node's leaving for people. Pure. */
public final class DrainReport {
    private DrainReport() {}

    public static String write(Map<?, ?> answer) {
        String first = answer.get("node") + " has left; it held " + answer.get("objects") + " objects";
        if (!(answer.get("to") instanceof List<?> to) || to.isEmpty()) {
            return first
                    + (number(answer, "elsewhere") == 0 ? ", and nobody took any\n" : ", all of which others have\n");
        }
        TextTable what = new TextTable("OBJECTS", "WHAT");
        what.row(number(answer, "elsewhere"), "that others had");
        what.row(number(answer, "kept"), "handed over, " + ByteSizeFormat.approximately(number(answer, "bytes")));
        what.row(number(answer, "held"), "there already");
        what.row(number(answer, "refused"), "not worth a place there");
        what.row(number(answer, "missed"), "to be fetched again when requested");
        String names = to.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return first + " and handed over to " + names + " in " + answer.get("milliseconds") + " ms\n\n" + what;
    }

    private static long number(Map<?, ?> answer, String name) {
        return (long) StatusReport.number(answer, name);
    }
}
