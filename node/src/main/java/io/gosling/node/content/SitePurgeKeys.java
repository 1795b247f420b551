package io.gosling.node.content;

import io.gosling.gos.purge.PurgeName;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.purge.message.Selector;
import io.gosling.site.HotSites;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps a purge to the keys under which the content of sites is held: documents in the directory of their site, one for
 * each content coding, and responses of its origins under its name. Pure.
 */
final class SitePurgeKeys {
    private SitePurgeKeys() {}

    /** The targets that a selector matches, among places of documents and origins' responses. */
    static List<PurgeTarget> of(HotSites places, List<OriginSettings> kept, Selector selector) {
        Stream<PurgeTarget> replies = kept.stream()
                .filter(origin ->
                        places.names(host(selector)).contains(origin.mount().site()))
                .flatMap(origin -> OriginPurgeTargetResolver.of(origin).of(selector).stream());
        return Stream.concat(documents(places, selector), replies).distinct().toList();
    }

    private static Stream<PurgeTarget> documents(HotSites places, Selector selector) {
        return switch (selector) {
            case Selector.Url url -> {
                PurgeName name = PurgeName.parse(url.name());
                yield directories(places, selector)
                        .flatMap(directory -> PurgeTargetResolver.ofPath(directory, name.path()).stream());
            }
            case Selector.Prefix prefix ->
                below(places, selector, PurgeName.parse(prefix.name()).path());
            case Selector.Host host -> below(places, selector, "/");
            case Selector.Tag tag -> Stream.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    private static Stream<PurgeTarget> below(HotSites places, Selector selector, String path) {
        return directories(places, selector).map(directory -> PurgeTargetResolver.below(directory, path));
    }

    private static Stream<String> directories(HotSites places, Selector selector) {
        return places.directories(host(selector)).stream();
    }

    private static @Nullable String host(Selector selector) {
        String host = switch (selector) {
            case Selector.Url url -> PurgeName.parse(url.name()).host();
            case Selector.Prefix prefix -> PurgeName.parse(prefix.name()).host();
            case Selector.Host named -> PurgeName.host(named.name());
            case Selector.Tag tag -> null;
        };
        return host == null ? null : host.replaceFirst(":[0-9]*$", "");
    }
}
