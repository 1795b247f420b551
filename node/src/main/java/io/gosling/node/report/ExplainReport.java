package io.gosling.node.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Formats the explanations of a URL for people. Pure. */
public final class ExplainReport {
    private static final Set<String> OF_HEADING = Set.of("kind", "name", "url", "answer", "because", "state", "reason");

    private ExplainReport() {}

    /** @param members what each member has answered, or an object of the kind {@code silent} */
    public static String write(List<Map<?, ?>> members) {
        StringBuilder out = new StringBuilder();
        for (Map<?, ?> member : members) {
            out.append(member.get("name")).append(": ");
            if (member.containsKey("reason")) {
                out.append(member.get("state")).append(": ").append(member.get("reason"));
            } else if (member.containsKey("answer")) {
                out.append(member.get("answer")).append(": ").append(member.get("because"));
            } else {
                out.append(member.get("kind"));
            }
            out.append('\n');
            member.forEach((key, value) -> {
                if (!OF_HEADING.contains(String.valueOf(key))) {
                    add(out, "    ", String.valueOf(key), value);
                }
            });
        }
        return out.toString();
    }

    private static void add(StringBuilder out, String indent, String key, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case Map<?, ?> object -> {
                out.append(indent).append(key).append('\n');
                object.forEach((name, inside) -> add(out, indent + "    ", String.valueOf(name), inside));
            }
            case List<?> list -> list.forEach(one -> add(out, indent, key, one));
            default -> out.append(indent).append(key).append(": ").append(value).append('\n');
        }
    }
}
