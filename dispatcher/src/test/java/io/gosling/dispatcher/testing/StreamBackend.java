package io.gosling.dispatcher.testing;

import io.gosling.dispatcher.backend.Backend;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A back-end that speaks nothing but HTTP/2 in clear text: each request follows a script, on the one thread of it all.
 */
public final class StreamBackend implements AutoCloseable {
    /** Answers a complete request. */
    @FunctionalInterface
    public interface Script {
        void play(Asked asked);
    }

    final String name;
    public final List<Asked> requests = new CopyOnWriteArrayList<>();
    /** The codes of streams that the other side has reset. */
    public final List<Long> resets = new CopyOnWriteArrayList<>();

    public final AtomicInteger connections = new AtomicInteger();
    /** The most streams that one connection had at a time. */
    public final AtomicInteger mostStreams = new AtomicInteger();
    /** True if bodies are read as they come. */
    public volatile boolean reading = true;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final Channel listening;

    private StreamBackend(String name, Http2Settings settings, boolean silentAtFirst, Script script) {
        this.name = name;
        this.listening = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.SO_RCVBUF, 64 << 10)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        boolean silent = connections.incrementAndGet() == 1 && silentAtFirst;
                        open.add(channel);
                        channel.closeFuture().addListener(closed -> open.remove(channel));
                        if (silent) {
                            channel.pipeline().addLast(new SimpleChannelInboundHandler<>() {
                                @Override
                                protected void channelRead0(ChannelHandlerContext ctx, Object unheard) {}
                            });
                            return;
                        }
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forServer()
                                        .initialSettings(settings)
                                        .gracefulShutdownTimeoutMillis(0)
                                        .build())
                                .addLast(new Http2MultiplexHandler(streams(script)));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    private ChannelInitializer<Http2StreamChannel> streams(Script script) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Http2StreamChannel stream) {
                stream.config().setAutoRead(reading);
                stream.pipeline().addLast(new Asked(stream, script));
            }
        };
    }

    public static StreamBackend start(String name, Script script) {
        return start(name, new Http2Settings(), script);
    }

    public static StreamBackend start(String name, Http2Settings settings, Script script) {
        return new StreamBackend(name, settings, false, script);
    }

    /** A polite one that says nothing on its first connection, as one that is not warm yet. */
    public static StreamBackend slowToBegin(String name) {
        return new StreamBackend(
                name, new Http2Settings(), true, asked -> asked.answer(200, name + " " + asked.path()));
    }

    /** Answers every request with its own name and the path. */
    public static StreamBackend polite(String name) {
        return start(name, asked -> asked.answer(200, name + " " + asked.path()));
    }

    public Backend backend() {
        return Backend.ready(name, (InetSocketAddress) listening.localAddress());
    }

    public int openConnections() {
        return open.size();
    }

    /** Reads what has come, and what comes. */
    public void read() {
        reading = true;
        requests.forEach(asked ->
                asked.stream.eventLoop().execute(() -> asked.stream.config().setAutoRead(true)));
    }

    /** As kill -9: connections are reset, and nobody listens any more. */
    public void kill() {
        listening.close().syncUninterruptibly();
        for (Channel channel : open) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.pipeline().firstContext().close().syncUninterruptibly();
        }
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        for (Asked asked : requests) {
            asked.stream.close().syncUninterruptibly(); // what nobody has read is its own to release
        }
        for (Channel channel : open) {
            channel.pipeline().firstContext().close().syncUninterruptibly();
        }
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** A request, as its script sees it. */
    public final class Asked extends ChannelInboundHandlerAdapter {
        private final Http2StreamChannel stream;
        private final Script script;
        private final ByteBuf body = Unpooled.buffer();
        private @Nullable Http2Headers head;
        private @Nullable Http2Headers behind;

        Asked(Http2StreamChannel stream, Script script) {
            this.stream = stream;
            this.script = script;
        }

        public String path() {
            return String.valueOf(header(":path"));
        }

        @Nullable
        public String header(String field) {
            CharSequence value = Objects.requireNonNull(head).get(field);
            return value == null ? null : value.toString();
        }

        @Nullable
        public String trailer(String field) {
            CharSequence value = behind == null ? null : behind.get(field);
            return value == null ? null : value.toString();
        }

        public String text() {
            return body.toString(StandardCharsets.UTF_8);
        }

        public int bodyBytes() {
            return body.readableBytes();
        }

        public int number() {
            return stream.stream().id();
        }

        public void answer(int status, String text) {
            header(status, false, "content-length", String.valueOf(text.length()));
            data(text, true);
        }

        public void header(int status, boolean last, String... fields) {
            Http2Headers headers = new DefaultHttp2Headers().status(String.valueOf(status));
            for (int i = 0; i < fields.length; i += 2) {
                headers.add(fields[i], fields[i + 1]);
            }
            stream.writeAndFlush(new DefaultHttp2HeadersFrame(headers, last));
        }

        public void data(String text, boolean last) {
            data(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8), last);
        }

        public void data(ByteBuf bytes, boolean last) {
            stream.writeAndFlush(new DefaultHttp2DataFrame(bytes, last));
        }

        public void trailers(String... fields) {
            Http2Headers headers = new DefaultHttp2Headers();
            for (int i = 0; i < fields.length; i += 2) {
                headers.add(fields[i], fields[i + 1]);
            }
            stream.writeAndFlush(new DefaultHttp2HeadersFrame(headers, true));
        }

        public void reset(Http2Error error) {
            stream.writeAndFlush(new DefaultHttp2ResetFrame(error));
        }

        /** Says goodbye on the connection: what came behind this stream was not looked at. */
        public void goodbye(int lastStream) {
            Http2FrameCodec codec = stream.parent().pipeline().get(Http2FrameCodec.class);
            stream.parent()
                    .eventLoop()
                    .execute(() -> codec.encoder()
                            .writeGoAway(
                                    stream.parent().pipeline().context(codec),
                                    lastStream,
                                    Http2Error.NO_ERROR.code(),
                                    Unpooled.EMPTY_BUFFER,
                                    stream.parent().newPromise())
                            .channel()
                            .flush());
        }

        /** The header is read in any case. */
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.read();
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                if (message instanceof Http2HeadersFrame headers) {
                    if (head == null) {
                        head = headers.headers();
                        requests.add(this);
                        Http2FrameCodec codec = stream.parent().pipeline().get(Http2FrameCodec.class);
                        mostStreams.accumulateAndGet(codec.connection().numActiveStreams(), Math::max);
                    } else {
                        behind = headers.headers();
                    }
                    if (headers.isEndStream()) {
                        script.play(this);
                    }
                } else if (message instanceof Http2DataFrame data) {
                    body.writeBytes(data.content());
                    if (data.isEndStream()) {
                        script.play(this);
                    }
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof Http2ResetFrame reset) {
                resets.add(reset.errorCode());
            }
            ReferenceCountUtil.release(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
