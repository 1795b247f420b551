package io.gosling.node.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats the explanations of a URL for people. Pure. */
public final class ExplainReport {
    private static final String INDENT = "    ";

    private ExplainReport() {}

    /** @param members what each member has answered, or an object of the kind {@code silent} */
    public static String write(List<Map<?, ?>> members) {
        StringBuilder out = new StringBuilder();
        for (Map<?, ?> member : members) {
            out.append(StatusReport.text(member, "name")).append(": ");
            switch (StatusReport.text(member, "kind")) {
                case "silent" ->
                    out.append(StatusReport.text(member, "state"))
                            .append(": ")
                            .append(StatusReport.text(member, "reason"))
                            .append('\n');
                case "front-end" -> addRouting(out.append("front-end, "), StatusReport.map(member, "routing"), "");
                default -> addNode(out, member);
            }
        }
        return out.toString();
    }

    private static void addNode(StringBuilder out, Map<?, ?> node) {
        out.append(StatusReport.text(node, "answer").replace('-', ' '))
                .append(": ")
                .append(StatusReport.text(node, "because"))
                .append('\n');
        if (Boolean.FALSE.equals(node.get("lease"))) {
            line(out, "no lease: nothing is served unasked");
        }
        texts(node, "rules").forEach(rule -> line(out, "rule: " + rule));
        StatusReport.list(node, "objects").forEach(object -> addObject(out, object));
        texts(node, "decisions").forEach(decision -> line(out, decision));
        if (node.get("routing") instanceof Map<?, ?> routing) {
            addRouting(out.append(INDENT).append("as a front-end, "), routing, INDENT);
        }
    }

    private static void addObject(StringBuilder out, Map<?, ?> object) {
        List<String> holders = texts(object, "holders");
        boolean held = !"absent".equals(object.get("use"));
        line(
                out,
                "object " + StatusReport.text(object, "key") + ": "
                        + StatusReport.text(object, "use").replace('-', ' ')
                        + (held
                                ? ", " + object.get("bytes") + " bytes, age " + seconds(object, "age_seconds")
                                        + ", fresh for " + seconds(object, "fresh_seconds")
                                : ""));
        if (object.get("headers") instanceof Map<?, ?> headers) {
            headers.forEach((name, value) -> line(out, INDENT + name + ": " + value));
        }
        line(
                out,
                INDENT + "requests: " + object.get("lac") + " here, " + rounded(object, "agac")
                        + " in the cluster, aged");
        line(
                out,
                INDENT + "entry owner " + StatusReport.text(object, "owner") + ", held by "
                        + (holders.isEmpty() ? "nobody, as told last" : String.join(", ", holders)));
    }

    private static void addRouting(StringBuilder out, Map<?, ?> routing, String indent) {
        out.append(StatusReport.text(routing, "policy"))
                .append(": ")
                .append(StatusReport.text(routing, "because"))
                .append('\n');
        if (routing.get("rule") instanceof String rule) {
            line(out, indent + "rule: " + rule + ", pool " + StatusReport.text(routing, "pool"));
        }
        line(out, indent + "takes requests: " + listed(routing, "takers"));
        line(out, indent + "takes none: " + listed(routing, "others"));
    }

    private static String listed(Map<?, ?> object, String key) {
        List<String> names = texts(object, key);
        return names.isEmpty() ? "nobody" : String.join(", ", names);
    }

    private static String seconds(Map<?, ?> object, String key) {
        return rounded(object, key) + " s";
    }

    private static String rounded(Map<?, ?> object, String key) {
        return object.get(key) instanceof Number number
                ? String.format(Locale.ROOT, "%.1f", number.doubleValue())
                : "-";
    }

    private static void line(StringBuilder out, String text) {
        out.append(INDENT).append(text).append('\n');
    }

    private static List<String> texts(Map<?, ?> object, String key) {
        return object.get(key) instanceof List<?> texts
                ? texts.stream().map(String::valueOf).toList()
                : List.of();
    }
}
