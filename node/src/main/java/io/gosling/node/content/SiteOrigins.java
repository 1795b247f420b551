package io.gosling.node.content;

import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.ErrorPage;
import io.gosling.http.Handler;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.origin.upstream.OriginClient;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.ServerView;
import io.gosling.site.Origins;
import io.gosling.site.Site;
import io.gosling.site.rules.PathPattern;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The origins of all sites, each with its connections and what is known of its servers. A response in memory belongs to the
 * origin whose paths its URL is one of: keys name the site. Immutable; used by many threads.
 */
final class SiteOrigins implements Origins {
    /** None. */
    static final SiteOrigins NONE = new SiteOrigins(List.of());

    private final List<Living> origins;

    private SiteOrigins(List<Living> origins) {
        this.origins = List.copyOf(origins);
    }

    /**
     * One that is asked.
     *
     * @param authorities {@link io.gosling.origin.upstream.OriginTrust#fingerprint} from before it was opened
     */
    record Living(
            OriginSettings settings, String authorities, PathPattern path, OriginClient client, OriginHandler handler) {
        boolean is(String site, String pattern) {
            return settings.mount().site().equals(site)
                    && settings.mount().path().equals(pattern);
        }
    }

    /** Makes one that is asked. */
    @FunctionalInterface
    interface Opening {
        Living open(OriginSettings settings, String authorities) throws IOException;
    }

    /**
     * Other origins. Those whose settings and authorities are the same stay what they are, with their connections and all they know.
     *
     * @throws IOException when one cannot be asked; nothing has happened then, for those that were opened have asked nobody yet
     */
    SiteOrigins with(List<OriginSettings> wanted, Opening opening) throws IOException {
        List<Living> living = new ArrayList<>();
        for (OriginSettings settings : wanted) {
            String authorities = settings.trust().fingerprint();
            Living known = find(settings, authorities);
            living.add(known == null ? opening.open(settings, authorities) : known);
        }
        return new SiteOrigins(living);
    }

    private @Nullable Living find(OriginSettings settings, String authorities) {
        return origins.stream()
                .filter(origin -> origin.settings().equals(settings)
                        && origin.authorities().equals(authorities))
                .findFirst()
                .orElse(null);
    }

    /** From now on their servers are asked whether they are well. */
    void watch() {
        origins.forEach(origin -> origin.client().watch());
    }

    /** Those that are not among the others are not asked for anything new. */
    void retireBut(SiteOrigins others) {
        for (Living origin : origins) {
            if (!others.origins.contains(origin)) {
                origin.client().retire();
            }
        }
    }

    /** Nobody is asked any more. */
    void close() {
        origins.forEach(origin -> origin.client().close());
    }

    @Override
    public Handler answering(Site site, PathPattern path) {
        return origins.stream()
                .filter(origin -> origin.is(site.name(), path.toString()))
                .<Handler>map(Living::handler)
                .findFirst()
                .orElse(request -> ErrorPage.of(503));
    }

    /** The one that answers this; null where there is none any more. */
    @Nullable
    OriginHandler of(SitePath place) {
        for (Living origin : origins) {
            if (origin.settings().mount().site().equals(place.site())
                    && origin.path().fits(place.path())) {
                return origin.handler();
            }
        }
        return null;
    }

    void purgedAlone(List<PurgeTarget> targets) {
        origins.forEach(origin -> origin.handler().purgedAlone(targets));
    }

    List<OriginSettings> settings() {
        return origins.stream().map(Living::settings).toList();
    }

    List<ServerView> servers() {
        return origins.stream()
                .flatMap(origin -> origin.client().servers().stream())
                .toList();
    }
}
