package io.gosling.replication.page;

import io.gosling.document.DocumentPath;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkCaution;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.PageRewritability;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.graph.SiteFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The relations between a site's files that restrict links: the files whose digest some page gives, the policies that
 * govern the fetches of styles, and the pages that work at home only. Made once a graph. Immutable.
 */
public final class SiteLinkConstraints {
    /** A server's name with its scheme and slashes. */
    private static final Pattern SERVER = Pattern.compile("(?i)(https?:)?[/\\\\]{2,}[^/\\\\?#]*[/\\\\]?");

    /** A link with one of these works only if its page and its document have the same origin. */
    private static final Set<LinkCaution> ALWAYS = Set.of(
            LinkCaution.SAME_ORIGIN,
            LinkCaution.CREDENTIALS,
            LinkCaution.DOWNLOAD,
            LinkCaution.SERVICE_WORKER,
            LinkCaution.MODULE);

    private static final Set<LinkCaution> WITHOUT_CORS = Set.of(LinkCaution.CORS, LinkCaution.FONT);

    final LinkGraph graph;
    private final Set<String> entries;
    final LinkRuleSettings rules;
    private final List<ContentSecurityPolicy> sent;
    private final Set<String> digested = new HashSet<>();
    /** By page and style: its own policies, and those of the pages that fetch it, or fetch a style that imports it. */
    private final Map<String, List<ContentSecurityPolicy>> governing = new HashMap<>();

    private final Set<String> bound = new HashSet<>();

    private SiteLinkConstraints(LinkGraph graph, Set<String> entries, LinkRuleSettings rules) {
        this.graph = graph;
        this.entries = Set.copyOf(entries);
        this.rules = rules;
        this.sent = rules.policies().stream().map(ContentSecurityPolicy::parse).toList();
    }

    /** Looks at every link of a site. */
    public static SiteLinkConstraints of(LinkGraph graph, Set<String> entries, LinkRuleSettings rules) {
        SiteLinkConstraints site = new SiteLinkConstraints(graph, entries, rules);
        StyleFetches fetches = new StyleFetches();
        Map<String, List<String>> pages = new LinkedHashMap<>();
        Set<String> bound = new HashSet<>();
        for (SiteFile file : graph.files()) {
            PageLinks links = file.links();
            if (links == null) {
                continue;
            }
            boolean needsOneOrigin = site.read(file.path(), links, fetches);
            if (needsOneOrigin || links.shape().meansItsServer()) {
                bound.add(file.path());
            }
            for (String policy : links.shape().policies()) {
                pages.computeIfAbsent(policy, none -> new ArrayList<>()).add(file.path());
            }
        }
        pages.forEach((text, from) -> {
            ContentSecurityPolicy policy = ContentSecurityPolicy.parse(text);
            if (policy.isOfItsOrigin()) {
                bound.addAll(from);
            }
            fetches.fetchedBy(from)
                    .forEach(path -> site.governing
                            .computeIfAbsent(path, none -> new ArrayList<>())
                            .add(policy));
        });
        site.bound.addAll(fetches.thatFetch(bound));
        return site;
    }

    /** Records a file's digests and styles; true if it needs its home's origin. */
    private boolean read(String path, PageLinks links, StyleFetches fetches) {
        Optional<String> base = links.base();
        boolean needsOneOrigin = false;
        for (Link link : links.links()) {
            boolean needs = needsOneOrigin(link, links.shape());
            boolean digest = link.use().cautions().contains(LinkCaution.INTEGRITY);
            boolean style = link.use().destination() == RequestDestination.STYLE;
            if (!needs && !digest && !style) {
                continue;
            }
            Optional<String> to = fileOnAnyServer(link, path, base).map(SiteFile::path);
            if (digest) {
                to.ifPresent(digested::add);
            }
            if (style) {
                to.ifPresent(fetched -> fetches.add(path, fetched));
            }
            boolean inside = LinkTarget.of(link.url(), path, base) instanceof LinkTarget.Inside;
            needsOneOrigin |= needs && (inside || (to.isPresent() && !isPageElsewhere(link, path)));
        }
        return needsOneOrigin;
    }

    /** True if a page that another server sends could not use this link to its home. */
    private boolean needsOneOrigin(Link link, PageRewritability shape) {
        Set<LinkCaution> cautions = link.use().cautions();
        if (cautions.contains(LinkCaution.NAME)) {
            return cautions.contains(LinkCaution.SERVICE_WORKER);
        }
        // Without crossorigin browsers do not look into another origin's bytes, and no digest is right.
        boolean unread = cautions.contains(LinkCaution.INTEGRITY) && !cautions.contains(LinkCaution.CORS);
        return unread
                || mayBeRendered(link, shape)
                || cautions.stream().anyMatch(ALWAYS::contains)
                || (!rules.get(LinkRuleSettings.CORS) && cautions.stream().anyMatch(WITHOUT_CORS::contains));
    }

    /** True if scripts may draw the linked image: one from another origin without CORS makes a canvas unreadable. */
    static boolean mayBeRendered(Link link, PageRewritability shape) {
        RequestDestination destination = link.use().destination();
        return shape.canvas()
                && (destination == RequestDestination.IMAGE || destination == RequestDestination.MEDIA)
                && !link.use().cautions().contains(LinkCaution.CORS);
    }

    /** The file; of a directory its index, whether the path ends with a slash or not. */
    Optional<SiteFile> file(LinkTarget.Inside target) {
        return Optional.ofNullable(DocumentPath.find(target.path()))
                .map(DocumentPath::key)
                .flatMap(graph::served);
    }

    /** The file of a link, assuming that any named server is this one; a false positive does no harm. */
    private Optional<SiteFile> fileOnAnyServer(Link link, String page, Optional<String> base) {
        LinkTarget target =
                LinkTarget.of(withoutServer(link.url()), page, base.map(SiteLinkConstraints::withoutServer));
        return target instanceof LinkTarget.Inside inside ? file(inside) : Optional.empty();
    }

    private static String withoutServer(String address) {
        Matcher server = SERVER.matcher(address);
        return server.lookingAt() ? "/" + address.substring(server.end()) : address;
    }

    /** A link that names a server may lead to another site, whose pages have paths like those of this one. */
    private static boolean isPageElsewhere(Link link, String path) {
        RequestDestination destination = link.use().destination();
        boolean page = destination == RequestDestination.DOCUMENT || destination == RequestDestination.FRAME;
        return page && LinkTarget.of(link.url(), path, Optional.empty()) instanceof LinkTarget.Outside;
    }

    boolean isEntry(String path) {
        return entries.contains(path);
    }

    /** True if some page gives the digest of this file. */
    boolean isDigested(String path) {
        return digested.contains(path);
    }

    /** Returns true if a page works at home only: it refers to its server, needs its origin, or would lose a policy. */
    boolean isBound(String path) {
        return !sent.isEmpty() || bound.contains(path);
    }

    PageSecurityPolicies policies(String path) {
        return new PageSecurityPolicies(
                governing.getOrDefault(path, List.of()), sent, rules.get(LinkRuleSettings.EXTEND_POLICY));
    }

    /** The graph of pages and styles that fetch styles. Used by one thread. */
    private static final class StyleFetches {
        private final Map<String, List<String>> styles = new HashMap<>();
        private final Map<String, List<String>> fetchers = new HashMap<>();

        void add(String file, String style) {
            styles.computeIfAbsent(file, none -> new ArrayList<>()).add(style);
            fetchers.computeIfAbsent(style, none -> new ArrayList<>()).add(file);
        }

        Set<String> fetchedBy(Collection<String> files) {
            return reached(files, styles);
        }

        /** These files, the files that fetch or import them, and the files that fetch those. */
        Set<String> thatFetch(Collection<String> files) {
            return reached(files, fetchers);
        }

        private static Set<String> reached(Collection<String> from, Map<String, List<String>> ways) {
            Set<String> reached = new HashSet<>(from);
            Deque<String> toFollow = new ArrayDeque<>(reached);
            while (!toFollow.isEmpty()) {
                for (String next : ways.getOrDefault(toFollow.remove(), List.of())) {
                    if (reached.add(next)) {
                        toFollow.add(next);
                    }
                }
            }
            return reached;
        }
    }
}
