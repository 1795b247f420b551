package io.gosling.replication.page;

import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.graph.SiteFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A page with the analysis of each of its links: made once, used for every response. Immutable.
 *
 * @param bytes length of the file when its links were read: in a file of another length the places of the links differ
 * @param policies the content security policies under which it fetches its parts
 * @param links one for each link of {@code page}, in the same order
 */
public record PageLinkAnalysis(
        String path, PageLinks page, long bytes, PageSecurityPolicies policies, List<PreparedLink> links) {
    /** Bound on chosen links of a page; each link grows by some sixty bytes. */
    static final int MOST_LINKS = 10_000;

    public PageLinkAnalysis {
        links = List.copyOf(links);
    }

    /**
     * A link with the result of its analysis.
     *
     * @param document the canonical path of the document it leads to, under which copies of it are known; empty where
     *     {@code verdict} is not {@link LinkVerdict#CHOSEN}
     * @param verdict true if it may lead to a copy
     */
    public record PreparedLink(Link link, LinkTarget target, String document, LinkVerdict verdict) {
        public boolean mayBeChosen() {
            return verdict == LinkVerdict.CHOSEN;
        }

        String rest() {
            String query = target instanceof LinkTarget.Inside inside ? inside.query() : "";
            return (query.isEmpty() ? "" : "?" + query) + fragment();
        }

        String fragment() {
            int hash = link.url().indexOf('#');
            return hash < 0 ? "" : link.url().substring(hash);
        }
    }

    public static PageLinkAnalysis of(SiteFile file, PageLinks page, SiteLinkConstraints site) {
        LinkSafetyCheck safety = new LinkSafetyCheck(site, file.path(), page.shape());
        Optional<String> base = page.base();
        List<PreparedLink> links = new ArrayList<>(page.links().size());
        int chosen = 0;
        for (Link link : page.links()) {
            // A base address is read against the page itself.
            Optional<String> against = link.kind() == LinkKind.BASE ? Optional.empty() : base;
            LinkTarget target = LinkTarget.of(link.url(), file.path(), against);
            LinkVerdict verdict = safety.verdict(link, target);
            if (verdict == LinkVerdict.CHOSEN && ++chosen > MOST_LINKS) {
                verdict = LinkVerdict.MANY;
            }
            String document = verdict == LinkVerdict.CHOSEN && target instanceof LinkTarget.Inside inside
                    ? site.file(inside).map(SiteFile::path).orElse("")
                    : "";
            links.add(new PreparedLink(link, target, document, verdict));
        }
        return new PageLinkAnalysis(file.path(), page, file.bytes(), site.policies(file.path()), links);
    }

    /** The links that may be chosen, in the order of their places. */
    List<PreparedLink> choosable() {
        return links.stream().filter(PreparedLink::mayBeChosen).toList();
    }

    /**
     * Returns true if the page's policies allow it to fetch an object from a server; called once for each page, server
     * and kind of link, not for each response.
     *
     * @param origin of the co-op server, such as {@code http://b.example:8080}
     */
    public boolean allows(RequestDestination destination, String origin) {
        return policies.allow(destination, origin);
    }
}
