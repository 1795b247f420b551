package io.gosling.bench.space;

import io.gosling.netty.transport.Transport;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A minimal Netty client, as a baseline: one kept connection, bytes written, bytes counted, no codec. It has to be told
 * the length of a response. Used by one thread, which blocks.
 */
record BareNettyClient(Channel channel, ByteBuf request, Counting counting) implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 10;

    /** @param answer bytes of each answer, header and body */
    static BareNettyClient open(Transport transport, InetSocketAddress address, String path, int answer)
            throws InterruptedException {
        Counting counting = new Counting(answer);
        Channel channel = new Bootstrap()
                .group(transport.eventLoops())
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(counting)
                .connect(address)
                .sync()
                .channel();
        String head = "GET " + path + " HTTP/1.1\r\nHost: " + KeepAliveConnection.HOST + "\r\n\r\n";
        return new BareNettyClient(
                channel,
                Unpooled.copiedBuffer(head, StandardCharsets.ISO_8859_1).asReadOnly(),
                counting);
    }

    void get() throws IOException, InterruptedException {
        CompletableFuture<Void> whole = new CompletableFuture<>();
        counting.next = whole;
        channel.writeAndFlush(request.retainedDuplicate());
        try {
            whole.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no whole answer within " + TIMEOUT_SECONDS + " s", e);
        }
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        request.release();
    }

    private static final class Counting extends ChannelInboundHandlerAdapter {
        private final int answer;
        private volatile CompletableFuture<Void> next = new CompletableFuture<>();
        private int seen;

        Counting(int answer) {
            this.answer = answer;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            seen += bytes.readableBytes();
            bytes.release();
            if (seen >= answer) {
                seen -= answer;
                next.complete(null);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            next.completeExceptionally(new IOException("the connection ended"));
        }
    }
}
