package io.gosling.netty.server;

import io.gosling.accesslog.LoopAccessLog;
import io.gosling.netty.fastpath.PlainHttp2RequestParser;
import io.gosling.netty.fastpath.PlainRequestDocumentLookup;
import io.gosling.netty.http2.Http2ResponseHeadEncoder;
import io.gosling.netty.transport.EventLoopTimer;
import org.jspecify.annotations.Nullable;

/** The state that the connections of one event loop share. Belongs to that loop, but for the date. */
record LoopContext(
        EventLoopTimer clock,
        Http1FastPathResponder hotResponder,
        PlainHttp2RequestParser plainStream,
        PlainRequestDocumentLookup lookup,
        Http2ResponseHeadEncoder heads,
        @Nullable LoopAccessLog lines) {}
