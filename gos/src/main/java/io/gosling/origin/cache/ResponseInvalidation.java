package io.gosling.origin.cache;

import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.http.Headers;
import io.gosling.origin.upstream.HostHeaderNormalizer;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import io.gosling.origin.upstream.UpstreamSettings;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Invalidates stored responses after an unsafe request (RFC 9111, section 4.4): here at once, and on the other nodes.
 * Safe for use by many threads.
 */
record ResponseInvalidation(
        UpstreamSettings settings,
        ResponseMemory memory,
        ClusterResponseSharing others,
        LocalChangeTimes changes,
        VariantIndex variantIndex,
        Ticker ticker) {
    /** Returns true if a response to an unsafe request invalidates stored ones. */
    static boolean mayFollow(CacheRequest request, int status) {
        return !CacheRequest.SAFE.contains(request.method()) && status >= 200 && status < 400;
    }

    /** Returns the target of an unsafe request, and the URLs that its response names. */
    private Set<String> named(CacheRequest request, Headers response) {
        Set<String> urls = new LinkedHashSet<>(Set.of(request.url()));
        for (String name : List.of("Location", "Content-Location")) {
            String named = url(request, response.first(name));
            if (named != null) {
                urls.add(named);
            }
        }
        return urls;
    }

    /** The cache key of the named URL, or null when it does not belong to the requested site. */
    private @Nullable String url(CacheRequest request, @Nullable String named) {
        if (named == null) {
            return null;
        }
        try {
            URI uri = URI.create("http://site" + request.target()).resolve(named.strip());
            String authority = String.valueOf(uri.getRawAuthority());
            boolean secure = "https".equals(uri.getScheme());
            String host = HostHeaderNormalizer.of(authority, secure);
            boolean same = authority.equals("site")
                    || settings.isCalled(authority)
                    || HostHeaderNormalizer.of(String.valueOf(request.headers().first("Host")), request.secure())
                            .equals(host);
            if (!same || uri.getRawPath() == null) {
                return null;
            }
            String prefix = request.url()
                    .substring(0, request.url().length() - request.target().length());
            String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            String target = path + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
            return prefix + OriginPurgeTargetResolver.target(settings, target);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    void invalidate(CacheRequest request, Headers response) {
        Set<String> urls = named(request, response);
        // The directory entry of a URL covers only responses that do not vary, and none in the repository.
        boolean vary = urls.stream()
                .anyMatch(
                        url -> variantIndex.keys(url).size() > 1 || (variantIndex.varyNear(url) && !memory.holds(url)));
        urls.forEach(this::forget);
        Set<String> groups = RevalidationHeaderBuilder.invalidatedGroups(response);
        if (!groups.isEmpty()) {
            changes.changed(groups, ticker.nanos());
            memory.invalidateTagged(groups);
        }
        others.changed(urls, groups, vary || settings.usesRepository());
    }

    /** Removes copies, for every scheme, and excludes fetches under way. */
    void forget(String url) {
        changes.changed(url, ticker.nanos());
        String place = url.substring(url.indexOf("://"));
        for (String either : List.of("http" + place, "https" + place)) {
            memory.invalidate(either, variantIndex.keys(either));
        }
    }

    /** These were purged from this node alone: older copies of other nodes are not fetched from them. */
    void purgedAlone(List<PurgeTarget> targets) {
        long now = ticker.nanos();
        for (PurgeTarget target : targets) {
            switch (target) {
                case PurgeTarget.Key one -> changes.changed(one.key(), now);
                case PurgeTarget.Tag tag -> changes.changed(Set.of(tag.tag()), now);
                case PurgeTarget.Prefix many -> changes.changed(now);
                case PurgeTarget.OnEveryHost many -> changes.changed(now);
            }
        }
    }
}
