package io.gosling.node.content;

import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Filter;
import io.gosling.node.settings.UpstreamSettings;
import io.gosling.node.settings.Values;
import io.gosling.origin.cache.HandlerCache;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.origin.upstream.HandlerSettings;
import io.gosling.site.Keeping;
import io.gosling.site.Site;
import io.gosling.site.cgi.CgiRule;
import io.gosling.site.rules.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The cacheable programs of all sites, with the caches that keep their responses. Immutable; used by many threads. */
final class SitePrograms implements Keeping {
    /** No programs. */
    static final SitePrograms NONE = new SitePrograms(List.of());

    private final List<Kept> kept;

    private record Kept(HandlerSettings settings, PathPattern path, HandlerCache cache) {}

    private SitePrograms(List<Kept> kept) {
        this.kept = List.copyOf(kept);
    }

    /** The handler settings of these sites' cacheable programs. */
    static List<HandlerSettings> wanted(List<Site> sites, Values values) {
        List<HandlerSettings> wanted = new ArrayList<>();
        for (Site site : sites) {
            for (CgiRule rule : site.rules().programs()) {
                if (rule.kept()) {
                    wanted.add(UpstreamSettings.ofPrograms(site.name(), rule.path(), rule.time(), values));
                }
            }
        }
        return wanted;
    }

    /** A copy with other programs. Those whose settings are unchanged are kept, with their state of URLs. */
    SitePrograms with(List<HandlerSettings> wanted, Function<HandlerSettings, HandlerCache> opening) {
        List<Kept> others = new ArrayList<>();
        for (HandlerSettings settings : wanted) {
            Kept known = kept.stream()
                    .filter(one -> one.settings().equals(settings))
                    .findFirst()
                    .orElse(null);
            others.add(
                    known == null
                            ? new Kept(
                                    settings, PathPattern.parse(settings.mount().path()), opening.apply(settings))
                            : known);
        }
        return new SitePrograms(others);
    }

    @Override
    public Filter around(Site site, CgiRule rule) {
        for (Kept one : kept) {
            if (one.settings().mount().site().equals(site.name())
                    && one.settings().mount().path().equals(rule.path().toString())) {
                return one.cache();
            }
        }
        return Keeping.none().around(site, rule);
    }

    /** The handler for a path; null if there is none any more. */
    @Nullable
    OriginHandler of(SitePath place) {
        for (Kept one : kept) {
            if (one.settings().mount().site().equals(place.site()) && one.path().fits(place.path())) {
                return one.cache().replies();
            }
        }
        return null;
    }

    void purgedAlone(List<PurgeTarget> targets) {
        kept.forEach(one -> one.cache().replies().purgedAlone(targets));
    }

    List<HandlerSettings> settings() {
        return kept.stream().map(Kept::settings).toList();
    }
}
