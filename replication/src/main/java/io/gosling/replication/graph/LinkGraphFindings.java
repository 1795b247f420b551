package io.gosling.replication.graph;

import io.gosling.replication.graph.LinkGraph.Edge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The findings of a check of a site's link graph.
 *
 * @param entries entry points, by the paths of their files: they stay on the home server (DC-Apache, section 1)
 * @param missing configured entry points that do not exist
 * @param orphans files that no chain of links from an entry point reaches, by path
 * @param broken links that lead to nothing, with the pages that contain them; at most {@link #MOST_BROKEN}
 * @param inward number of links to each file that has any
 */
public record LinkGraphFindings(
        List<String> entries,
        List<String> missing,
        List<String> orphans,
        List<Broken> broken,
        long brokenCount,
        Map<String, Integer> inward) {
    public static final int MOST_BROKEN = 100_000;

    public LinkGraphFindings {
        entries = List.copyOf(entries);
        missing = List.copyOf(missing);
        orphans = List.copyOf(orphans);
        broken = List.copyOf(broken);
        inward = Map.copyOf(inward);
    }

    /**
     * A link that leads to nothing.
     *
     * @param from the page that contains it
     * @param to the path under which nothing is served
     */
    public record Broken(String from, Link link, String to) {}

    /**
     * Visits every link once.
     *
     * @param entryPaths canonical paths of entry points; {@code /} is the site's index
     */
    public static LinkGraphFindings of(LinkGraph graph, Collection<String> entryPaths) {
        Search search = new Search();
        entryPaths.forEach(path ->
                graph.served(path).ifPresentOrElse(file -> search.enter(file.path()), () -> search.missing.add(path)));
        List<String> entries = List.copyOf(search.toRead);
        Map<String, List<String>> outward = new HashMap<>();
        graph.files().forEach(file -> outward.put(file.path(), search.read(file, graph.edges(file))));
        while (!search.toRead.isEmpty()) {
            outward.getOrDefault(search.toRead.remove(), List.of()).forEach(search::enter);
        }
        List<String> orphans = graph.files().stream()
                .map(SiteFile::path)
                .filter(path -> !search.reached.contains(path))
                .toList();
        return new LinkGraphFindings(
                entries, search.missing, orphans, search.broken, search.brokenCount, search.inward);
    }

    private static final class Search {
        private final Deque<String> toRead = new ArrayDeque<>();
        private final Set<String> reached = new HashSet<>();
        private final List<String> missing = new ArrayList<>();
        private final List<Broken> broken = new ArrayList<>();
        private final Map<String, Integer> inward = new HashMap<>();
        private long brokenCount;

        void enter(String path) {
            if (reached.add(path)) {
                toRead.add(path);
            }
        }

        /** Counts the links of a file; returns the files that it leads to, each once. */
        List<String> read(SiteFile from, List<Edge> edges) {
            Set<String> to = new HashSet<>();
            for (Edge edge : edges) {
                if (edge.file().isPresent()) {
                    String path = edge.file().get().path();
                    inward.merge(path, 1, Integer::sum);
                    to.add(path);
                } else if (edge.link().kind() != LinkKind.FORM) {
                    brokenCount++;
                    if (broken.size() < MOST_BROKEN) {
                        broken.add(new Broken(from.path(), edge.link(), edge.to()));
                    }
                }
            }
            return List.copyOf(to);
        }
    }
}
