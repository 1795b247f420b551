package io.gosling.dispatcher;

import io.gosling.netty.HttpLimits;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.flow.FlowControlHandler;

/** The stages of a client's connection, in order. */
final class FrontPipeline extends ChannelInitializer<SocketChannel> {
    private final Wiring wiring;

    FrontPipeline(Wiring wiring) {
        this.wiring = wiring;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        HttpLimits limits = wiring.settings().http();
        ClientResponseEncoder encoder = new ClientResponseEncoder();
        ClientConnection connection = new ClientConnection(wiring, channel, encoder);
        channel.config().setAutoRead(false);
        channel.pipeline()
                .addLast(new Arrival(connection)) // the header's time-out begins with its first byte
                .addLast(new HttpRequestDecoder(new HttpDecoderConfig()
                        .setMaxInitialLineLength(limits.requestLineBytes())
                        .setMaxHeaderSize(limits.headerBytes())))
                .addLast(encoder)
                .addLast(new FlowControlHandler()) // one message for each read
                .addLast(connection);
    }

    private static final class Arrival extends ChannelInboundHandlerAdapter {
        private final ClientConnection connection;

        Arrival(ClientConnection connection) {
            this.connection = connection;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object bytes) {
            connection.bytesArrived();
            ctx.fireChannelRead(bytes);
        }
    }
}
