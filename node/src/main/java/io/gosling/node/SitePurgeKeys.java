package io.gosling.node;

import io.gosling.freshness.Selector;
import io.gosling.gos.PurgeKeys;
import io.gosling.gos.PurgeName;
import io.gosling.gos.PurgeTarget;
import io.gosling.http.HotDocuments;
import io.gosling.site.HotSites;
import io.gosling.site.Site;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Under which keys the documents of sites are held: each site has directories of its own, one for each coding. Pure. */
final class SitePurgeKeys {
    private SitePurgeKeys() {}

    static List<PurgeTarget> of(List<Site> sites, Selector selector) {
        return switch (selector) {
            case Selector.Url url -> {
                PurgeName name = PurgeName.parse(url.name());
                yield directories(sites, name.host())
                        .flatMap(directory -> PurgeKeys.ofPath(directory, name.path()).stream())
                        .toList();
            }
            case Selector.Prefix prefix -> {
                PurgeName name = PurgeName.parse(prefix.name());
                yield below(directories(sites, name.host()), name.path());
            }
            case Selector.Host host ->
                below(
                        directories(
                                sites, PurgeName.parse("http://" + host.name()).host()),
                        "/");
            case Selector.Tag tag -> List.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    private static List<PurgeTarget> below(Stream<String> directories, String path) {
        return directories
                .<PurgeTarget>map(directory -> new PurgeTarget.Prefix(directory + path))
                .toList();
    }

    /** @param host with or without a port; null for all */
    private static Stream<String> directories(List<Site> sites, @Nullable String host) {
        HotSites places = new HotSites(sites, HotDocuments.none());
        return places.directories(host == null ? null : host.replaceFirst(":[0-9]*$", "")).stream();
    }
}
