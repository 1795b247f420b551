package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import io.gosling.netty.exchange.RequestBody;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.server.Http1FastPathResponder.Persistence;
import io.gosling.netty.transport.LingeringClose;
import io.gosling.netty.transport.SocketShutdown;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/**
 * A connection of HTTP/1 that needs more than {@link Http1FastPathConnection} has: takes requests in order, answers
 * them on the event-loop path or hands them to the worker path, and closes when it must.
 *
 * <p>Belongs to the connection's event loop. Its states:
 *
 * <ol>
 *   <li>idle: no request has begun; ends by the idle timeout
 *   <li>header: a request's first byte has arrived, its header not completely; ends with 408 by the header timeout
 *   <li>exchange: a virtual thread answers, or a document is being fetched for the event-loop path; further input is
 *       its body, or waits its turn
 *   <li>rest: answered, but a little of the request's body is still to come and is discarded; ends by the body timeout,
 *       which counts from the answer
 *   <li>closing: the last response was sent; see {@link LingeringClose}
 * </ol>
 */
public final class Http1GeneralConnection extends Http1ConnectionBase {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final RequestDecoder decoder;
    private final AutoReadControl autoRead;
    private final Http1ExchangeChannel exchangeChannel;
    private final ExchangeRunner workerPath;
    private final Http1ErrorResponder pages;
    private final PipelinedRequests backlog = new PipelinedRequests();
    private final CurrentExchange current = new CurrentExchange();

    private boolean inputClosed;
    private boolean flushDue;

    Http1GeneralConnection(Http1ConnectionBase before, RequestDecoder decoder) {
        super(before);
        this.decoder = decoder;
        this.autoRead = new AutoReadControl(channel, decoder);
        this.exchangeChannel = new Http1ExchangeChannel(channel, clock(), context, this::upgrade);
        this.workerPath = new ExchangeRunner(context, channel.eventLoop(), batch, this::end);
        this.pages = new Http1ErrorResponder(channel, context, clock(), batch, () -> close(true));
        decoder.offerUndecodedTo(this::takeUndecoded);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (lingeringClose.begun()) {
            ReferenceCountUtil.release(message);
        } else if (current.receive(message)) {
            lastActivity = context.ticker().nanos();
        } else if (current.runs() || !backlog.isEmpty()) {
            backlog.add(message, decoder.requestBegan());
        } else {
            take(message, decoder.requestBegan());
        }
        regulate();
    }

    /** Answers a hot document, begins to fetch an uncached one, or takes along bytes of a leaving connection. */
    private boolean takeUndecoded(ByteBuf in) {
        if (takesAlong(in)) {
            return true;
        }
        // With TLS autoRead is told only after this read that the channel has become unwritable.
        if (!isAtRest() || !autoRead.isOpen() || !channel.isWritable()) {
            return false;
        }
        long now = context.ticker().nanos();
        Persistence persistence = answerHot(in, now);
        if (persistence == null && (inputClosed || !leaves(in, now))) {
            return fetch(in, now);
        }
        lastActivity = now;
        if (persistence == Persistence.CLOSED) {
            close(false);
        }
        return true;
    }

    /** Begins to fetch the document of a plain request that is not hot; false, with nothing done, for any other. */
    boolean fetch(ByteBuf in, long now) {
        UncachedDocumentExchange begun =
                mayAnswer(now) ? hotResponder.fetch(in, batch, channel.eventLoop(), now, this::returned) : null;
        if (begun == null) {
            return false;
        }
        if (clientUsage != null) {
            clientUsage.asked(now);
        }
        lastActivity = now;
        current.begin(begun);
        return true;
    }

    /** An exchange whose answer fails ends the connection: another answer would be taken for it. */
    private void returned(UncachedDocumentExchange exchange) {
        try {
            fetched(exchange);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fetched(UncachedDocumentExchange exchange) {
        lastActivity = context.ticker().nanos();
        current.end();
        if (!channel.isActive()) {
            exchange.release();
            batch.gaveUp(exchange.note, exchange.began);
            return;
        }
        boolean last = exchange.last || exchangeChannel.isDraining();
        if (!hotResponder.answer(exchange, last ? Persistence.CLOSED : Persistence.OPEN, batch)) {
            giveToWorkerPath(exchange);
        } else if (last) {
            close(!exchange.last);
        }
        goOn();
    }

    /** Answers a request that waited in vain as if it had just been decoded. */
    private void giveToWorkerPath(UncachedDocumentExchange exchange) {
        ConnectionAccessLog lines = batch.lines();
        AccessRecord note = exchange.note;
        if (lines != null && note != null) {
            lines.forget(note);
        }
        HttpRequest request = exchange.decoded();
        answer(request, persistence(request), exchange.began);
        if (!current.receive(LastHttpContent.EMPTY_LAST_CONTENT)) {
            current.passOver(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    private boolean isAtRest() {
        return current.isOver() && backlog.isEmpty() && !lingeringClose.begun();
    }

    @Override
    boolean isResting() {
        return isAtRest() && decoder.headerBegan() == RequestDecoder.NONE && !writes.isPending();
    }

    @Override
    boolean isWaitingForClient() {
        // A thread that is still waiting for a write that is over does so for its processor, and not for the client.
        boolean unread = exchangeChannel.isBlocked() && writes.isPending();
        return isAtRest() || unread || current.waitsForClient();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush();
        settle();
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        regulate();
        ctx.fireChannelWritabilityChanged();
    }

    private void take(Object message, long began) {
        if (message instanceof HttpRequest request) {
            begin(request, began);
        } else if (message instanceof HttpContent content) {
            skip(content);
        }
    }

    private void skip(HttpContent content) {
        boolean broken = content.decoderResult().isFailure();
        // Not at each piece: the whole rest of an answered request has one body timeout.
        if (current.passOver(content) && current.isOver()) {
            lastActivity = context.ticker().nanos();
        }
        content.release();
        if (broken) {
            close(true);
        }
    }

    private void begin(HttpRequest request, long began) {
        lastActivity = began;
        RequestValidator.Refusal refusal = context.rules().check(request);
        if (refusal != null) {
            ReferenceCountUtil.release(request);
            pages.refuse(refusal, request, began);
            return;
        }
        refusal = clientUsage == null ? null : clientUsage.ask(context.ticker().nanos(), context.counts());
        if (refusal != null) {
            ReferenceCountUtil.release(request);
            pages.turnAway(refusal, persistence(request), request, began);
            return;
        }
        answer(request, persistence(request), began);
    }

    private void answer(HttpRequest request, Persistence persistence, long began) {
        switch (hotResponder.answer(request, persistence, batch, began)) {
            case ANSWERED -> {
                if (persistence == Persistence.CLOSED) {
                    close(MessageFraming.isPersistent(request));
                }
            }
            case PRECONDITION_FAILED -> pages.answer(ErrorPageBuilder.of(412), persistence, request, began);
            case NOT_MINE -> start(request, persistence, began);
        }
    }

    private Persistence persistence(HttpRequest request) {
        if (exchangeChannel.isDraining() || !MessageFraming.isPersistent(request)) {
            return Persistence.CLOSED;
        }
        return request.protocolVersion().equals(HttpVersion.HTTP_1_0) ? Persistence.KEPT_ALIVE : Persistence.OPEN;
    }

    private void start(HttpRequest request, Persistence persistence, long began) {
        RequestBody content = new RequestBody(
                context.bounds().get().body(),
                MessageFraming.requestBody(request),
                MessageFraming.expectsContinue(request),
                () -> channel.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE)),
                () -> workerPath.onLoop(this::regulate, () -> {}),
                context.slots().reading());
        ServerExchange started;
        try {
            started = new ServerExchange(exchangeChannel, request, content, began);
        } catch (IllegalArgumentException e) {
            pages.refuse(new RequestValidator.Refusal(400, "a header holds a control character"), request, began);
            return;
        }
        if (!workerPath.enter()) {
            Persistence end = content.canSkipRest() ? persistence : Persistence.CLOSED;
            pages.answer(ErrorPageBuilder.of(503, Headers.of("Retry-After", "1")), end, request, began);
            current.skip(began);
            return;
        }
        // Responses gathered by the event-loop path go first.
        flushDue |= batch.write();
        current.begin(started, content);
        workerPath.run(started);
    }

    /** Switches to raw bytes, which {@link #channelRead} gets as they come. */
    private RequestBody upgrade() {
        if (current.receives() || !backlog.isEmpty()) {
            throw new StatusException(400, "the client has sent more before its upgrade was answered");
        }
        RequestBody bytes =
                RequestBody.afterUpgrade(() -> workerPath.onLoop(this::regulate, () -> {}), context.slots());
        current.upgrade(bytes);
        channel.pipeline().remove(decoder);
        regulate();
        return bytes;
    }

    private void end(ServerExchange ended) {
        lastActivity = context.ticker().nanos();
        boolean broken = current.end();
        if (broken || ended.closes()) {
            close(current.hasRest() || !ended.clientCloses());
        }
        goOn();
    }

    /** Continues behind an exchange that was under way. */
    private void goOn() {
        takeWaiting();
        if (exchangeChannel.leaves()) {
            // The drain began after this answer had promised to keep the connection.
            drain();
        }
        flush();
        regulate();
        settle();
    }

    private void takeWaiting() {
        boolean more = true;
        while (more && !lingeringClose.begun()) {
            more = takeNext();
        }
    }

    private boolean takeNext() {
        if (current.runs()) {
            HttpContent content = current.receives() ? backlog.takeContent() : null;
            return content != null && current.receive(content);
        }
        PipelinedRequests.Message next = backlog.take();
        if (next != null) {
            take(next.content(), next.began());
        }
        return next != null;
    }

    private void regulate() {
        boolean wanted = wantsInput();
        if (wanted != autoRead.isOpen()) {
            autoRead.set(wanted, context.ticker().nanos());
        }
    }

    private boolean wantsInput() {
        if (lingeringClose.begun()) {
            return true;
        }
        if (!current.runs()) {
            return channel.isWritable();
        }
        return current.receives()
                ? !current.hasEnough()
                : !backlog.isFull(context.bounds().get().pipelined());
    }

    private void flush() {
        if (batch.write() || flushDue) {
            flushDue = false;
            channel.flush();
        }
    }

    @Override
    void close(boolean inputFollows) {
        boolean more = inputFollows || !backlog.isEmpty() || decoder.holdsBytes();
        backlog.forget();
        lingeringClose.begin(batch.end(), more && !inputClosed);
        regulate();
    }

    /** A body that ends with the connection must not look whole when it is cut off. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise closed) {
        if (exchangeChannel.bodyEndsWithConnection) {
            SocketShutdown.reset(channel, closed);
        } else {
            ctx.close(closed);
        }
    }

    @Override
    public void tick(long now) {
        current.tick(now);
        super.tick(now);
    }

    @Override
    boolean tickRequest(long now) {
        HttpLimits limits = context.limits();
        if (current.takesTooLong(now, limits.get(HttpLimits.REQUEST_TIME))) {
            cutOff(LimitKind.REQUEST_TIME);
        } else if (!current.isOver()) {
            tickBody(now);
        } else if (decoder.headerBegan() == RequestDecoder.NONE) {
            return false;
        } else {
            long since = Math.max(decoder.headerBegan(), autoRead.openedAt());
            if (autoRead.isOpen() && limits.isOver(HttpLimits.HEADER_TIME, since, now)) {
                refuseLateHeader();
            }
        }
        return true;
    }

    private void refuseLateHeader() {
        pages.refuse(new RequestValidator.Refusal(408, "the header took too long"), null, decoder.headerBegan());
    }

    /** Checks the body timeout, which runs while the exchange waits for the body, and for an answered one's rest. */
    private void tickBody(long now) {
        if (!autoRead.isOpen() || !current.waitsForClient()) {
            lastActivity = now;
        } else if (context.limits().isOver(HttpLimits.BODY_TIME, lastActivity, now)) {
            context.counts().hit(LimitKind.BODY_TIME);
            if (!current.fail(408, "the body took too long")) {
                channel.close();
            }
        }
    }

    @Override
    void headerIsLate() {
        if (decoder.headerBegan() != RequestDecoder.NONE) {
            refuseLateHeader();
        }
    }

    @Override
    void drain() {
        exchangeChannel.drain();
        if (isAtRest() && decoder.headerBegan() == RequestDecoder.NONE) {
            close(true);
        }
        current.drain();
    }

    @Override
    void inputEnded() {
        inputClosed = true;
        lingeringClose.inputEnded();
        settle();
    }

    /** Handles the client's end of input: answers earlier requests, then closes. */
    private void settle() {
        boolean held = decoder.holdsBytes() && !autoRead.isDecoded();
        if (!inputClosed || held || lingeringClose.begun()) {
            return;
        }
        boolean incomplete = current.fail(400, "the client ended its body early");
        if (!incomplete && !current.runs() && backlog.isEmpty()) {
            close(false);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        current.fail(400, "the client left");
        current.withdraw();
        backlog.forget();
        super.channelInactive(ctx);
    }
}
