package io.gosling.netty.client.http2;

import io.gosling.netty.tls.ClusterTls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection of HTTP/2 and the streams on it. Belongs to its event loop, and is the last stage of its pipeline.
 *
 * <ol>
 *   <li>beginning: connected; the peer's SETTINGS, which show that it speaks HTTP/2, have not arrived
 *   <li>open: takes streams, as many as both sides allow
 *   <li>retired: takes no more streams and closes after its last, since the peer has sent GOAWAY, owes an answer to a
 *       PING, has been sent many resets, its secret was removed, or the pool closes
 *   <li>closed: its streams have ended with it
 * </ol>
 */
final class Http2ClientConnection extends ChannelInboundHandlerAdapter {
    /** Bytes of a response that may wait to be read, for each stream. */
    private static final int STREAM_WINDOW = 128 << 10;

    /** Initial window of every connection (RFC 9113, section 6.9.2). */
    private static final int FIRST_WINDOW = 65_535;

    private static final int HEADER = 64 << 10;

    /** Resets after which a connection is retired: servers take many for an attack, nodes more than 200 in 30 s. */
    static final int MOST_RESETS = 100;

    /** Streams of one connection in its life: half of the stream numbers that there are. */
    private static final int MOST_SERVED = 1 << 29;

    private static final AttributeKey<Http2ClientConnection> KEY =
            AttributeKey.valueOf(Http2ClientConnection.class, "shared");
    private static final AttributeKey<Boolean> FIRST = AttributeKey.valueOf(Http2ClientConnection.class, "first");

    private final LoopHttp2Pool pool;
    private final int mostStreams;
    private final Duration timeout;
    private final Http2FrameCodec codec;
    private final Channel channel;
    private final long begun;
    private boolean open;
    private boolean retired;
    private @Nullable Throwable failure;
    private long allowed = Long.MAX_VALUE;
    private int streams;
    private int served;
    private int resets;
    private long idleSince;
    private @Nullable Future<?> owed;

    /**
     * @param channel that is not active yet
     * @param begun time by the loop's clock
     */
    Http2ClientConnection(LoopHttp2Pool pool, Http2ConnectionPool.Setup setup, Channel channel, long begun) {
        this.begun = begun;
        this.pool = pool;
        this.mostStreams = setup.streams();
        this.timeout = setup.timeout();
        this.channel = channel;
        this.codec = Http2FrameCodecBuilder.forClient()
                .initialSettings(Http2Settings.defaultSettings()
                        .pushEnabled(false)
                        .initialWindowSize(STREAM_WINDOW)
                        .maxHeaderListSize(HEADER))
                // A header that the peer finds too large it refuses itself, with 431 (RFC 9113, section 10.5.1).
                .encoderIgnoreMaxHeaderListSize(true)
                .gracefulShutdownTimeoutMillis(0)
                .build();
    }

    static Http2ClientConnection of(Channel stream) {
        return stream.parent().attr(KEY).get();
    }

    void enter() {
        channel.attr(KEY).set(this);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(codec);
        pipeline.addLast(new Http2MultiplexHandler(new Unasked()));
        pipeline.addLast(this);
    }

    @ChannelHandler.Sharable
    private static final class Unasked extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.close();
        }
    }

    // --- 1. beginning ---

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        // Nothing that one stream's reader leaves unread may keep another's from coming.
        long window = Math.min(Integer.MAX_VALUE, (long) STREAM_WINDOW * mostStreams);
        if (window > FIRST_WINDOW) {
            ctx.writeAndFlush(new DefaultHttp2WindowUpdateFrame((int) (window - FIRST_WINDOW)));
        }
        owed = ctx.channel()
                .eventLoop()
                .schedule(
                        () -> {
                            failure = new SocketTimeoutException(
                                    "it did not begin with HTTP/2 within " + timeout.toMillis() + " ms");
                            ctx.close();
                        },
                        timeout.toNanos(),
                        TimeUnit.NANOSECONDS);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof Http2SettingsFrame settings) {
                settings(settings.settings());
            } else if (message instanceof Http2GoAwayFrame) {
                giveWay();
            } else if (message instanceof Http2PingFrame ping && ping.ack()) {
                owesNothing();
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ClusterTls.Retirement.SECRET_REMOVED) {
            giveWay();
        }
        ctx.fireUserEventTriggered(event);
    }

    private void settings(Http2Settings said) {
        Long most = said.maxConcurrentStreams();
        if (most != null) {
            allowed = most;
        }
        if (!open) {
            open = true;
            owesNothing();
            idleSince = now();
            pool.opened(this);
        } else {
            pool.roomier(this);
        }
    }

    /** Returns the time at which the connection attempt began, by the loop's clock, in nanoseconds. */
    long begun() {
        return begun;
    }

    // --- 2. open ---

    /** Returns true if one more stream may begin. One that was reset here counts until the reset is processed. */
    boolean hasRoom() {
        int most = (int) Math.min(mostStreams, allowed);
        return open
                && !retired
                && channel.isActive()
                && streams < most
                && codec.connection().local().numActiveStreams() < most;
    }

    /** Returns whether streams may begin on it, now or when others have ended. */
    boolean takesMore() {
        return !retired && channel.isActive();
    }

    /** Returns whether request bodies would wait, because the peer has not read those that are under way. */
    boolean isChoked() {
        Http2Connection both = codec.connection();
        return both.remote().flowController().windowSize(both.connectionStream()) <= 0;
    }

    /** Opens a stream, which the peer learns of once a request is written; null when that failed. */
    @Nullable
    Channel begin() {
        Http2ToHttp1Codec carrying = new Http2ToHttp1Codec();
        new Http2StreamChannelBootstrap(channel)
                .option(ChannelOption.AUTO_READ, false)
                .handler(carrying)
                .open();
        // The listener may run later; on this loop the result is there at once.
        Channel stream = carrying.channel();
        if (stream == null) {
            retire();
            return null;
        }
        streams++;
        if (served++ == 0) {
            stream.attr(FIRST).set(Boolean.TRUE);
        }
        if (served == MOST_SERVED) {
            retired = true;
        }
        stream.closeFuture().addListener(closed -> ended());
        return stream;
    }

    private void ended() {
        streams--;
        if (streams == 0) {
            idleSince = now();
        }
        if (retired && streams == 0) {
            channel.close();
        } else if (hasRoom() || !channel.isActive()) {
            pool.roomier(this);
        } else {
            // A reset stream counts until its reset has been sent, which is the case when the data that came with it
            // was read.
            channel.eventLoop().execute(() -> pool.roomier(this));
        }
    }

    boolean hasServedBefore(Channel stream) {
        return !stream.hasAttr(FIRST);
    }

    /** Ends a stream. An incomplete one is reset; if the response is incomplete, the peer may be gone. */
    void discard(Channel stream) {
        Http2ToHttp1Codec carried = stream.pipeline().get(Http2ToHttp1Codec.class);
        boolean reset = carried != null && carried.isUnderWay() && stream.isActive();
        boolean unanswered = reset && !carried.isAnswered();
        stream.close();
        if (reset && ++resets >= MOST_RESETS) {
            giveWay();
        } else if (unanswered) {
            ask();
        }
    }

    /** Sends a PING. A peer that does not answer keeps its streams and gets no others. */
    private void ask() {
        Channel asked = channel;
        if (owed == null && open && !retired && asked.isActive()) {
            asked.writeAndFlush(new DefaultHttp2PingFrame(resets));
            owed = asked.eventLoop().schedule(this::giveWay, timeout.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void owesNothing() {
        Future<?> answered = owed;
        owed = null;
        if (answered != null) {
            answered.cancel(false);
        }
    }

    /** Returns the time at which it became idle, by the loop's clock, in nanoseconds. */
    long idleSince() {
        return idleSince;
    }

    boolean isIdle() {
        return streams == 0;
    }

    // --- 3. retired ---

    void retire() {
        retired = true;
        if (streams == 0) {
            channel.close();
        }
    }

    private void giveWay() {
        retire();
        pool.roomier(this);
    }

    // --- 4. closed ---

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        owesNothing();
        pool.closed(this, failure);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failure = cause;
        ctx.close();
    }

    Channel channel() {
        return channel;
    }

    private long now() {
        return channel.eventLoop().ticker().nanoTime();
    }
}
