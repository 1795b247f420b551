package io.gosling.origin.cache;

import io.gosling.origin.upstream.HostHeaderNormalizer;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import io.gosling.origin.upstream.UpstreamSettings;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** URLs that a response names in Location or Content-Location (RFC 9111, section 4.4). Pure. */
final class ReferencedCacheKey {
    private ReferencedCacheKey() {}

    /** The cache key of the named URL, or null when it does not belong to the requested site. */
    static @Nullable String url(CacheRequest request, @Nullable String named, UpstreamSettings settings) {
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
}
