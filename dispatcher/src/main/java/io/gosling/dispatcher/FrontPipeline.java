package io.gosling.dispatcher;

import io.gosling.netty.RequestDecoder;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
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
                .addLast(new Arrival(connection)) // the header's time-out begins with its first byte
                .addLast(new RequestDecoder(wiring.settings().http(), wiring.ticker()))
                .addLast(encoder)
                .addLast(new FlowControlHandler()) // one message for each read
                .addLast(connection);
    }

    /** Next to the socket: sees bytes before they are decoded, and asks for none after the last. */
    private static final class Arrival extends ChannelDuplexHandler {
        private final ClientConnection connection;
        private boolean ended;

        Arrival(ClientConnection connection) {
            this.connection = connection;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object bytes) {
            connection.bytesArrived();
            ctx.fireChannelRead(bytes);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            ended |= event == ChannelInputShutdownEvent.INSTANCE;
            ctx.fireUserEventTriggered(event);
        }

        @Override
        public void read(ChannelHandlerContext ctx) {
            // epoll has forgotten a socket whose other side sends no more: a further read would fail and close it.
            if (!ended) {
                ctx.read();
            }
        }
    }
}
