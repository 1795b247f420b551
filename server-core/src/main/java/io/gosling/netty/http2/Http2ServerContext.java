package io.gosling.netty.http2;

import io.gosling.document.Ticker;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.transport.EventLoopTimer;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The settings and services that all connections of HTTP/2 at one endpoint share. Used by every event loop.
 *
 * @param upgrades true if a stream may ask to become another protocol (extended CONNECT, RFC 8441), which request sinks
 *     get as a request with Upgrade
 * @param rules as they are when a request comes
 * @param draining set before connections are notified, so that one just accepted sees it
 */
public record Http2ServerContext(
        Http2Limits http2,
        boolean upgrades,
        Supplier<HttpLimits> limits,
        Supplier<RequestValidator> rules,
        LimitCounters counts,
        AtomicBoolean draining,
        Ticker ticker) {
    /** Adds the stage that speaks HTTP/2; {@code batch} writes what was gathered beside the codec. */
    public void speak(Channel channel, EventLoopTimer clock, Runnable batch, Http2RequestSink.Maker requests) {
        Http2ServerConnection connection = new Http2ServerConnection(channel, this, clock, batch, requests);
        channel.pipeline().addLast("http2", Http2ServerCodec.of(connection, limits.get(), http2, upgrades));
    }
}
