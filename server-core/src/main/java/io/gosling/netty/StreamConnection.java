package io.gosling.netty;

import io.gosling.accesslog.LoopLog;
import io.gosling.document.AnsweredFrom;
import io.gosling.document.StoredDocument;
import io.gosling.http.ErrorPage;
import io.gosling.http.Headers;
import io.gosling.http.Preconditions;
import io.gosling.http.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AsciiString;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection of HTTP/2: takes the requests of its streams, answers on the fast lane or hands over to the slow
 * one. The counterpart of {@link ServerConnection}, with the same rules and the same lanes.
 *
 * <p>Belongs to the connection's event loop; no channel or pipeline is made for a stream.
 */
final class StreamConnection extends Http2FrameAdapter implements LoopClock.Timed {
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());
    private static final AsciiString OK = AsciiString.cached("200");
    private static final AsciiString NOT_MODIFIED = AsciiString.cached("304");
    private static final Http2Headers CONTINUE = ReadOnlyHttp2Headers.serverHeaders(false, AsciiString.cached("100"));

    private final Channel channel;
    private final ServerContext context;
    private final Http2Limits limits;
    private final LoopClock clock;
    private final StreamHeads heads;
    private final @Nullable LoopLog lines;
    private final @Nullable Visitor visitor;
    private final FloodGuard floods;
    private final WriteWatch writes;
    private final boolean secure;
    private final StreamGoodbye goodbye;
    private final ClosedStreams closedStreams = new ClosedStreams();
    private Http2Connection.@Nullable PropertyKey key;
    private Http2Connection.@Nullable PropertyKey begun;
    private @Nullable Http2Handler handler;
    private @Nullable ChannelHandlerContext ctx;
    private boolean greeted;
    private int running;
    private int abandoned;
    private long lastFrame;
    private int clockIndex;
    private int closedByClient;

    StreamConnection(Channel channel, ServerContext context, Http2Limits limits) {
        this.channel = channel;
        this.context = context;
        this.limits = limits;
        ServerLoop loop = context.of(channel.eventLoop());
        this.clock = loop.clock();
        this.heads = loop.heads();
        this.lines = loop.lines();
        this.visitor = Visitor.of(channel);
        this.lastFrame = context.ticker().nanos();
        this.floods = new FloodGuard(limits, lastFrame);
        this.writes = new WriteWatch(channel, context.limits().writeTimeout().toNanos(), lastFrame);
        this.secure = channel.pipeline().get(SslHandler.class) != null;
        this.goodbye = new StreamGoodbye();
    }

    /** The handler stands in the pipeline and the channel is active. */
    void open(Http2Handler of, ChannelHandlerContext place) throws Http2Exception {
        handler = of;
        ctx = place;
        key = of.connection().newKey();
        begun = of.connection().newKey();
        of.connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamClosed(Http2Stream stream) {
                closedStreams.add(stream.id(), stream.isResetSent() || stream.id() == closedByClient);
                StreamExchange exchange = exchange(stream);
                if (exchange != null && exchange.closed()) {
                    abandoned++;
                }
            }
        });
        Http2Stream all = of.connection().connectionStream();
        int more = limits.connectionWindow() - of.decoder().flowController().windowSize(all);
        if (more > 0) {
            of.decoder().flowController().incrementWindowSize(all, more);
        }
        clock.add(this);
        if (context.draining().get()) {
            drain();
        }
    }

    void closed() {
        clock.remove(this);
    }

    /* What comes. */

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
        lastFrame = now();
        Http2Stream stream = handler().connection().stream(id);
        StreamExchange known = exchange(stream);
        if (known != null) {
            known.receiveTrailers(headers);
        } else {
            begin(stream, headers, last);
        }
    }

    @Override
    public void onHeadersRead(ChannelHandlerContext at, int id, Http2Headers headers, int padding, boolean last)
            throws Http2Exception {
        onHeadersRead(at, id, headers, 0, (short) 16, false, padding, last);
    }

    @Override
    public int onDataRead(ChannelHandlerContext at, int id, ByteBuf data, int padding, boolean last) {
        lastFrame = now();
        StreamExchange exchange = exchange(handler().connection().stream(id));
        if (exchange == null) {
            return data.readableBytes() + padding;
        }
        exchange.receive(data.retain(), last, lastFrame);
        return padding;
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext at, Http2Settings settings) throws Http2Exception {
        lastFrame = now();
        greeted = true;
        floods.settings(lastFrame);
    }

    @Override
    public void onPingRead(ChannelHandlerContext at, long data) throws Http2Exception {
        lastFrame = now();
        floods.ping(lastFrame);
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
        floods.priority(now());
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext at, int id, int increment) throws Http2Exception {
        long now = now();
        floods.windowUpdate(now);
        if (id == 0) {
            handler().connection().forEachActiveStream(stream -> {
                progressed(stream, now);
                return true;
            });
        } else {
            progressed(handler().connection().stream(id), now);
        }
    }

    private void progressed(Http2Stream stream, long now) {
        StreamExchange exchange = exchange(stream);
        if (exchange != null) {
            exchange.progressed(now);
        }
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext at, int id, long code) {
        closedByClient = id;
        StreamExchange exchange = exchange(handler().connection().stream(id));
        if (exchange != null) {
            exchange.clientLeaves();
        }
    }

    /* A request. */

    private void begin(Http2Stream stream, Http2Headers headers, boolean last) throws Http2Exception {
        long began = lastFrame;
        stream.setProperty(Objects.requireNonNull(begun), true);
        WireRules.Refusal refusal = StreamRequest.check(headers, context.limits());
        if (refusal != null) {
            refuse(stream, refusal, null, began);
            return;
        }
        HttpRequest request;
        try {
            request = StreamRequest.of(headers);
        } catch (IllegalArgumentException e) {
            throw Http2Exception.streamError(stream.id(), Http2Error.PROTOCOL_ERROR, e, "a malformed header");
        }
        if (visitor != null && !visitor.mayAsk(began)) {
            context.counts().hit(Limit.ADDRESS_RATE);
            Headers later = Headers.of("Retry-After", Long.toString(visitor.retryAfter(began)));
            generate(stream, ErrorPage.of(429, later), request, began);
            return;
        }
        if (visitor != null) {
            visitor.asked(began);
        }
        refusal = context.rules().check(request);
        if (refusal != null) {
            refuse(stream, refusal, request, began);
        } else if (!last || !answerHot(stream, request, began)) {
            start(stream, request, last, began);
        }
    }

    private void refuse(Http2Stream stream, WireRules.Refusal refusal, @Nullable HttpRequest request, long began) {
        LOG.log(System.Logger.Level.DEBUG, "{0} refused: {1}", channel.remoteAddress(), refusal.reason());
        context.counts().refused(refusal.status());
        generate(stream, ErrorPage.of(refusal.status(), refusal.fields()), request, began);
    }

    /** The fast lane. */
    private boolean answerHot(Http2Stream stream, HttpRequest request, long began) {
        boolean get = request.method().equals(HttpMethod.GET);
        String uri = request.uri();
        if (!(get || request.method().equals(HttpMethod.HEAD))
                || uri.charAt(0) != '/'
                || FastLane.isLeftToSlowLane(request.headers())) {
            return false;
        }
        StoredDocument document = context.acquireHot(uri, request.headers(), began);
        if (document == null) {
            return false;
        }
        try {
            if (context.objects().isByHost()
                    && FastLane.judge(request.headers(), document) == Preconditions.Verdict.FAILED) {
                // A site may have its own page for it.
                return false;
            }
            answer(stream, document, request, get, began);
        } finally {
            document.release();
        }
        return true;
    }

    private void answer(Http2Stream stream, StoredDocument document, HttpRequest request, boolean get, long began) {
        switch (FastLane.judge(request.headers(), document)) {
            case FAILED -> generate(stream, ErrorPage.of(412), request, began);
            case NOT_MODIFIED -> {
                Http2Headers head = heads.prepared(
                        NOT_MODIFIED, dateField(), document.fields().notModified());
                writeHead(stream, head, true, counted(request, AnsweredFrom.LOCAL_MEMORY, 304, 0, began));
            }
            case PROCEED -> {
                int length = get ? document.body().readableBytes() : 0;
                Http2Headers head =
                        heads.prepared(OK, dateField(), document.fields().ok());
                ChannelPromise written = counted(request, AnsweredFrom.LOCAL_MEMORY, 200, length, began);
                if (length == 0) {
                    writeHead(stream, head, true, written);
                } else {
                    writeHead(stream, head, false, newPromise());
                    writeData(stream, document.body().retainedDuplicate(), true, written);
                }
            }
        }
    }

    private void start(Http2Stream stream, HttpRequest request, boolean last, long began) throws Http2Exception {
        // A stream that was reset is gone, and its request may still be worked on (rapid reset).
        if (abandoned >= limits.streams()) {
            throw Http2Exception.streamError(
                    stream.id(),
                    Http2Error.REFUSED_STREAM,
                    "%d requests that were reset are still under way",
                    abandoned);
        }
        StreamExchange exchange = new StreamExchange(this, stream, began);
        long declared = last ? 0 : HttpUtil.getContentLength(request, -1L);
        boolean expects = request.headers().contains(HttpHeaderNames.EXPECT);
        RequestBody body = new RequestBody(
                context.limits().bodyBytes(), declared, expects, exchange::sendContinue, exchange::bytesTaken);
        ServerExchange started;
        try {
            started = new ServerExchange(exchange, request, body, began);
        } catch (IllegalArgumentException e) {
            throw Http2Exception.streamError(stream.id(), Http2Error.PROTOCOL_ERROR, e, "a malformed header");
        }
        SlowLane lane = new SlowLane(context, channel.eventLoop(), line(), ended -> ended(stream, exchange));
        if (!lane.enter()) {
            generate(stream, ErrorPage.of(503, Headers.of("Retry-After", "1")), request, began);
            return;
        }
        exchange.body(body);
        if (last) {
            body.end(Headers.empty());
        }
        stream.setProperty(Objects.requireNonNull(key), exchange);
        running++;
        if (declared > 0 && !expects) {
            exchange.whenBodyComes(() -> lane.run(started));
        } else {
            lane.run(started);
        }
    }

    /** An exchange's thread has ended. */
    private void ended(Http2Stream stream, StreamExchange exchange) {
        running--;
        if (exchange.wasAbandoned()) {
            abandoned--;
        }
        boolean whole = exchange.isAnswered();
        if (stream.state() != Http2Stream.State.CLOSED
                && (!whole || stream.state().remoteSideOpen())) {
            reset(stream, whole ? Http2Error.NO_ERROR : Http2Error.INTERNAL_ERROR);
        }
        flush();
        endIfDone();
    }

    /* Answers of the event loop itself. */

    /** @param request null where none could be read */
    private void generate(Http2Stream stream, Response response, @Nullable HttpRequest request, long began) {
        ByteBuf page = ErrorPage.bytes(response);
        boolean isHead = request != null && request.method().equals(HttpMethod.HEAD);
        int length = isHead ? 0 : page.readableBytes();
        Http2Headers head = StreamHeads.of(new ResponseHead(response, ResponseHead.Framing.LENGTH, false), dateField());
        ChannelPromise written = counted(request, AnsweredFrom.ERROR, response.status(), length, began);
        if (length == 0) {
            page.release();
            writeHead(stream, head, true, written);
        } else {
            writeHead(stream, head, false, newPromise());
            writeData(stream, page, true, written);
        }
        written.addListener(done -> {
            if (stream.state().remoteSideOpen()) {
                reset(stream, Http2Error.NO_ERROR);
                flush();
            }
        });
    }

    private ChannelPromise counted(
            @Nullable HttpRequest request, AnsweredFrom from, int status, long bytes, long began) {
        ConnectionLog line = line();
        if (line != null) {
            line.asked(request);
        }
        ChannelPromise promise = newPromise();
        promise.addListener(written -> {
            if (written.isSuccess()) {
                tell(line, from, status, bytes, now() - began);
            } else {
                tell(line, AnsweredFrom.ERROR, ServerExchange.CLIENT_LEFT, 0, now() - began);
            }
        });
        return promise;
    }

    private void tell(@Nullable ConnectionLog line, AnsweredFrom from, int status, long bytes, long nanos) {
        context.log().answered(from, status, bytes, nanos);
        if (line != null) {
            line.answered(from, status, bytes, nanos);
        }
    }

    /** The access log's line of one answer, as answers end in no order; null without an access log. */
    private @Nullable ConnectionLog line() {
        return lines == null ? null : new ConnectionLog(lines, channel);
    }

    /* What goes; the loop alone. */

    void writeHead(Http2Stream stream, Http2Headers head, boolean last, ChannelPromise promise) {
        encoder().writeHeaders(ctx(), stream.id(), head, 0, last, promise);
    }

    void writeData(Http2Stream stream, ByteBuf content, boolean last, ChannelPromise promise) {
        floods.dataSent(content.readableBytes());
        encoder().writeData(ctx(), stream.id(), content, 0, last, promise);
    }

    void writeContinue(Http2Stream stream) {
        if (stream.state() != Http2Stream.State.CLOSED) {
            encoder().writeHeaders(ctx(), stream.id(), CONTINUE, 0, false, newPromise());
            flush();
        }
    }

    private void reset(Http2Stream stream, Http2Error why) {
        encoder().writeRstStream(ctx(), stream.id(), why.code(), newPromise());
    }

    ClosedStreams.Fate fate(int id) {
        return closedStreams.of(id);
    }

    /** Whether its request was taken. */
    boolean hasBegun(Http2Stream stream) {
        return begun != null && stream.getProperty(begun) != null;
    }

    /** Bytes of a request's body have been read: so many more may come. */
    void consume(Http2Stream stream, int bytes) {
        try {
            if (handler().decoder().flowController().consumeBytes(stream, bytes)) {
                flush();
            }
        } catch (Http2Exception e) {
            handler().onError(ctx(), true, e);
        }
    }

    void flush() {
        handler().flush(ctx());
    }

    /* The end. */

    /** Requests under way are finished, new ones are not begun. */
    void drain() {
        // First a warning, then, when the client has seen it, the last stream's number (RFC 9113, section 6.8).
        handler().goAway(ctx(), Integer.MAX_VALUE, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, newPromise());
        encoder().writePing(ctx(), false, goodbye.begin(now()), newPromise());
        flush();
    }

    private void lastGoAway() {
        goodbye.end();
        int id = handler().connection().remote().lastStreamCreated();
        handler().goAway(ctx(), id, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, newPromise());
        flush();
        endIfDone();
    }

    /** The client sends no more. */
    void inputEnded() {
        goodbye.end();
        endIfDone();
    }

    private void endIfDone() {
        if (goodbye.isOver() && running == 0 && handler().connection().numActiveStreams() == 0) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> channel.close());
        }
    }

    @Override
    public void tick(long now) {
        HttpLimits time = context.limits();
        boolean idle = running == 0 && handler().connection().numActiveStreams() == 0;
        if (writes.isStalled(now)) {
            context.counts().hit(Limit.WRITE_TIME);
            channel.close();
        } else if (!greeted && now - lastFrame > time.headerTimeout().toNanos()) {
            context.counts().hit(Limit.HEADER_TIME);
            channel.close();
        } else if (goodbye.isDue(now)) {
            lastGoAway();
        } else if (idle && goodbye.isOver()) {
            endIfDone();
        } else if (idle && now - lastFrame > time.idleTimeout().toNanos()) {
            context.counts().hit(Limit.IDLE_TIME);
            lastGoAway();
        } else {
            tickStreams(now);
        }
    }

    private void tickStreams(long now) {
        try {
            handler().connection().forEachActiveStream(stream -> {
                tick(stream, now);
                return true;
            });
            flush();
        } catch (Http2Exception e) {
            handler().onError(ctx(), true, e);
        }
    }

    private void tick(Http2Stream stream, long now) {
        StreamExchange exchange = exchange(stream);
        boolean writing = encoder().flowController().hasFlowControlled(stream);
        if (exchange != null && exchange.isStalled(now, context.limits(), writing)) {
            context.counts().hit(Limit.WRITE_TIME);
            reset(stream, Http2Error.CANCEL);
        } else if (exchange != null
                && exchange.takesTooLong(now, context.limits().requestTime())) {
            context.counts().hit(Limit.REQUEST_TIME);
            reset(stream, Http2Error.CANCEL);
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

    /* Any thread. */

    Channel channel() {
        return channel;
    }

    boolean isSecure() {
        return secure;
    }

    ChannelPromise newPromise() {
        return channel.newPromise();
    }

    byte[] dateField() {
        return clock.dateField();
    }

    long now() {
        return context.ticker().nanos();
    }

    /** Runs on the loop, or not at all when that has ended. */
    void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "the event loop has ended");
        }
    }

    private @Nullable StreamExchange exchange(@Nullable Http2Stream stream) {
        return stream == null || key == null ? null : stream.getProperty(key);
    }

    private Http2Handler handler() {
        return Objects.requireNonNull(handler);
    }

    private Http2ConnectionEncoder encoder() {
        return handler().encoder();
    }

    private ChannelHandlerContext ctx() {
        return Objects.requireNonNull(ctx);
    }
}
