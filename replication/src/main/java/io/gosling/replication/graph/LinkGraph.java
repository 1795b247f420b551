package io.gosling.replication.graph;

import io.gosling.document.DocumentPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The documents of one site and the links between them (DC-Apache, sections 1 and 2.2). Immutable: a site that has
 * changed has another graph, which shares with the one before what has not changed.
 */
public final class LinkGraph {
    private static final String INDEX = "index.html";

    private final SortedMap<String, SiteFile> files;
    private final long links;

    private LinkGraph(SortedMap<String, SiteFile> files) {
        this.files = files;
        this.links = files.values().stream().mapToLong(SiteFile::linkCount).sum();
    }

    /**
     * A link with the file of the site that it leads to.
     *
     * @param to the requested path, canonical; that of a directory ends with a slash
     * @param file the file that is served there; empty when the link is broken
     */
    public record Edge(Link link, String to, Optional<SiteFile> file) {}

    /** The graph of these files; of two with the same path the latter counts. */
    public static LinkGraph of(Collection<SiteFile> files) {
        TreeMap<String, SiteFile> byPath = new TreeMap<>();
        files.forEach(file -> byPath.put(file.path(), file));
        return new LinkGraph(Collections.unmodifiableSortedMap(byPath));
    }

    public static LinkGraph empty() {
        return of(List.of());
    }

    public Collection<SiteFile> files() {
        return files.values();
    }

    public long linkCount() {
        return links;
    }

    public Optional<SiteFile> file(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /**
     * The file that is served under a canonical path: the file itself, or a directory's index, with or without its
     * slash.
     */
    public Optional<SiteFile> served(String path) {
        SiteFile file = files.get(path);
        if (file != null) {
            return Optional.of(file);
        }
        return file(path.endsWith("/") ? path + INDEX : path + "/" + INDEX);
    }

    /**
     * The links of a file that lead to the site itself, in the order of the file, without its own {@code <base>} and
     * links to places in the same page.
     */
    public List<Edge> edges(SiteFile from) {
        PageLinks page = from.links();
        if (page == null) {
            return List.of();
        }
        Optional<String> base = page.base();
        List<Edge> edges = new ArrayList<>();
        for (Link link : page.links()) {
            if (link.kind() != LinkKind.BASE
                    && LinkTarget.of(link.url(), from.path(), base) instanceof LinkTarget.Inside inside) {
                edges.add(edge(link, inside.path()));
            }
        }
        return edges;
    }

    private Edge edge(Link link, String path) {
        DocumentPath known = DocumentPath.find(path);
        return known == null
                ? new Edge(link, path, Optional.empty())
                : new Edge(link, known.key(), served(known.key()));
    }
}
