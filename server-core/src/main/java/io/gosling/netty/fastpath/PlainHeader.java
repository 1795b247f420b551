package io.gosling.netty.fastpath;

import org.jspecify.annotations.Nullable;

/** What a plain request asks for, read where it lies. Belongs to one event loop. */
interface PlainHeader {
    /** A text and the raw path, without a query, as the string that was made when it was last found. */
    String path(String before, StringCache known);

    /** The same with the query. */
    String target(String before, StringCache known);

    /** The host without its port, as the string that was made when it was last known; null where it has capitals. */
    @Nullable
    String host(StringCache known);

    /** The codings that are accepted, as the string that was made when they were last known; null where none are named. */
    @Nullable
    String codings(StringCache known);
}
