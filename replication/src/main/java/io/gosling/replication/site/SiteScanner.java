package io.gosling.replication.site;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.FileExtensionMediaTypes;
import io.gosling.document.FileStamp;
import io.gosling.document.ListingEntry;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.PageRewritability;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Scans a directory into a graph. Each page and style is parsed once: unchanged files are taken from the previous
 * graph. One scan belongs to one thread; several may run at once.
 *
 * @param root hashes files at least up to {@code limits.pageBytes}, to detect quick changes
 * @param progress called every hundred files, and at the end
 */
public record SiteScanner(DocumentRoot root, LinkGraphLimits limits, Consumer<ScanProgress> progress) {
    private static final int PROGRESS_EVERY = 100;
    private static final int HIDDEN = 1000;
    /** Longest address, above those that servers accept. */
    private static final int LONGEST = 8192;

    /** Outcome of a scan; {@code leftOut} if there are more files than the limits allow, which are not in the graph. */
    public record Scanned(LinkGraph graph, int parsed, long parsedBytes, boolean leftOut) {}

    /**
     * The graph of the directory as it is now.
     *
     * @param before the last graph of the same directory, or an empty one
     * @throws IOException when the directory cannot be listed; a file that cannot be read is noted and skipped
     */
    public Scanned scan(LinkGraph before) throws IOException {
        Walk walk = new Walk();
        walk.directories.add(new Place(DocumentPath.parse("/"), null));
        while (!walk.directories.isEmpty()) {
            list(walk.directories.remove(), walk);
        }
        Reader reader = new Reader(before);
        for (int i = 0; i < walk.files.size(); i++) {
            if (i % PROGRESS_EVERY == 0) {
                progress.accept(reader.progress(i, walk.files.size()));
            }
            reader.read(walk.files.get(i));
        }
        progress.accept(reader.progress(walk.files.size(), walk.files.size()));
        return new Scanned(LinkGraph.of(reader.read), reader.parsed, reader.parsedBytes, walk.leftOut);
    }

    private record Place(DocumentPath path, @Nullable Above above) {}

    /** A directory that was listed, and those above it, all without links in their paths. */
    private record Above(Path real, @Nullable Above above) {
        boolean has(Path directory) {
            for (Above at = this; at != null; at = at.above) {
                if (at.real.equals(directory)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Walk {
        private final Deque<Place> directories = new ArrayDeque<>();
        private final List<DocumentPath> files = new ArrayList<>();
        private boolean leftOut;
    }

    private void list(Place place, Walk walk) throws IOException {
        DocumentPath directory = place.path();
        Path real = root.realDirectory(directory);
        Above above = place.above();
        // A link to a directory above it has, for ever, what that has.
        if (above != null && (real == null || above.has(real))) {
            return;
        }
        // Names that are not served count there too.
        List<ListingEntry> entries = root.list(directory, 2 * limits.files() + HIDDEN);
        if (entries == null || real == null) {
            if (directory.segments().isEmpty()) {
                throw new IOException("the site's directory cannot be listed; grant read and search permission on it");
            }
            return;
        }
        for (ListingEntry entry : entries) {
            if (walk.files.size() + walk.directories.size() >= limits.files()) {
                walk.leftOut = true;
                return;
            }
            DocumentPath path = directory.child(entry.name());
            if (entry.directory()) {
                walk.directories.add(new Place(DocumentPath.parse(path.key() + "/"), new Above(real, above)));
            } else {
                walk.files.add(path);
            }
        }
    }

    private final class Reader {
        private final LinkGraph before;
        private final List<SiteFile> read = new ArrayList<>();
        /** Pages of a site lead to the same addresses: each is held once. */
        private final Map<String, String> addresses = new HashMap<>();
        /** Pages of a site share policies: each is held once. */
        private final Map<String, String> policies = new HashMap<>();

        private long links;
        private long characters;

        private int parsed;
        private long parsedBytes;

        Reader(LinkGraph before) {
            this.before = before;
        }

        ScanProgress progress(int files, int ofFiles) {
            return new ScanProgress(files, ofFiles, parsed);
        }

        void read(DocumentPath path) {
            SiteFile known = before.file(path.key()).orElse(null);
            SiteFile loaded;
            try {
                if (known != null && isGood(path, known)) {
                    read.add(take(known) ? known : without(known, Reading.NO_ROOM));
                    return;
                }
                loaded = load(path);
            } catch (IOException e) {
                // One file that the disk does not give is no reason to know nothing of the others.
                loaded = known == null ? null : without(known, Reading.UNREADABLE);
            }
            if (loaded != null) {
                read.add(take(loaded) ? shared(loaded) : without(loaded, Reading.NO_ROOM));
            }
        }

        /** Takes room for a file; false if its links and policies exceed it. */
        private boolean take(SiteFile file) {
            characters += file.path().length();
            PageLinks page = file.links();
            if (page == null) {
                return true;
            }
            List<String> others = page.shape().policies().stream()
                    .distinct()
                    .filter(policy -> !policies.containsKey(policy))
                    .toList();
            long more =
                    page.links().stream().mapToLong(link -> link.url().length()).sum()
                            + others.stream().mapToLong(String::length).sum();
            boolean fits = links + file.linkCount() <= limits.links()
                    && (more == 0 || characters + more <= limits.characters());
            if (fits) {
                links += file.linkCount();
                characters += more;
                others.forEach(policy -> policies.put(policy, policy));
            }
            return fits;
        }

        private boolean isGood(DocumentPath path, SiteFile known) throws IOException {
            boolean same = switch (known.reading()) {
                case UNREADABLE, NO_ROOM -> false;
                case TOO_LARGE -> known.bytes() > limits.pageBytes();
                case READ -> known.bytes() <= limits.pageBytes();
                case NO_PAGE, ENCODING -> true;
            };
            return same && root.check(path, known.stamp()) == RevalidationResult.UNCHANGED;
        }

        /** Reads a page or style; null if it is not served. */
        private @Nullable SiteFile load(DocumentPath path) throws IOException {
            String mediaType = FileExtensionMediaTypes.of(path.segments().getLast());
            FileStamp stamp = root.stamp(path);
            if (stamp == null) {
                return null;
            }
            SiteFile file = new SiteFile(path.key(), mediaType, stamp, Reading.NO_PAGE, null);
            if (!PageLinks.canHaveLinks(mediaType)) {
                return file;
            }
            if (stamp.size() > limits.pageBytes()) {
                return without(file, Reading.TOO_LARGE);
            }
            try {
                LookupResult lookup = root.find(path);
                if (!(lookup instanceof LookupResult.Found found)) {
                    return null;
                }
                try (Document document = found.document()) {
                    return parse(path.key(), document);
                }
            } catch (IOException unreadable) {
                return without(file, Reading.UNREADABLE);
            }
        }

        private SiteFile parse(String path, Document document) throws IOException {
            String mediaType = document.representation().mediaType();
            byte[] bytes = document.body().first(Integer.MAX_VALUE);
            parsed++;
            parsedBytes += bytes.length;
            PageLinks found = PageLinks.of(bytes, mediaType);
            return found.tracked()
                    ? new SiteFile(path, mediaType, document.stamp(), Reading.READ, kept(found))
                    : new SiteFile(path, mediaType, document.stamp(), Reading.ENCODING, null);
        }

        /** Shares texts with earlier files. */
        private SiteFile shared(SiteFile file) {
            PageLinks page = file.links();
            if (page == null) {
                return file;
            }
            List<Link> same = page.links().stream()
                    .map(link -> new Link(
                            addresses.computeIfAbsent(link.url(), url -> url),
                            link.kind(),
                            link.use(),
                            link.offset(),
                            link.length()))
                    .toList();
            PageRewritability shape = page.shape()
                    .withPolicies(page.shape().policies().stream()
                            .map(policy -> policies.getOrDefault(policy, policy))
                            .toList());
            PageLinks held = new PageLinks(same, page.charset(), true, shape);
            return new SiteFile(file.path(), file.mediaType(), file.stamp(), file.reading(), held);
        }
    }

    private static PageLinks kept(PageLinks page) {
        List<Link> links = page.links().stream()
                .filter(link -> link.url().length() <= LONGEST && !link.url().startsWith("data:"))
                .toList();
        return new PageLinks(links, page.charset(), true, page.shape());
    }

    private static SiteFile without(SiteFile file, Reading why) {
        return new SiteFile(file.path(), file.mediaType(), file.stamp(), why, null);
    }
}
