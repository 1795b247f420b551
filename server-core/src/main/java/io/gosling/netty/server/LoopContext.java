package io.gosling.netty.server;

import io.gosling.accesslog.EventLoopLog;
import io.gosling.netty.fastpath.HotDocumentLookup;
import io.gosling.netty.fastpath.PlainHttp2Request;
import io.gosling.netty.http2.Http2ResponseHeads;
import io.gosling.netty.transport.LoopClock;
import org.jspecify.annotations.Nullable;

/** The state that the connections of one event loop share. Belongs to that loop, but for the date. */
record LoopContext(
        LoopClock clock,
        EventLoopPath eventLoopPath,
        PlainHttp2Request plainStream,
        HotDocumentLookup lookup,
        Http2ResponseHeads heads,
        @Nullable EventLoopLog lines) {

    /** Returns null without an access log, and while it is off. */
    @Override
    public @Nullable EventLoopLog lines() {
        return lines != null && lines.isOn() ? lines : null;
    }
}
