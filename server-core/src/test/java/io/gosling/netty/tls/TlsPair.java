package io.gosling.netty.tls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Two ends of a connection with TLS, between which all bytes are carried at once. For one thread. */
final class TlsPair implements AutoCloseable {
    final End client;
    final End server;

    /** Records from the server after the client has shaken hands, without those of an alert. */
    int laterRecords;

    TlsPair(SslContext client, SslContext server) {
        this(client.newHandler(UnpooledByteBufAllocator.DEFAULT), server.newHandler(UnpooledByteBufAllocator.DEFAULT));
    }

    TlsPair(SslHandler client, SslHandler server) {
        this.server = new End(server);
        this.client = new End(client);
        carry();
    }

    /** One end: what it has received, and the first failure. */
    static final class End extends ChannelInboundHandlerAdapter {
        final SslHandler stage;
        final EmbeddedChannel channel;
        final StringBuilder received = new StringBuilder();
        boolean shaken;
        boolean retired;

        @Nullable
        Throwable failure;

        End(SslHandler stage) {
            this.stage = stage;
            this.channel = new EmbeddedChannel(stage, this);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent end) {
                shaken = end.isSuccess();
                fail(end.cause());
            }
            retired |= event == ClusterTls.Retirement.SECRET_REMOVED;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            received.append(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            fail(cause);
        }

        private void fail(@Nullable Throwable cause) {
            if (failure == null) {
                failure = cause;
            }
        }
    }

    /** Sends text from one end and returns all that the other has received. */
    String send(End from, End to, String text) {
        if (from.channel.isOpen()) {
            from.channel.writeAndFlush(
                    from.channel.alloc().buffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII)));
        }
        carry();
        return to.received.toString();
    }

    private void carry() {
        boolean moved = true;
        while (moved) {
            moved = move(client, server);
            boolean counts = client.shaken && server.shaken;
            int before = client.received.length();
            boolean back = move(server, client);
            if (back && counts && client.received.length() == before && client.channel.isOpen()) {
                laterRecords++;
            }
            moved |= back;
        }
    }

    private static boolean move(End from, End to) {
        from.channel.runPendingTasks();
        boolean moved = false;
        for (ByteBuf bytes = from.channel.readOutbound(); bytes != null; bytes = from.channel.readOutbound()) {
            moved = true;
            if (to.channel.isOpen()) {
                to.channel.pipeline().fireChannelRead(bytes);
                to.channel.pipeline().fireChannelReadComplete();
            } else {
                bytes.release();
            }
        }
        return moved;
    }

    @Override
    public void close() {
        client.channel.close();
        server.channel.close();
        client.channel.releaseOutbound();
        server.channel.releaseOutbound();
    }
}
