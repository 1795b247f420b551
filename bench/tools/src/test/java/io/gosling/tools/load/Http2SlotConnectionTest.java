package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.http.Response;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections of HTTP/2, and how many there are. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class Http2SlotConnectionTest {
    private static LoadStatistics load(InetSocketAddress server, int streams, long requests, Duration timeOut)
            throws InterruptedException {
        LoadSettings settings = new LoadSettings(
                List.of(TargetServer.near(server)),
                true,
                1,
                streams,
                true,
                0,
                Duration.ZERO,
                Duration.ofSeconds(40),
                requests,
                timeOut,
                1,
                Map.of());
        byte[] target = "/".getBytes(StandardCharsets.US_ASCII);
        return new LoadRun(settings, number -> target).run(now -> {}).loadCounts();
    }

    private static Gosling.Builder allowing(int streams) {
        return Gosling.builder().set("http2.prior-knowledge", "on").set("http2.streams", Integer.toString(streams));
    }

    @Test
    void streamsBeyondWhatTheServerAllowsWait() throws Exception {
        Set<SocketAddress> clients = ConcurrentHashMap.newKeySet();
        try (Gosling server = allowing(2).serve(request -> {
            clients.add(request.remoteAddress());
            return Response.text("ok");
        })) {
            LoadStatistics loadCounts = load(server.address(), 9, 500, Duration.ofSeconds(20));
            assertEquals(Map.of(), loadCounts.errors());
            assertEquals(500, loadCounts.requests());
        }
        assertEquals(1, clients.size(), "connections");
    }

    /** Allows one stream, and answers nobody. */
    @ChannelHandler.Sharable
    private static final class Silent extends ChannelInboundHandlerAdapter {
        private int connections;

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            connections++;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
        }
    }

    /** Whoever waited for a stream in vain is given up, and the connection goes on. */
    @Test
    void whoWaitsForAStreamIsGivenUpToo() throws Exception {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            Silent silent = new Silent();
            LoadStatistics loadCounts = load(serve(loop, silent), 3, 6, Duration.ofMillis(200));
            assertEquals(Map.of("time-out", 6L), loadCounts.errors());
            assertEquals(1, loop.submit(() -> silent.connections).get());
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    private static InetSocketAddress serve(EventLoopGroup loop, ChannelHandler handler) throws InterruptedException {
        Channel server = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        Http2Settings one = Http2Settings.defaultSettings().maxConcurrentStreams(1);
                        made.pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forServer()
                                                .initialSettings(one)
                                                .build(),
                                        handler);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        return (InetSocketAddress) server.localAddress();
    }

    /** Sends GOAWAY with each connection's first request, and answers it when the connection before is closed. */
    @ChannelHandler.Sharable
    private static final class Leaving extends ChannelInboundHandlerAdapter {
        private @Nullable Channel before;
        private int connections;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof Http2HeadersFrame asked) {
                connections++;
                ctx.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
                Channel earlier = before;
                before = ctx.channel();
                if (earlier == null) {
                    answer(ctx, asked);
                } else {
                    earlier.closeFuture().addListener(closed -> answer(ctx, asked));
                }
            }
            ReferenceCountUtil.release(message);
        }

        private static void answer(ChannelHandlerContext ctx, Http2HeadersFrame asked) {
            ctx.writeAndFlush(
                    new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200"), true).stream(asked.stream()));
        }
    }

    @Test
    void aConnectionThatIsLeftIsClosedAfterItsLastStream() throws Exception {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            Leaving leaving = new Leaving();
            LoadStatistics loadCounts = load(serve(loop, leaving), 1, 5, Duration.ofSeconds(5));
            assertEquals(Map.of(), loadCounts.errors());
            assertEquals(5, loadCounts.requests());
            assertEquals(5, loop.submit(() -> leaving.connections).get());
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }
}
