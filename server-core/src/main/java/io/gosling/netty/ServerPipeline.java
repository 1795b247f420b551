package io.gosling.netty;

import io.netty.channel.Channel;

/**
 * The stages of a server's connection once it is known what it speaks: bytes to requests, and everything else.
 *
 * <p>There is no encoder for HTTP/1: both lanes write finished bytes, which pass from {@link ServerConnection} straight to
 * the socket.
 */
final class ServerPipeline implements EntryPipeline.Speech {
    private final ServerContext context;
    private final Endpoint endpoint;

    /** For the connections of an endpoint. */
    ServerPipeline(Endpoint endpoint, ServerContext context) {
        this.context = context.at(endpoint);
        this.endpoint = endpoint;
    }

    @Override
    public void http1(Channel channel) {
        RequestDecoder decoder = new RequestDecoder(context.limits(), context.ticker());
        channel.pipeline().addLast("decoder", decoder);
        channel.pipeline().addLast("connection", new ServerConnection(channel, context, decoder));
    }

    @Override
    public void http2(Channel channel) {
        StreamConnection streams = new StreamConnection(channel, context, endpoint.http2());
        channel.pipeline().addLast("http2", Http2Handler.of(streams, context.limits(), endpoint.http2()));
    }
}
