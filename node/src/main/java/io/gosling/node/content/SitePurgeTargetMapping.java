package io.gosling.node.content;

import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.gos.purge.PurgeUrlPattern;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.site.CachedSiteDocumentLookup;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps a purge to the keys under which the content of sites is held: documents in the directory of their site, one for
 * each content coding, and responses of its origins under its name. Pure.
 */
final class SitePurgeTargetMapping {
    private SitePurgeTargetMapping() {}

    /** The targets that a selector matches, among places of documents and origins' responses. */
    static List<PurgeTarget> of(CachedSiteDocumentLookup places, List<OriginSettings> kept, PurgeSelector selector) {
        Stream<PurgeTarget> replies = kept.stream()
                .filter(origin ->
                        places.names(host(selector)).contains(origin.mount().site()))
                .flatMap(origin -> OriginPurgeTargetResolver.of(origin).of(selector).stream());
        return Stream.concat(documents(places, selector), replies).distinct().toList();
    }

    private static Stream<PurgeTarget> documents(CachedSiteDocumentLookup places, PurgeSelector selector) {
        return switch (selector) {
            case PurgeSelector.Url url -> {
                PurgeUrlPattern name = PurgeUrlPattern.parse(url.name());
                yield directories(places, selector)
                        .flatMap(directory -> PurgeTargetResolver.ofPath(directory, name.path()).stream());
            }
            case PurgeSelector.Prefix prefix ->
                below(places, selector, PurgeUrlPattern.parse(prefix.name()).path());
            case PurgeSelector.Host host -> below(places, selector, "/");
            case PurgeSelector.Tag tag -> Stream.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    private static Stream<PurgeTarget> below(CachedSiteDocumentLookup places, PurgeSelector selector, String path) {
        return directories(places, selector).map(directory -> PurgeTargetResolver.below(directory, path));
    }

    private static Stream<String> directories(CachedSiteDocumentLookup places, PurgeSelector selector) {
        return places.directories(host(selector)).stream();
    }

    private static @Nullable String host(PurgeSelector selector) {
        String host = switch (selector) {
            case PurgeSelector.Url url -> PurgeUrlPattern.parse(url.name()).host();
            case PurgeSelector.Prefix prefix ->
                PurgeUrlPattern.parse(prefix.name()).host();
            case PurgeSelector.Host named -> PurgeUrlPattern.host(named.name());
            case PurgeSelector.Tag tag -> null;
        };
        return host == null ? null : host.replaceFirst(":[0-9]*$", "");
    }
}
