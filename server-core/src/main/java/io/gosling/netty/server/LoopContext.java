package io.gosling.netty.server;

import io.gosling.accesslog.AccessLogAppender;
import io.gosling.netty.fastpath.HotDocumentLookup;
import io.gosling.netty.fastpath.PlainHttp2RequestParser;
import io.gosling.netty.http2.Http2ResponseHeads;
import io.gosling.netty.transport.EventLoopTimer;
import org.jspecify.annotations.Nullable;

/** The state that the connections of one event loop share. Belongs to that loop, but for the date. */
record LoopContext(
        EventLoopTimer clock,
        Http1HotResponder hotResponder,
        PlainHttp2RequestParser plainStream,
        HotDocumentLookup lookup,
        Http2ResponseHeads heads,
        @Nullable AccessLogAppender lines) {

    /** Returns null without an access log, and while it is off. */
    @Override
    public @Nullable AccessLogAppender lines() {
        return lines != null && lines.isOn() ? lines : null;
    }
}
