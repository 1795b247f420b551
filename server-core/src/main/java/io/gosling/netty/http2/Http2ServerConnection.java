package io.gosling.netty.http2;

import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ClientAddressUsage;
import io.gosling.netty.listen.IdleConnectionSearch;
import io.gosling.netty.transport.EventLoopTimer;
import io.gosling.netty.transport.WriteStallDetector;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.BiConsumer;

/**
 * A client's connection of HTTP/2: dispatches received frames, checks the timeouts, and ends the connection. The
 * counterpart of {@code Http1GeneralConnection}; a {@link Http2RequestSink} has the requests, {@link Http2Streams}
 * the output. Belongs to the connection's event loop; no channel or pipeline is made for a stream.
 */
final class Http2ServerConnection extends Http2FrameAdapter implements EventLoopTimer.Timed {
    private static final System.Logger LOG = System.getLogger(Http2ServerConnection.class.getName());

    private final Channel channel;
    private final Http2ServerContext context;
    private final EventLoopTimer clock;
    private final FloodGuard floods;
    final Http2Streams streams;
    private final Http2RequestSink requests;
    private final Http2RequestValidator validator;
    private final WriteStallDetector writes;
    private final Http2Shutdown goodbye = new Http2Shutdown();
    final ClosedStreams closedStreams = new ClosedStreams();
    private boolean greeted;
    private boolean open;
    private long lastWork;
    private int clockIndex;
    private int closedByClient;

    Http2ServerConnection(
            Channel channel,
            Http2ServerContext context,
            EventLoopTimer clock,
            Runnable batch,
            Http2RequestSink.Maker requests) {
        this.channel = channel;
        this.context = context;
        this.clock = clock;
        this.lastWork = context.ticker().nanos();
        this.floods = new FloodGuard(context.http2(), lastWork);
        this.streams = new Http2Streams(
                channel, context.ticker(), clock, batch, floods, context.http2().get(Http2Limits.STREAM_WINDOW) / 2);
        this.requests = requests.make(streams, this::worked);
        this.validator = new Http2RequestValidator(context, ClientAddressUsage.of(channel), this.requests);
        this.writes = new WriteStallDetector(channel, context.limits().get(), lastWork);
    }

    void open(Http2ServerCodec handler, ChannelHandlerContext place) throws Http2Exception {
        streams.open(handler, place);
        handler.connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamClosed(Http2Stream stream) {
                streamClosed(stream);
            }
        });
        streams.openWindow(context.http2().get(Http2Limits.CONNECTION_WINDOW));
        open = true;
        clock.add(this);
        if (context.draining().get()) {
            drain();
        }
    }

    private void streamClosed(Http2Stream stream) {
        lastWork = streams.now();
        closedStreams.add(stream.id(), stream.isResetSent() || stream.id() == closedByClient);
        Http2StreamResponder answer = streams.answer(stream);
        if (answer != null && answer.closed()) {
            requests.abandon();
        }
    }

    void closed() {
        if (open) {
            open = false;
            clock.remove(this);
            streams.writeBatch();
        }
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext at,
            int id,
            Http2Headers headers,
            int dependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean last)
            throws Http2Exception {
        onHeadersRead(at, id, headers, padding, last);
    }

    @Override
    public void onHeadersRead(ChannelHandlerContext at, int id, Http2Headers headers, int padding, boolean last)
            throws Http2Exception {
        lastWork = streams.now();
        Http2Stream stream = streams.stream(id);
        Http2StreamResponder known = streams.answer(stream);
        if (known != null) {
            known.receiveTrailers(headers);
        } else if (stream != null) {
            validator.begin(stream, headers, last, lastWork);
        }
    }

    @Override
    public int onDataRead(ChannelHandlerContext at, int id, ByteBuf data, int padding, boolean last) {
        lastWork = streams.now();
        Http2StreamResponder answer = streams.answer(streams.stream(id));
        return answer != null && answer.receive(data, last, lastWork) ? padding : data.readableBytes() + padding;
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext at, Http2Settings settings) throws Http2Exception {
        greeted = true;
        streams.settings(settings);
        floods.count(streams.now());
    }

    @Override
    public void onPingRead(ChannelHandlerContext at, long data) throws Http2Exception {
        floods.count(streams.now());
    }

    @Override
    public void onPingAckRead(ChannelHandlerContext at, long data) {
        if (goodbye.isAnswered(data)) {
            lastGoAway();
        }
    }

    @Override
    public void onPriorityRead(ChannelHandlerContext at, int id, int dependency, short weight, boolean exclusive)
            throws Http2Exception {
        floods.count(streams.now());
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext at, int id, int increment) throws Http2Exception {
        long now = streams.now();
        floods.windowUpdate(now);
        if (id == 0) {
            streams.forEachAnswer((stream, answer) -> {
                if (streams.isLetCome(stream)) {
                    answer.progressed(now);
                }
            });
        } else {
            Http2StreamResponder answer = streams.answer(streams.stream(id));
            if (answer != null) {
                answer.progressed(now);
            }
        }
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext at, int id, long code) {
        closedByClient = id;
        Http2StreamResponder answer = streams.answer(streams.stream(id));
        if (answer != null) {
            answer.clientLeaves();
        }
    }

    void drain() {
        // First a warning, then, when the client has seen it, the last stream's number (RFC 9113, section 6.8).
        streams.goAway(Integer.MAX_VALUE);
        streams.ping(goodbye.begin(streams.now()));
        streams.flush();
    }

    private void lastGoAway() {
        goodbye.end();
        streams.goAway(streams.lastStreamOfClient());
        streams.flush();
        endIfDone();
    }

    void inputEnded() {
        goodbye.end();
        endIfDone();
    }

    /** Offers a connection without requests to a search for idle ones. */
    void offerTo(IdleConnectionSearch search) {
        if (isIdle()) {
            search.offer(channel, () -> streams.now() - lastWork, () -> {
                if (isIdle()) {
                    lastGoAway();
                }
            });
        }
    }

    private void worked() {
        lastWork = streams.now();
        endIfDone();
    }

    private void endIfDone() {
        if (!goodbye.isOver()) {
            return;
        }
        forEachAnswer((stream, answer) -> answer.letGo());
        if (isIdle()) {
            streams.writeBatch();
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> channel.close());
        }
    }

    private boolean isIdle() {
        return requests.running() == 0 && streams.active() == 0;
    }

    @Override
    public void tick(long now) {
        HttpLimits time = context.limits().get();
        if (writes.isStalled(now)) {
            cutOff(LimitKind.WRITE_TIME);
        } else if (!greeted && time.isOver(HttpLimits.HEADER_TIME, lastWork, now)) {
            cutOff(LimitKind.HEADER_TIME);
        } else if (goodbye.isDue(now)) {
            lastGoAway();
        } else if (!isIdle()) {
            forEachAnswer((stream, answer) -> tick(stream, answer, now));
            endIfDone();
        } else if (goodbye.isOver()) {
            endIfDone();
        } else if (time.isOver(HttpLimits.IDLE_TIME, lastWork, now)) {
            context.counts().hit(LimitKind.IDLE_TIME);
            lastGoAway();
        }
    }

    void flooded() {
        context.counts().hit(LimitKind.HTTP2_FLOOD);
    }

    private void cutOff(LimitKind limit) {
        context.counts().hit(limit);
        channel.close();
    }

    private void tick(Http2Stream stream, Http2StreamResponder answer, long now) {
        LimitKind limit = answer.overdue(now, context.limits().get(), streams.isBlocked(stream));
        if (limit != null) {
            context.counts().hit(limit);
            streams.reset(stream, Http2Error.CANCEL);
            streams.flush();
        }
    }

    private void forEachAnswer(BiConsumer<Http2Stream, Http2StreamResponder> look) {
        try {
            streams.forEachAnswer(look);
        } catch (Http2Exception e) {
            streams.fail(e);
        }
    }

    @Override
    public void fail(Throwable cause) {
        LOG.log(System.Logger.Level.WARNING, "connection of " + channel.remoteAddress() + " failed", cause);
        channel.close();
    }

    @Override
    public int clockIndex() {
        return clockIndex;
    }

    @Override
    public void setClockIndex(int index) {
        clockIndex = index;
    }
}
