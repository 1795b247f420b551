package io.gosling.node.cli;

import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkGraphFindings;
import io.gosling.replication.graph.SiteFile;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A graph in DOT, the language of Graphviz: a node a file, an edge for all links from one file to another labelled with
 * their number. Entry points are bold, orphans grey, targets of broken links dashed.
 */
final class GraphDotWriter {
    private GraphDotWriter() {}

    static void write(LinkGraph graph, LinkGraphFindings findings, Consumer<String> lines) {
        Set<String> entries = new HashSet<>(findings.entries());
        Set<String> orphans = new HashSet<>(findings.orphans());
        lines.accept("digraph site {");
        lines.accept("  node [shape=box];");
        for (SiteFile file : graph.files()) {
            String style = entries.contains(file.path())
                    ? " [style=bold]"
                    : orphans.contains(file.path()) ? " [color=gray, fontcolor=gray]" : "";
            lines.accept("  " + quoted(file.path()) + style + ";");
        }
        Set<String> nowhere = new HashSet<>();
        for (SiteFile file : graph.files()) {
            TreeMap<String, Integer> counts = new TreeMap<>();
            for (LinkGraph.Edge edge : graph.edges(file)) {
                counts.merge(edge.file().map(SiteFile::path).orElse(edge.to()), 1, Integer::sum);
                if (edge.file().isEmpty() && nowhere.add(edge.to())) {
                    lines.accept("  " + quoted(edge.to()) + " [style=dashed];");
                }
            }
            counts.forEach((to, count) -> lines.accept("  " + quoted(file.path()) + " -> " + quoted(to)
                    + (count == 1 ? "" : " [label=" + count + "]") + ";"));
        }
        lines.accept("}");
    }

    private static String quoted(String path) {
        return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
