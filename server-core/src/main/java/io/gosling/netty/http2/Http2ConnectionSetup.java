package io.gosling.netty.http2;

import io.gosling.http.Headers;
import io.gosling.netty.transport.EventLoopTimer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * HTTP/2 at one endpoint for a server that answers requests without the event-loop and worker paths of
 * {@code io.gosling.netty.server}. Used by every event loop.
 */
public final class Http2ConnectionSetup {
    private final Http2ServerContext context;
    private final ConcurrentHashMap<EventLoop, EventLoopTimer> clocks = new ConcurrentHashMap<>();

    public Http2ConnectionSetup(Http2ServerContext context) {
        this.context = context;
    }

    public void speak(Channel channel, Function<Http2Streams, Http2RequestSink> taker) {
        EventLoopTimer clock = clocks.computeIfAbsent(
                channel.eventLoop(),
                loop -> new EventLoopTimer(loop, context.ticker(), InstantSource.system(), Headers.empty()));
        context.speak(channel, clock, () -> {}, (streams, over) -> taker.apply(streams));
    }
}
