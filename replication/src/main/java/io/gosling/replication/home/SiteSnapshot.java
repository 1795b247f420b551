package io.gosling.replication.home;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.page.PageLinkAnalysis;
import io.gosling.replication.page.PageLinkAnalysis.PreparedLink;
import io.gosling.replication.page.PageLinkTemplate;
import io.gosling.replication.page.SiteLinkConstraints;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A site at one scan: its graph, its prepared pages, and the documents to which some link may be chosen. Immutable.
 *
 * @param pages by path: those with a link that may be chosen, and those and all styles that a co-op could be sent
 * @param givable documents that may have copies elsewhere
 * @param unread pages whose links are known and whose bytes cannot be read, or may not be
 * @param served the pages by the paths of requests for them, those of directories with an index among them
 */
public record SiteSnapshot(
        LinkGraph graph, Map<String, Page> pages, Set<String> givable, Set<String> unread, Map<String, Page> served) {
    private static final String INDEX = "index.html";

    /**
     * A page or style.
     *
     * @param etag of the bytes whose links these are: bytes with another one are sent as they are
     * @param refused servers excluded by the page's policies, by place of the link
     * @param variants the page's rendered variants, the only mutable part
     */
    public record Page(
            SiteFile file,
            PageLinkAnalysis prepared,
            PageLinkTemplate places,
            String etag,
            Map<Integer, Set<String>> refused,
            RenderedVariantSet variants) {
        /** True if it was made of the same inputs. */
        private boolean isOf(SiteFile as, String tag, PageLinkAnalysis links, Map<Integer, Set<String>> refusing) {
            return isSame(file, as)
                    && etag.equals(tag)
                    && prepared.links().equals(links.links())
                    && refused.equals(refusing);
        }

        /** @param offset start of the link's address in the file */
        public boolean mayLead(int offset, String server) {
            return refused.isEmpty() || !refused.getOrDefault(offset, Set.of()).contains(server);
        }

        public String path() {
            return file.path();
        }

        boolean hasChoice() {
            return places.size() > 0;
        }
    }

    static SiteSnapshot none() {
        return new SiteSnapshot(LinkGraph.empty(), Map.of(), Set.of(), Set.of(), Map.of());
    }

    /** True if a scan has found no change. */
    boolean isStill(LinkGraph other) {
        long known = graph.files().stream().filter(file -> file.links() != null).count();
        if (known != pages.size() + unread.size()
                || other.files().size() != graph.files().size()) {
            return false;
        }
        Iterator<SiteFile> others = other.files().iterator();
        return graph.files().stream().allMatch(file -> isSame(file, others.next()));
    }

    /** A file whose bytes changed without its time has a stamp with another tag. */
    private static boolean isSame(SiteFile one, SiteFile other) {
        return one.path().equals(other.path()) && one.stamp().equals(other.stamp()) && one.reading() == other.reading();
    }

    /** The page that is served under the raw path of a request; null where there is none. */
    @Nullable
    public Page under(String rawPath) {
        return served.get(rawPath);
    }

    /** Returns true if there may be copies of a document; true before the first scan, since nothing is known then. */
    public boolean mayHaveCopies(String path) {
        return givable.contains(path) || graph.files().isEmpty();
    }

    /** Prepares the pages of a graph, keeping unchanged ones with their variant sets; unreadable files are left out. */
    static SiteSnapshot of(
            LinkGraph graph,
            SiteSnapshot before,
            HomeSettings settings,
            Collection<ReplicaPeer> peers,
            DocumentRoot root) {
        Set<String> entries = settings.entries();
        SiteLinkConstraints site = SiteLinkConstraints.of(graph, entries, settings.links());
        String exported = settings.get(HomeSettings.EXPORT_PATH);
        Map<String, Page> pages = new HashMap<>();
        Set<String> givable = new HashSet<>();
        Set<String> unread = new HashSet<>();
        for (SiteFile file : graph.files()) {
            PageLinks links = file.links();
            if (links == null) {
                continue;
            }
            Page known = before.pages().get(file.path());
            String etag = "";
            try {
                etag = etag(file, known, root);
            } catch (IOException e) {
                unread.add(file.path());
            }
            if (etag.isEmpty()) {
                continue;
            }
            PageLinkAnalysis prepared = PageLinkAnalysis.of(file, links, site);
            pages.put(file.path(), page(file, prepared, etag, peers, known));
            prepared.links().stream()
                    .filter(PreparedLink::mayBeChosen)
                    .map(PreparedLink::document)
                    .filter(path -> path.startsWith(exported))
                    .filter(path -> !entries.contains(path))
                    .forEach(givable::add);
        }
        // A page that could not be prepared cannot be copied: its relative links would lead nowhere.
        givable.removeIf(path -> graph.file(path)
                .filter(file -> !PageLinks.canHaveLinks(file.mediaType()) || pages.containsKey(path))
                .isEmpty());
        return new SiteSnapshot(
                graph, Map.copyOf(pages), Set.copyOf(givable), Set.copyOf(unread), Map.copyOf(served(pages)));
    }

    private static Page page(
            SiteFile file,
            PageLinkAnalysis prepared,
            String etag,
            Collection<ReplicaPeer> peers,
            @Nullable Page before) {
        Map<Integer, Set<String>> refused = refused(prepared, peers);
        if (before != null && before.isOf(file, etag, prepared, refused)) {
            return before;
        }
        PageLinkTemplate places = PageLinkTemplate.of(prepared);
        return new Page(
                file,
                prepared,
                places,
                etag,
                refused,
                new RenderedVariantSet(places.documents().size()));
    }

    private static Map<String, Page> served(Map<String, Page> pages) {
        Map<String, Page> served = new HashMap<>(pages);
        pages.forEach((path, page) -> {
            if (path.endsWith("/" + INDEX)) {
                served.put(path.substring(0, path.length() - INDEX.length()), page);
            }
        });
        return served;
    }

    /**
     * The tag of the bytes in which the links were found; empty when the file has changed.
     *
     * @throws IOException when it cannot be read
     */
    private static String etag(SiteFile file, @Nullable Page before, DocumentRoot root) throws IOException {
        if (before != null && isSame(before.file(), file)) {
            return before.etag();
        }
        DocumentPath path = DocumentPath.find(file.path());
        if (path == null) {
            return "";
        }
        LookupResult lookup = root.find(path);
        if (lookup instanceof LookupResult.Refused refused) {
            throw new IOException(refused.reason());
        }
        if (!(lookup instanceof LookupResult.Found found)) {
            return "";
        }
        try (Document document = found.document()) {
            // Read before the stamp was compared.
            boolean same = document.representation().length() == file.bytes()
                    && root.check(path, file.stamp()) == RevalidationResult.UNCHANGED;
            return same ? document.representation().etag() : "";
        }
    }

    private static Map<Integer, Set<String>> refused(PageLinkAnalysis page, Collection<ReplicaPeer> peers) {
        if (page.policies().isEmpty()) {
            return Map.of();
        }
        // Policies know kinds of links, of which there are few.
        Map<RequestDestination, Set<String>> servers = new EnumMap<>(RequestDestination.class);
        Map<Integer, Set<String>> refused = new HashMap<>();
        for (PreparedLink link : page.links()) {
            Set<String> others = link.mayBeChosen()
                    ? servers.computeIfAbsent(
                            link.link().use().destination(), destination -> refused(page, destination, peers))
                    : Set.of();
            if (!others.isEmpty()) {
                refused.put(link.link().offset(), others);
            }
        }
        return refused;
    }

    private static Set<String> refused(
            PageLinkAnalysis page, RequestDestination destination, Collection<ReplicaPeer> peers) {
        return peers.stream()
                .filter(peer -> !page.allows(destination, peer.origin()))
                .map(ReplicaPeer::name)
                .collect(Collectors.toUnmodifiableSet());
    }
}
