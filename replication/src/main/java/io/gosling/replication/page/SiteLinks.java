package io.gosling.replication.page;

import io.gosling.replication.graph.Caution;
import io.gosling.replication.graph.Destination;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the pages of a site say about other files than themselves: whose bytes they give a digest of, and which policy
 * governs what their styles fetch. Made once a graph. Immutable.
 */
public final class SiteLinks {
    private final SiteGraph graph;
    private final Set<String> entries;
    private final LinkRules rules;
    private final Set<String> digested = new HashSet<>();
    /** By style: the policies of the pages that fetch it, or fetch a style that imports it. */
    private final Map<String, List<String>> governing = new HashMap<>();

    private SiteLinks(SiteGraph graph, Set<String> entries, LinkRules rules) {
        this.graph = graph;
        this.entries = Set.copyOf(entries);
        this.rules = rules;
    }

    /**
     * Looks at every link of a site.
     *
     * @param entries paths of files that stay at home
     */
    public static SiteLinks of(SiteGraph graph, Set<String> entries, LinkRules rules) {
        SiteLinks site = new SiteLinks(graph, entries, rules);
        Map<String, List<String>> styles = new HashMap<>();
        Map<String, List<String>> pages = new LinkedHashMap<>();
        for (SiteFile file : graph.files()) {
            List<String> fetched = site.read(file);
            if (!fetched.isEmpty()) {
                styles.put(file.path(), fetched);
            }
            PageLinks links = file.links();
            if (links != null) {
                links.shape()
                        .policies()
                        .forEach(policy -> pages.computeIfAbsent(policy, none -> new ArrayList<>())
                                .add(file.path()));
            }
        }
        pages.forEach((policy, from) -> site.govern(policy, from, styles));
        return site;
    }

    /** Notes which files a file gives digests of; returns the styles that it fetches. */
    private List<String> read(SiteFile file) {
        List<String> styles = new ArrayList<>();
        for (SiteGraph.Edge edge : graph.edges(file)) {
            Link link = edge.link();
            edge.file().ifPresent(to -> {
                if (link.use().cautions().contains(Caution.INTEGRITY)) {
                    digested.add(to.path());
                }
                if (link.use().destination() == Destination.STYLE) {
                    styles.add(to.path());
                }
            });
        }
        return styles;
    }

    private void govern(String policy, List<String> pages, Map<String, List<String>> styles) {
        Deque<String> toFollow = new ArrayDeque<>(pages);
        Set<String> reached = new HashSet<>();
        while (!toFollow.isEmpty()) {
            for (String style : styles.getOrDefault(toFollow.remove(), List.of())) {
                if (reached.add(style)) {
                    governing.computeIfAbsent(style, none -> new ArrayList<>()).add(policy);
                    toFollow.add(style);
                }
            }
        }
    }

    SiteGraph graph() {
        return graph;
    }

    /** Whether a file stays at home, since visitors begin there. */
    boolean isEntry(String path) {
        return entries.contains(path);
    }

    LinkRules rules() {
        return rules;
    }

    /** Whether some page says what the digest of this file is, so that its bytes must stay as they are. */
    boolean isDigested(String path) {
        return digested.contains(path);
    }

    /** What is written in pages about what this file may fetch: its own policies, and those of pages that fetch it. */
    List<String> policies(SiteFile file) {
        List<String> policies = new ArrayList<>(governing.getOrDefault(file.path(), List.of()));
        PageLinks links = file.links();
        if (links != null) {
            policies.addAll(links.shape().policies());
        }
        return policies;
    }
}
