package io.gosling.node;

import io.gosling.freshness.Selector;
import io.gosling.gos.PurgeKeys;
import io.gosling.gos.PurgeName;
import io.gosling.gos.PurgeTarget;
import io.gosling.site.HotSites;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Under which keys the documents of sites are held: each site has directories of its own, one for each coding. Pure. */
final class SitePurgeKeys {
    private SitePurgeKeys() {}

    /** @param places where documents of sites are held */
    static List<PurgeTarget> of(HotSites places, Selector selector) {
        return switch (selector) {
            case Selector.Url url -> {
                PurgeName name = PurgeName.parse(url.name());
                yield directories(places, name.host())
                        .flatMap(directory -> PurgeKeys.ofPath(directory, name.path()).stream())
                        .toList();
            }
            case Selector.Prefix prefix -> {
                PurgeName name = PurgeName.parse(prefix.name());
                yield below(directories(places, name.host()), name.path());
            }
            case Selector.Host host -> below(directories(places, PurgeName.host(host.name())), "/");
            case Selector.Tag tag -> List.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    private static List<PurgeTarget> below(Stream<String> directories, String path) {
        return directories.map(directory -> PurgeKeys.below(directory, path)).toList();
    }

    /** @param host with or without a port; null for all */
    private static Stream<String> directories(HotSites places, @Nullable String host) {
        return places.directories(host == null ? null : host.replaceFirst(":[0-9]*$", "")).stream();
    }
}
