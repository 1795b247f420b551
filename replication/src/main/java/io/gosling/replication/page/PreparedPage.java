package io.gosling.replication.page;

import io.gosling.replication.graph.Destination;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A page with what is known of each of its links: made once, used for every response. Immutable.
 *
 * @param path the page's canonical path
 * @param page its links and their places
 * @param bytes how long the file was when its links were read: of any other length, the places are not those of its links
 * @param policies the content security policies, written in pages, under which it fetches what it is made of
 * @param links one for each link of {@code page}, in the same order
 */
public record PreparedPage(String path, PageLinks page, long bytes, List<String> policies, List<PreparedLink> links) {
    public PreparedPage {
        policies = List.copyOf(policies);
        links = List.copyOf(links);
    }

    /**
     * What is known of a link.
     *
     * @param target where it leads
     * @param document the canonical path of the document it leads to, under which copies of it are known; empty where
     *     {@code verdict} is not {@link Verdict#CHOSEN}
     * @param verdict whether it may lead to a copy
     */
    public record PreparedLink(Link link, LinkTarget target, String document, Verdict verdict) {
        /** Whether it may lead to a copy of its document. */
        public boolean mayBeChosen() {
            return verdict == Verdict.CHOSEN;
        }

        /** The query and the fragment with their marks, which stay those of the link. */
        String rest() {
            String query = target instanceof LinkTarget.Inside inside ? inside.query() : "";
            return (query.isEmpty() ? "" : "?" + query) + fragment();
        }

        /** With its mark; empty where there is none. */
        String fragment() {
            int hash = link.url().indexOf('#');
            return hash < 0 ? "" : link.url().substring(hash);
        }
    }

    /** Looks at every link of a page of this site. */
    public static PreparedPage of(SiteFile file, PageLinks page, SiteLinks site) {
        SafetyRules safety = new SafetyRules(site, file);
        Optional<String> base = page.base();
        List<PreparedLink> links = new ArrayList<>(page.links().size());
        for (Link link : page.links()) {
            // A base address is read against the page itself.
            LinkTarget target = link.kind() == LinkKind.BASE
                    ? LinkTarget.of(link.url(), file.path(), Optional.empty())
                    : LinkTarget.of(link.url(), file.path(), base);
            Verdict verdict = safety.verdict(link, target);
            String document = verdict == Verdict.CHOSEN && target instanceof LinkTarget.Inside inside
                    ? PageTargets.file(site.graph(), inside).map(SiteFile::path).orElse("")
                    : "";
            links.add(new PreparedLink(link, target, document, verdict));
        }
        return new PreparedPage(file.path(), page, file.bytes(), site.policies(file), links);
    }

    /**
     * Whether the page's policies let it fetch something from a server; asked once a page, server and kind of link, not once
     * a response.
     *
     * @param destination what a link is fetched as
     * @param origin of the co-op server, such as {@code http://b.example:8080}
     */
    public boolean allows(Destination destination, String origin, LinkRules rules) {
        // What a page says itself cannot be extended: its bytes stay as they are.
        boolean own =
                policies.stream().allMatch(policy -> ContentPolicy.parse(policy).allows(destination, origin));
        boolean sent = rules.policies().stream()
                .map(ContentPolicy::parse)
                .map(policy ->
                        rules.extendPolicy() ? ContentPolicy.parse(policy.extended(destination, origin)) : policy)
                .allMatch(policy -> policy.allows(destination, origin));
        return own && sent;
    }
}
