package io.gosling.netty.fastpath;

import org.jspecify.annotations.Nullable;

/** The header of a plain request, read in place without copying. Belongs to one event loop. */
interface PlainRequestHead {
    /** Returns a prefix and the raw path, without a query; cached strings are reused. */
    String path(String before, StringCache known);

    /** Returns a prefix and the raw path with the query. */
    String target(String before, StringCache known);

    /** Returns the host without its port, from the cache where it is known; null where it has capitals. */
    @Nullable
    String host(StringCache known);

    @Nullable
    String codings(StringCache known);

    /**
     * Returns true if the first {@code X-Forwarded-Proto} is https: where requests of front-ends are served, their
     * client used TLS.
     */
    boolean isForwardedHttps();
}
