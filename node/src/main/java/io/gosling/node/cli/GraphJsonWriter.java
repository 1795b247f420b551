package io.gosling.node.cli;

import io.gosling.common.JsonWriter;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkGraphFindings;
import io.gosling.replication.graph.SiteFile;
import io.gosling.settings.SettingType;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A graph in JSON (RFC 8259): {@code files}, each with its {@code links} and where in its bytes they are written, and
 * {@code entries}, {@code missing}, {@code orphans} and {@code broken}. One file a line, so that it never lies in
 * memory as a whole.
 */
final class GraphJsonWriter {
    private GraphJsonWriter() {}

    static void write(LinkGraph graph, LinkGraphFindings findings, Consumer<String> lines) {
        Set<String> orphans = new HashSet<>(findings.orphans());
        lines.accept("{\"files\":[");
        each(graph.files(), lines, file -> file(file, graph, findings, orphans.contains(file.path())));
        lines.accept("],\"entries\":" + JsonWriter.write(findings.entries()) + ",");
        lines.accept("\"missing\":" + JsonWriter.write(findings.missing()) + ",");
        lines.accept("\"orphans\":" + JsonWriter.write(findings.orphans()) + ",");
        lines.accept("\"brokenCount\":" + findings.brokenCount() + ",\"broken\":[");
        each(
                findings.broken(),
                lines,
                broken -> JsonWriter.object(
                        "from", broken.from(),
                        "url", broken.link().url(),
                        "to", broken.to(),
                        "offset", broken.link().offset()));
        lines.accept("]}");
    }

    private static <T> void each(
            Collection<T> elements, Consumer<String> lines, Function<T, Map<String, @Nullable Object>> object) {
        Iterator<T> rest = elements.iterator();
        while (rest.hasNext()) {
            lines.accept(JsonWriter.write(object.apply(rest.next())) + (rest.hasNext() ? "," : ""));
        }
    }

    private static Map<String, @Nullable Object> file(
            SiteFile file, LinkGraph graph, LinkGraphFindings findings, boolean orphan) {
        return JsonWriter.object(
                "path", file.path(),
                "bytes", file.bytes(),
                "type", file.mediaType(),
                "reading", SettingType.word(file.reading()),
                "inward", findings.inward().getOrDefault(file.path(), 0),
                "orphan", orphan,
                "links", graph.edges(file).stream().map(GraphJsonWriter::link).toList());
    }

    private static Map<String, @Nullable Object> link(LinkGraph.Edge edge) {
        return JsonWriter.object(
                "to", edge.file().map(SiteFile::path).orElse(edge.to()),
                "kind", SettingType.word(edge.link().kind()),
                "offset", edge.link().offset(),
                "length", edge.link().length());
    }
}
