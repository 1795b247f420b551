package io.gosling.site;

import io.gosling.document.StoredDocument;
import io.gosling.http.HotDocuments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the fast lane may answer of sites: documents of the host's site that {@link SiteFields} has prepared fields for.
 * Used by event loops; allocates nothing.
 */
public final class HotSites implements HotDocuments {
    private final HotDocuments objects;
    private final Map<String, String> exact = new HashMap<>();
    private final List<Below> below = new ArrayList<>();
    private @Nullable String otherwise;

    /** Hosts that end with {@code .example.org}. */
    private record Below(String suffix, String directory) {}

    /** @param objects those of all sites, by their keys */
    public HotSites(List<Site> sites, HotDocuments objects) {
        this.objects = objects;
        for (Site site : sites) {
            String directory = "/" + site.view(null);
            for (String host : site.hosts()) {
                if (host.startsWith("*")) {
                    below.add(new Below(host.substring(1), directory));
                } else {
                    exact.put(host, directory);
                }
            }
            if (site.hosts().isEmpty()) {
                otherwise = directory;
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
    public boolean isByHost() {
        return true;
    }

    @Override
    public @Nullable String directory(String host) {
        String directory = exact.get(host);
        if (directory != null) {
            return directory;
        }
        for (int i = 0; i < below.size(); i++) {
            if (host.endsWith(below.get(i).suffix())) {
                return below.get(i).directory();
            }
        }
        return otherwise;
    }
}
