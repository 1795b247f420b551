package io.gosling.site;

import io.gosling.document.StoredDocument;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.site.compression.ContentCoding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The hot documents of sites that the event-loop path may answer with: documents of the host's site that
 * {@link SiteHeaderBuilder} has prepared headers for. Used by event loops; allocates nothing.
 */
public final class CachedSiteDocumentLookup implements CachedDocumentLookup {
    private final CachedDocumentLookup objects;
    private final Map<String, Directories> exact = new HashMap<>();
    private final List<Below> below = new ArrayList<>();
    private @Nullable Directories otherwise;

    /** The directories of a site's documents in the object space, as they are and in each of its codings. */
    private record Directories(
            String site, String plain, List<ContentCoding> codings, Map<ContentCoding, String> coded) {
        static Directories of(Site site) {
            List<ContentCoding> codings = site.content().compression().codings();
            Map<ContentCoding, String> coded = new EnumMap<>(ContentCoding.class);
            codings.forEach(coding -> coded.put(coding, "/" + site.view(coding)));
            return new Directories(site.name(), "/" + site.view(null), codings, coded);
        }
    }

    /** The site of all hosts that end with a suffix such as {@code .example.org}. */
    private record Below(String suffix, Directories directories) {}

    /** @param objects those of all sites, by their keys */
    public CachedSiteDocumentLookup(List<Site> sites, CachedDocumentLookup objects) {
        this.objects = objects;
        for (Site site : sites) {
            Directories directories = Directories.of(site);
            for (String host : site.hosts()) {
                if (host.startsWith("*")) {
                    below.add(new Below(host.substring(1), directories));
                } else {
                    exact.put(host, directories);
                }
            }
            if (site.hosts().isEmpty()) {
                otherwise = directories;
            }
        }
        below.sort(
                Comparator.comparingInt((Below name) -> name.suffix().length()).reversed());
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        return objects.acquire(key, nowNanos);
    }

    @Override
    public boolean hasKeyPrefix() {
        return true;
    }

    @Override
    public @Nullable String directory(String host) {
        Directories found = find(host);
        return found == null ? null : found.plain();
    }

    /** Returns the directory of the best coding alone: only the worker path tries the next best one. */
    @Override
    public @Nullable String codedDirectory(String host, String acceptEncoding) {
        Directories found = find(host);
        ContentCoding best = found == null ? null : ContentCoding.best(acceptEncoding, found.codings());
        return found == null || best == null ? null : found.coded().get(best);
    }

    /**
     * Returns the directories of the object space in which the documents of a host's site are held, as they are and in
     * each of its codings; without a host, those of all sites.
     */
    public List<String> directories(@Nullable String host) {
        return meant(host)
                .flatMap(one -> Stream.concat(Stream.of(one.plain()), one.coded().values().stream()))
                .distinct()
                .toList();
    }

    /** Returns the names of the sites that a host may mean; without a host, of all. */
    public Set<String> names(@Nullable String host) {
        return meant(host).map(Directories::site).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Stream<Directories> meant(@Nullable String host) {
        Stream<Directories> named =
                Stream.concat(exact.values().stream(), below.stream().map(Below::directories));
        return host == null ? Stream.concat(named, Stream.ofNullable(otherwise)) : Stream.ofNullable(find(host));
    }

    private @Nullable Directories find(String host) {
        Directories found = exact.get(host);
        if (found != null) {
            return found;
        }
        for (int i = 0; i < below.size(); i++) {
            if (host.endsWith(below.get(i).suffix())) {
                return below.get(i).directories();
            }
        }
        return otherwise;
    }
}
