package io.gosling.netty.client.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
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
 *   <li>beginning: connected, and the other side's SETTINGS have not come, by which it shows that it speaks HTTP/2
 *   <li>open: takes streams, as many as both sides allow
 *   <li>retired: takes no more and closes after its last, since the other side said GOAWAY, owes an answer to a PING, has been
 *       sent many resets, or the pool closes
 *   <li>closed: its streams have ended with it
 * </ol>
 */
final class Http2ClientConnection extends ChannelInboundHandlerAdapter {
    /** What happens to a connection, for the {@link Http2EventLoopPool} that has it. */
    interface Owner {
        /** It is open. */
        void opened(Http2ClientConnection connection);

        /** A stream is over, or more may be open; or it takes no more, which is room for another connection. */
        void roomier(Http2ClientConnection connection);

        /**
         * It is closed.
         *
         * @param why null where nothing is known of it; an {@link Http2Exception} where what came is not HTTP/2
         */
        void closed(Http2ClientConnection connection, @Nullable Throwable why);
    }

    /** Bytes of a response that wait for who reads it, as of each stream by itself. */
    private static final int STREAM_WINDOW = 128 << 10;

    /** What every connection may receive at first (RFC 9113, section 6.9.2). */
    private static final int FIRST_WINDOW = 65_535;

    private static final int HEADER = 64 << 10;

    /**
     * Resets of ours after which a connection is retired: servers take many of them for an attack (rapid reset), nodes more than
     * 200 in 30 s, and those that it still has may be reset too.
     */
    static final int MOST_RESETS = 100;

    /** Streams of one connection in its life: half of those that there are numbers for. */
    private static final int MOST_SERVED = 1 << 29;

    private static final AttributeKey<Http2ClientConnection> KEY =
            AttributeKey.valueOf(Http2ClientConnection.class, "shared");
    private static final AttributeKey<Boolean> FIRST = AttributeKey.valueOf(Http2ClientConnection.class, "first");

    private final Owner owner;
    private final int mostStreams;
    private final Duration patience;
    private final Http2FrameCodec codec;

    private @Nullable Channel channel;
    private boolean open;
    private boolean retired;
    private @Nullable Throwable failure;
    private long allowed = Long.MAX_VALUE;
    private int streams;
    private int served;
    private final long begun;
    private int resets;
    private long idleSince;
    private @Nullable Future<?> owed;

    /**
     * @param mostStreams at a time
     * @param patience for the other side's SETTINGS, and for its answer to a PING
     * @param begun when it begins, by the loop's clock
     */
    Http2ClientConnection(Owner owner, int mostStreams, Duration patience, long begun) {
        this.begun = begun;
        this.owner = owner;
        this.mostStreams = mostStreams;
        this.patience = patience;
        this.codec = Http2FrameCodecBuilder.forClient()
                .initialSettings(Http2Settings.defaultSettings()
                        .pushEnabled(false)
                        .initialWindowSize(STREAM_WINDOW)
                        .maxHeaderListSize(HEADER))
                // What the other side would rather not read of a header it says itself, with 431 (RFC 9113, section
                // 10.5.1).
                .encoderIgnoreMaxHeaderListSize(true)
                .gracefulShutdownTimeoutMillis(0)
                .build();
    }

    /** The one that a stream belongs to. */
    static Http2ClientConnection of(Channel stream) {
        return stream.parent().attr(KEY).get();
    }

    /** The stages of the connection. */
    void enter(Channel made) {
        channel = made;
        made.attr(KEY).set(this);
        ChannelPipeline pipeline = made.pipeline();
        pipeline.addLast(codec);
        pipeline.addLast(new Http2MultiplexHandler(new Unasked()));
        pipeline.addLast(this);
    }

    /** A client is sent no requests, and has not permitted pushes. */
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
                                    "it did not begin with HTTP/2 within " + patience.toMillis() + " ms");
                            ctx.close();
                        },
                        patience.toNanos(),
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

    private void settings(Http2Settings said) {
        Long most = said.maxConcurrentStreams();
        if (most != null) {
            allowed = most;
        }
        if (!open) {
            open = true;
            owesNothing();
            idleSince = now();
            owner.opened(this);
        } else {
            owner.roomier(this);
        }
    }

    /** When it began to be made, by the loop's clock, in nanoseconds. */
    long begun() {
        return begun;
    }

    // --- 2. open ---

    /** Whether one more stream may begin. What was reset here is the other side's until it has heard of it. */
    boolean hasRoom() {
        int most = (int) Math.min(mostStreams, allowed);
        return open
                && !retired
                && channel().isActive()
                && streams < most
                && codec.connection().local().numActiveStreams() < most;
    }

    /** Whether streams may begin on it, now or when others have ended. */
    boolean takesMore() {
        return !retired && channel().isActive();
    }

    /** Whether bodies of requests would wait, because the other side has not read those that are under way. */
    boolean isChoked() {
        Http2Connection both = codec.connection();
        return both.remote().flowController().windowSize(both.connectionStream()) <= 0;
    }

    /** Begins one, which is known to the other side once a request is written; null when that failed. */
    @Nullable
    Channel begin() {
        Http2StreamCodec carrying = new Http2StreamCodec();
        new Http2StreamChannelBootstrap(channel())
                .option(ChannelOption.AUTO_READ, false)
                .handler(carrying)
                .open();
        // Its future may be told of later, where listeners call each other; on this loop it is there at once.
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
            channel().close();
        } else if (hasRoom() || !channel().isActive()) {
            owner.roomier(this);
        } else {
            // What was reset counts until that has gone, which it has when what came with it was read.
            channel().eventLoop().execute(() -> owner.roomier(this));
        }
    }

    /** Whether an earlier stream than this was begun here. */
    boolean hasServedBefore(Channel stream) {
        return !stream.hasAttr(FIRST);
    }

    /** Ends a stream. One of which a part is missing is reset; if that is of the response, nobody may be there any more. */
    void discard(Channel stream) {
        Http2StreamCodec carried = stream.pipeline().get(Http2StreamCodec.class);
        boolean reset = carried != null && carried.isUnderWay() && stream.isActive();
        boolean unanswered = reset && !carried.isAnswered();
        stream.close();
        if (reset && ++resets >= MOST_RESETS) {
            giveWay();
        } else if (unanswered) {
            ask();
        }
    }

    /** Asks whether anybody is there; who does not answer keeps the streams that it has, and gets no others. */
    private void ask() {
        Channel asked = channel();
        if (owed == null && open && !retired && asked.isActive()) {
            asked.writeAndFlush(new DefaultHttp2PingFrame(resets));
            owed = asked.eventLoop().schedule(this::giveWay, patience.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void owesNothing() {
        Future<?> answered = owed;
        owed = null;
        if (answered != null) {
            answered.cancel(false);
        }
    }

    /** Since when it has no stream, by the loop's clock, in nanoseconds. */
    long idleSince() {
        return idleSince;
    }

    boolean isIdle() {
        return streams == 0;
    }

    // --- 3. retired ---

    /** Takes no more streams, and closes after its last. */
    void retire() {
        retired = true;
        if (streams == 0) {
            channel().close();
        }
    }

    /** The same while others may wait for it, who need another one. */
    private void giveWay() {
        retire();
        owner.roomier(this);
    }

    // --- 4. closed ---

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        owesNothing();
        owner.closed(this, failure);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failure = cause;
        ctx.close();
    }

    private Channel channel() {
        if (channel == null) {
            throw new IllegalStateException("no connection was made yet");
        }
        return channel;
    }

    private long now() {
        return channel().eventLoop().ticker().nanoTime();
    }
}
