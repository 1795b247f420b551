package io.gosling.dispatcher;

import io.gosling.netty.InputEnd;
import io.gosling.netty.RequestDecoder;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.flow.FlowControlHandler;

/** The stages of a client's connection, in order. */
final class FrontPipeline extends ChannelInitializer<SocketChannel> {
    private final Wiring wiring;

    FrontPipeline(Wiring wiring) {
        this.wiring = wiring;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        ClientResponseEncoder encoder = new ClientResponseEncoder();
        ClientConnection connection = new ClientConnection(wiring, channel, encoder);
        channel.config().setAutoRead(false);
        channel.pipeline()
                .addLast(new InputEnd())
                .addLast(new Arrival(connection)) // the header's time-out begins with its first byte
                .addLast(new RequestDecoder(wiring.settings().http(), wiring.ticker()))
                .addLast(encoder)
                .addLast(new FlowControlHandler()) // one message for each read
                .addLast(connection);
    }

    /** Sees bytes before they are decoded. */
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
