package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.header.ForwardingHeaderAppender;
import io.gosling.dispatcher.relay.DeliveryStrategy;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.http.Headers;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.http2.Http2ConnectionSetup;
import io.gosling.netty.http2.Http2ServerContext;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ListenEndpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.flow.FlowControlHandler;

/** Builds the pipeline of a client's connection once its protocol is known. */
public final class ClientPipelineBuilder implements AcceptedChannelInitializer.Speech {
    private final FrontEndContext context;
    private final ForwardingHeaderAppender forwardedFor;
    private final Headers fields;
    private final Http2ConnectionSetup http2;

    public ClientPipelineBuilder(ListenEndpoint endpoint, FrontEndContext context) {
        this.context = context;
        this.forwardedFor = new ForwardingHeaderAppender(context::relay, endpoint.tls() != null);
        this.fields = endpoint.fields();
        this.http2 = new Http2ConnectionSetup(new Http2ServerContext(
                endpoint.http2(),
                !context.settings().get(TunnelSettings.PROTOCOLS).isEmpty(),
                context::http,
                context::rules,
                context.limits(),
                context.draining(),
                context.ticker()));
    }

    @Override
    public void http1(Channel channel) {
        ClientResponseEncoder encoder = new ClientResponseEncoder(fields);
        ClientConnection connection = new ClientConnection(context, forwardedFor, channel, encoder);
        RequestDecoder decoder = new RequestDecoder(context.http(), context.ticker());
        if (ClientSocketHandoff.isThinkable(channel, context, fields)) {
            decoder.stopBehindHeads();
        } else if (context.delivery() instanceof DeliveryStrategy.ByRelay && context.streams() == null) {
            decoder.offerUndecodedTo(connection::takePlain);
        }
        channel.config().setAutoRead(false);
        channel.pipeline()
                .addLast(new Arrival(connection, decoder)) // the header's time-out begins with its first byte
                .addLast(decoder)
                .addLast(encoder)
                .addLast(new FlowControlHandler()) // one message for each read
                .addLast(connection);
    }

    static void endHttp(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.remove(Arrival.class);
        pipeline.remove(RequestDecoder.class);
        pipeline.remove(ClientResponseEncoder.class);
        pipeline.remove(FlowControlHandler.class);
        pipeline.remove(ClientConnection.class);
    }

    @Override
    public void http2(Channel channel) {
        http2.speak(channel, streams -> new Http2RelayRequestSink(context, forwardedFor, streams, fields));
    }

    /** Counts bytes before decoding, and bounds those kept undecoded. */
    private static final class Arrival extends ChannelDuplexHandler {
        private final ClientConnection connection;
        private final RequestDecoder decoder;

        Arrival(ClientConnection connection, RequestDecoder decoder) {
            this.connection = connection;
            this.decoder = decoder;
        }

        @Override
        public void read(ChannelHandlerContext ctx) {
            if (decoder.heldBytes() < ClientSocketHandoff.ENOUGH) {
                ctx.read();
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object bytes) {
            connection.bytesArrived();
            ctx.fireChannelRead(bytes);
        }
    }
}
