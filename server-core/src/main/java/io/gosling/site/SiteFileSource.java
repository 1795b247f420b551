package io.gosling.site;

import io.gosling.document.BodyBufferAllocator;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.EntityTagCache;
import io.gosling.document.FileStamp;
import io.gosling.document.ListingEntry;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.site.compression.CompressedDocumentFinder;
import io.gosling.site.compression.ContentCoding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of all sites as one source, below the object space: {@code /name/path} is a document of the site of this
 * name, and {@code /name~gzip/path} the same one compressed, an object of its own. Clients cannot request the latter by
 * name: a requested path is put below its site's name. Safe for use by many threads.
 */
public final class SiteFileSource implements DocumentSource {
    private final DocumentRoot.Settings settings;
    private final EntityTagCache smallTags;
    private final Map<Path, DocumentRoot> roots;
    private final Map<String, View> views;

    private record View(List<DocumentRoot> roots, @Nullable CompressedDocumentFinder coded) {}

    private SiteFileSource(
            DocumentRoot.Settings settings,
            EntityTagCache smallTags,
            Map<Path, DocumentRoot> roots,
            Map<String, View> views) {
        this.settings = settings;
        this.smallTags = smallTags;
        this.roots = roots;
        this.views = views;
    }

    /**
     * Opens the roots of all sites.
     *
     * @throws IOException when one is not a directory that can be reached; the message names it
     */
    public static SiteFileSource open(List<Site> sites, DocumentRoot.Settings settings) throws IOException {
        return new SiteFileSource(settings, EntityTagCache.ofSmallFiles(), Map.of(), Map.of()).with(sites);
    }

    /**
     * Returns the roots of other sites. Directories that are open already are reused: their files' tags stay cached.
     *
     * @throws IOException when one is not a directory that can be reached; the message names it
     */
    public SiteFileSource with(List<Site> sites) throws IOException {
        Map<Path, DocumentRoot> opened = new HashMap<>();
        Map<String, View> seen = new HashMap<>();
        for (Site site : sites) {
            List<DocumentRoot> own = new ArrayList<>();
            for (Path root : site.content().roots()) {
                own.add(root(root, opened));
            }
            seen.put(site.view(null), new View(own, null));
            for (ContentCoding coding : site.content().compression().codings()) {
                seen.put(
                        site.view(coding),
                        new View(
                                own,
                                new CompressedDocumentFinder(
                                        coding, site.content().compression())));
            }
        }
        return new SiteFileSource(settings, smallTags, Map.copyOf(opened), Map.copyOf(seen));
    }

    private DocumentRoot root(Path directory, Map<Path, DocumentRoot> opened) throws IOException {
        Path path = directory.toAbsolutePath();
        DocumentRoot known = opened.getOrDefault(path, roots.get(path));
        DocumentRoot root = known == null ? DocumentRoot.at(path, settings, smallTags) : known;
        String obstacle = root.obstacle();
        if (obstacle != null) {
            throw new IOException(obstacle);
        }
        opened.put(path, root);
        return root;
    }

    @Override
    public @Nullable String obstacle() {
        return roots.values().stream()
                .map(DocumentRoot::obstacle)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public LookupResult find(DocumentPath path) throws IOException {
        return find(path, BodyBufferAllocator.none());
    }

    @Override
    public LookupResult find(DocumentPath path, BodyBufferAllocator to) throws IOException {
        View view = view(path);
        if (view == null) {
            return new LookupResult.Absent();
        }
        DocumentPath rest = path.rest();
        for (DocumentRoot root : view.roots()) {
            LookupResult lookup =
                    view.coded() == null ? root.find(rest, to) : view.coded().find(root, rest);
            if (lookup instanceof LookupResult.Moved moved) {
                return new LookupResult.Moved("/" + path.segments().getFirst() + moved.location());
            }
            if (!(lookup instanceof LookupResult.Absent)
                    || (view.coded() != null && view.roots().size() > 1 && root.stamp(rest) != null)) {
                return lookup;
            }
        }
        return new LookupResult.Absent();
    }

    @Override
    public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
        View view = view(path);
        if (view == null) {
            return RevalidationResult.GONE;
        }
        DocumentPath rest = path.rest();
        for (DocumentRoot root : view.roots()) {
            RevalidationResult freshness = view.coded() == null
                    ? root.check(rest, known)
                    : view.coded().check(root, rest, known);
            if (freshness != RevalidationResult.GONE) {
                return freshness;
            }
        }
        return RevalidationResult.GONE;
    }

    private @Nullable View view(DocumentPath path) {
        return path.segments().isEmpty() ? null : views.get(path.segments().getFirst());
    }

    /** A directory's entries in all roots of a site, each name as the first root has it; null when no root has it. */
    @Nullable
    List<ListingEntry> list(Site site, DocumentPath path, int most) throws IOException {
        View view = views.get(site.name());
        Map<String, ListingEntry> entries = null;
        for (DocumentRoot root : view == null ? List.<DocumentRoot>of() : view.roots()) {
            List<ListingEntry> more = root.list(path, most);
            if (more != null) {
                entries = entries == null ? new TreeMap<>() : entries;
                for (ListingEntry entry : more) {
                    entries.putIfAbsent(entry.name(), entry);
                }
            }
        }
        return entries == null ? null : List.copyOf(entries.values());
    }
}
