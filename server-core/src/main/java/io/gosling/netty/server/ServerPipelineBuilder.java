package io.gosling.netty.server;

import io.gosling.netty.http2.Http2ServerContext;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ListenEndpoint;
import io.netty.channel.Channel;

/**
 * The last stages of a server's connection, once its protocol is known. There is no encoder for HTTP/1: both paths
 * write finished bytes, which pass straight to the socket.
 */
final class ServerPipelineBuilder implements AcceptedChannelInitializer.Speech {
    private final ServerContext context;
    private final Http2ServerContext http2;

    ServerPipelineBuilder(ListenEndpoint endpoint, ServerContext context) {
        this.context = context.at(endpoint);
        this.http2 = new Http2ServerContext(
                endpoint.http2(),
                false,
                context::limits,
                context::rules,
                context.counts(),
                context.draining(),
                context.ticker());
    }

    @Override
    public void http1(Channel channel) {
        channel.pipeline().addLast("plain", new Http1FastPathConnection(channel, context));
    }

    @Override
    public void http2(Channel channel) {
        LoopContext loop = context.of(channel.eventLoop());
        ResponseBatch batch = new ResponseBatch(channel, context.log(), context.ticker(), loop.lines());
        http2.speak(channel, loop.clock(), batch::write, (streams, over) -> {
            Http2FastPathResponder hot = new Http2FastPathResponder(context, loop, batch, streams);
            return new Http2ServerRequestSink(context, http2.http2(), streams, hot, batch, over);
        });
    }
}
