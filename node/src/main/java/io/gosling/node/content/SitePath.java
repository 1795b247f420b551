package io.gosling.node.content;

import io.gosling.gos.purge.PurgeTarget;
import org.jspecify.annotations.Nullable;

/**
 * The site and the path that a response in memory belongs to where sites are served: its key names the site.
 *
 * @param path of the site, without a query
 */
record SitePath(String site, String path) {
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
