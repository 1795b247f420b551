package io.gosling.replication.graph;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A graph in JSON (RFC 8259): {@code files}, each with its {@code links} and where in its bytes they are written, and
 * {@code entries}, {@code missing}, {@code orphans} and {@code broken}. One file a line, so that it never lies in
 * memory as a whole.
 */
public record GraphJson(SiteGraph graph, Consumer<String> lines) {
    public static void write(SiteGraph graph, GraphFindings findings, Consumer<String> lines) {
        new GraphJson(graph, lines).write(findings);
    }

    private void write(GraphFindings findings) {
        Set<String> orphans = new HashSet<>(findings.orphans());
        lines.accept("{\"files\":[");
        Iterator<SiteFile> files = graph.files().iterator();
        while (files.hasNext()) {
            SiteFile file = files.next();
            lines.accept(file(file, findings, orphans) + (files.hasNext() ? "," : ""));
        }
        lines.accept("],\"entries\":" + texts(findings.entries()) + ",");
        lines.accept("\"missing\":" + texts(findings.missing()) + ",");
        lines.accept("\"orphans\":" + texts(findings.orphans()) + ",");
        lines.accept("\"brokenCount\":" + findings.brokenCount() + ",\"broken\":[");
        Iterator<GraphFindings.Broken> broken = findings.broken().iterator();
        while (broken.hasNext()) {
            GraphFindings.Broken link = broken.next();
            lines.accept("{\"from\":" + text(link.from()) + ",\"url\":"
                    + text(link.link().url()) + ",\"to\":" + text(link.to()) + ",\"offset\":"
                    + link.link().offset() + "}" + (broken.hasNext() ? "," : ""));
        }
        lines.accept("]}");
    }

    private String file(SiteFile file, GraphFindings findings, Set<String> orphans) {
        StringBuilder out = new StringBuilder(256);
        out.append("{\"path\":").append(text(file.path()));
        out.append(",\"bytes\":").append(file.bytes());
        out.append(",\"type\":").append(text(file.mediaType()));
        out.append(",\"reading\":").append(text(name(file.reading())));
        out.append(",\"inward\":").append(findings.inward().getOrDefault(file.path(), 0));
        out.append(",\"orphan\":").append(orphans.contains(file.path()));
        out.append(",\"links\":[");
        char before = ' ';
        for (SiteGraph.Edge edge : graph.edges(file)) {
            out.append(before == ' ' ? "" : ",");
            before = ',';
            link(edge, out);
        }
        return out.append("]}").toString();
    }

    private static void link(SiteGraph.Edge edge, StringBuilder out) {
        Link link = edge.link();
        out.append("{\"to\":" + text(edge.file().map(SiteFile::path).orElse(edge.to())) + ",\"kind\":"
                + text(name(link.kind())) + ",\"offset\":" + link.offset() + ",\"length\":" + link.length() + "}");
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String texts(List<String> values) {
        return "[" + String.join(",", values.stream().map(GraphJson::text).toList()) + "]";
    }

    private static String text(String value) {
        StringBuilder out = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c >= 0x7f) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
