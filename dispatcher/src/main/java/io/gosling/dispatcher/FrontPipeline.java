package io.gosling.dispatcher;

import io.gosling.http.Headers;
import io.gosling.netty.Endpoint;
import io.gosling.netty.InputEnd;
import io.gosling.netty.RequestDecoder;
import io.gosling.netty.SecurePipeline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.flow.FlowControlHandler;

/** The stages of a client's connection, in order. */
final class FrontPipeline extends ChannelInitializer<SocketChannel> {
    private final Wiring wiring;
    private final Headers fields;

    private FrontPipeline(Wiring wiring, Headers fields) {
        this.wiring = wiring;
        this.fields = fields;
    }

    /** The pipeline of an endpoint's connections, with TLS before it or without. */
    static ChannelHandler of(Endpoint endpoint, Wiring wiring) {
        FrontPipeline plain = new FrontPipeline(wiring.at(endpoint), endpoint.fields());
        return endpoint.tls() == null
                ? plain
                : new SecurePipeline(endpoint.tls(), (channel, protocol) -> plain.speakHttp(channel));
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        channel.pipeline().addLast(new InputEnd());
        speakHttp(channel);
    }

    private void speakHttp(Channel channel) {
        ClientResponseEncoder encoder = new ClientResponseEncoder(fields);
        ClientConnection connection = new ClientConnection(wiring, channel, encoder);
        channel.config().setAutoRead(false);
        channel.pipeline()
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
