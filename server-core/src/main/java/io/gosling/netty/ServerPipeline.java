package io.gosling.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a server's connection, in order: no reading past the end; TLS, if the endpoint has it; what tells HTTP/2
 * from HTTP/1, which is gone once it has; then bytes to requests and everything else.
 *
 * <p>There is no encoder for HTTP/1: both lanes write finished bytes, which pass from {@link ServerConnection} straight to
 * the socket.
 */
final class ServerPipeline extends ChannelInitializer<Channel> {
    private final ServerContext context;
    private final Endpoint endpoint;

    private ServerPipeline(ServerContext context, Endpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
    }

    /** The pipeline of an endpoint's connections. */
    static ChannelHandler of(Endpoint endpoint, ServerContext context) {
        ServerPipeline plain = new ServerPipeline(context.at(endpoint), endpoint);
        return endpoint.tls() == null ? plain : new SecurePipeline(endpoint.tls(), plain::speak);
    }

    @Override
    protected void initChannel(Channel channel) {
        channel.pipeline().addLast("inputEnd", new InputEnd());
        if (endpoint.priorKnowledge()) {
            channel.pipeline().addLast("preface", new Preface(channel, context, this::http1, this::http2));
        } else {
            http1(channel);
        }
    }

    private void speak(Channel channel, @Nullable String protocol) {
        if ("h2".equals(protocol)) {
            http2(channel);
        } else {
            http1(channel);
        }
    }

    private void http1(Channel channel) {
        RequestDecoder decoder = new RequestDecoder(context.limits(), context.ticker());
        channel.pipeline().addLast("decoder", decoder);
        channel.pipeline().addLast("connection", new ServerConnection(channel, context, decoder));
    }

    private void http2(Channel channel) {
        StreamConnection streams = new StreamConnection(channel, context, endpoint.http2());
        channel.pipeline().addLast("http2", Http2Handler.of(streams, context.limits(), endpoint.http2()));
    }
}
