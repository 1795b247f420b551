package io.gosling.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;

/**
 * The stages of a server's connection, in order: no reading past the end, bytes to requests, then everything else.
 *
 * <p>There is no encoder: both lanes write finished bytes, which pass from {@link ServerConnection} straight to the
 * socket.
 */
final class ServerPipeline extends ChannelInitializer<Channel> {
    private final ServerContext context;

    ServerPipeline(ServerContext context) {
        this.context = context;
    }

    @Override
    protected void initChannel(Channel channel) {
        RequestDecoder decoder = new RequestDecoder(context.limits(), context.ticker());
        channel.pipeline().addLast("inputEnd", new InputEnd());
        channel.pipeline().addLast("decoder", decoder);
        channel.pipeline().addLast("connection", new ServerConnection(channel, context, decoder));
    }
}
