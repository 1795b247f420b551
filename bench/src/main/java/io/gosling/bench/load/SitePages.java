package io.gosling.bench.load;

import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What pages show and where they lead, each page read once: a site that changes its links while it is measured is seen as it
 * was. Safe for use by many threads.
 */
final class SitePages {
    private final Map<String, Page> read = new ConcurrentHashMap<>();

    /**
     * A page's targets on the same server, in the order of the page, each once.
     *
     * @param assets what a browser fetches to show it
     * @param pages where a person may go from it
     */
    record Page(List<String> assets, List<String> pages) {}

    Page of(String target, Tab.Fetched fetched) {
        return read.computeIfAbsent(target, key -> read(target, fetched));
    }

    private static Page read(String target, Tab.Fetched fetched) {
        Set<String> assets = new LinkedHashSet<>();
        Set<String> pages = new LinkedHashSet<>();
        PageLinks links = PageLinks.of(fetched.body(), fetched.contentType());
        for (Link link : links.links()) {
            Set<String> to = link.kind() == LinkKind.ASSET ? assets : pages;
            if (link.kind() == LinkKind.ASSET || link.kind() == LinkKind.PAGE) {
                resolve(link.url(), target, links.base()).ifPresent(to::add);
            }
        }
        pages.remove(target);
        return new Page(List.copyOf(assets), List.copyOf(pages));
    }

    /** Where a link leads, if that is on this server. */
    static Optional<String> resolve(String url, String from, Optional<String> base) {
        int query = from.indexOf('?');
        String path = query < 0 ? from : from.substring(0, query);
        return LinkTarget.of(url, path, base) instanceof LinkTarget.Inside inside
                ? Optional.of(inside.requestTarget())
                : Optional.empty();
    }
}
