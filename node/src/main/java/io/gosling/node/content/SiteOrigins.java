package io.gosling.node.content;

import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.origin.upstream.OriginClient;
import io.gosling.origin.upstream.OriginServerStatus;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.site.OriginHandlerFactory;
import io.gosling.site.Site;
import io.gosling.site.rules.PathPattern;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The origins of all sites, each with its connections and the state of its servers. A response in memory belongs to the
 * origin whose paths contain its URL; its key names the site. Immutable; used by many threads.
 */
final class SiteOrigins implements OriginHandlerFactory {
    static final SiteOrigins NONE = new SiteOrigins(List.of());

    private final List<Living> origins;

    private SiteOrigins(List<Living> origins) {
        this.origins = List.copyOf(origins);
    }

    /** An origin in use, with its trust fingerprint from before it was opened. */
    record Living(
            OriginSettings settings, String authorities, PathPattern path, OriginClient client, OriginHandler handler) {
        boolean is(String site, String pattern) {
            return settings.mount().site().equals(site)
                    && settings.mount().path().equals(pattern);
        }
    }

    @FunctionalInterface
    interface Opening {
        Living open(OriginSettings settings, String authorities) throws IOException;
    }

    /**
     * Returns a copy with other origins, keeping unchanged ones with their connections and state.
     *
     * @throws IOException when one cannot be opened; without side effects
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

    void watch() {
        origins.forEach(origin -> origin.client().watch());
    }

    /** Retires those that are not among the others: they get no new requests. */
    void retireBut(SiteOrigins others) {
        for (Living origin : origins) {
            if (!others.origins.contains(origin)) {
                origin.client().retire();
            }
        }
    }

    void close() {
        origins.forEach(origin -> origin.client().close());
    }

    @Override
    public Handler answering(Site site, PathPattern path) {
        return origins.stream()
                .filter(origin -> origin.is(site.name(), path.toString()))
                .<Handler>map(Living::handler)
                .findFirst()
                .orElse(request -> ErrorPageBuilder.of(503));
    }

    private @Nullable OriginHandler of(String key) {
        SitePath place = SitePath.of(key);
        if (place == null) {
            return null;
        }
        for (Living origin : origins) {
            if (origin.settings().mount().site().equals(place.site())
                    && origin.path().fits(place.path())) {
                return origin.handler();
            }
        }
        return null;
    }

    boolean take(ResponseMemory.Permit permit, String key, StoredResponseHead reply, ByteBuf bytes) {
        OriginHandler owner = of(permit.url());
        if (owner == null) {
            bytes.release();
            return false;
        }
        return owner.transferSink().take(permit, key, reply, bytes);
    }

    SharedResponseSource.@Nullable Giving give(SharedResponseRequest ask) {
        OriginHandler owner = of(ask.url());
        return owner == null ? null : owner.responseSource().join(ask);
    }

    /** The settings that determine keys of responses, and so the effect of purges. */
    Set<List<String>> keyRules() {
        return settings().stream()
                .map(origin ->
                        List.of(origin.mount().site(), origin.mount().path(), Boolean.toString(origin.keepsHost())))
                .collect(Collectors.toSet());
    }

    void purgedAlone(List<PurgeTarget> targets) {
        origins.forEach(origin -> origin.handler().purgedAlone(targets));
    }

    List<OriginSettings> settings() {
        return origins.stream().map(Living::settings).toList();
    }

    List<OriginServerStatus> servers() {
        return origins.stream()
                .flatMap(origin -> origin.client().servers().stream())
                .toList();
    }

    private record SitePath(String site, String path) {
        /** @param key of a response, or of a variant or slice of it */
        static @Nullable SitePath of(String key) {
            String url = PurgeTarget.base(key);
            int scheme = url.indexOf("://");
            int path = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
            if (path < 0) {
                return null;
            }
            String authority = url.substring(scheme + 3, path);
            int host = authority.indexOf('@');
            int query = url.indexOf('?', path);
            return new SitePath(
                    host < 0 ? authority : authority.substring(0, host),
                    query < 0 ? url.substring(path) : url.substring(path, query));
        }
    }
}
