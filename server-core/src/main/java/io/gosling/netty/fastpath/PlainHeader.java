package io.gosling.netty.fastpath;

import org.jspecify.annotations.Nullable;

/** The header of a plain request, read in place without copying. Belongs to one event loop. */
interface PlainHeader {
    /**
     * Returns a prefix and the raw path, without a query; the string is taken from the cache where the same text was
     * found before.
     */
    String path(String before, StringCache known);

    /** Returns a prefix and the raw path with the query. */
    String target(String before, StringCache known);

    /** Returns the host without its port, from the cache where it is known; null where it has capitals. */
    @Nullable
    String host(StringCache known);

    /** Returns the accepted content codings, from the cache where they are known; null where none are named. */
    @Nullable
    String codings(StringCache known);
}
