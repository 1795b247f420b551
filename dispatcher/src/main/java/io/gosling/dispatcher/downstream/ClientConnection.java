package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.handoff.HandedOffConnectionListener;
import io.gosling.dispatcher.handoff.HandoffLink;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.ForwardingHeaderAppender;
import io.gosling.dispatcher.header.PlainRequestReader;
import io.gosling.dispatcher.relay.ClientConnectionTimer;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.relay.LocalResponse;
import io.gosling.dispatcher.relay.RawResponseOutput;
import io.gosling.dispatcher.relay.RelayClient;
import io.gosling.dispatcher.relay.RequestRelay;
import io.gosling.dispatcher.relay.SlowClientMemoryLimiter;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.status.ClientConnectionAccessLog;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.listen.ClientAddressUsage;
import io.gosling.netty.listen.IdleConnectionSearch;
import io.gosling.netty.listen.Listener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 client connection: one request at a time, in order. Belongs to its event loop.
 *
 * <p>While a request is being answered one message is read ahead, so that a client that leaves is noticed.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter implements RelayClient, RawResponseOutput {
    private static final System.Logger LOG = System.getLogger(ClientConnection.class.getName());

    private final FrontEndContext context;
    private final ForwardingHeaderAppender forwardedFor;
    private final PlainRequestReader plain;
    private final Channel channel;
    private final ConnectionPool pool;
    private final ClientResponseEncoder encoder;
    private final ClientConnectionTimer deadline;
    private final ClientInput input;
    private final WriteProgressTracker writes;
    private final SlowClientMemoryLimiter.Turn turn;
    private final GracefulClose gracefulClose;
    private final ClientSocketHandoff clientHandoff;
    /** Of a whole request, from its header to the end of its response, if that is bounded. */
    private final ClientConnectionTimer whole;

    private ClientConnectionAccessLog lines;
    private final @Nullable ClientAddressUsage clientUsage;

    private @Nullable RequestRelay relay;
    private @Nullable ChannelHandlerContext pastEncoder;
    private boolean answering;
    private long began;
    /** True when the listener has closed: the connection closes when it is idle, whatever its last answer promised. */
    private boolean leaving;

    ClientConnection(
            FrontEndContext context,
            ForwardingHeaderAppender forwardedFor,
            Channel channel,
            ClientResponseEncoder encoder) {
        this.context = context;
        this.forwardedFor = forwardedFor;
        this.channel = channel;
        this.plain = new PlainRequestReader(ClientAddressAttribute.of(channel), forwardedFor);
        this.pool = context.poolOf(channel);
        this.encoder = encoder;
        this.deadline = new ClientConnectionTimer(channel.eventLoop(), this::expired);
        this.whole = new ClientConnectionTimer(channel.eventLoop(), wait -> tookTooLong());
        this.input = new ClientInput(channel, this::inputEnded);
        this.writes = new WriteProgressTracker(channel);
        this.turn = context.slowClients().turn(channel.eventLoop(), this::disconnect);
        this.gracefulClose = new GracefulClose(channel, deadline, input, turn::goesOn);
        this.clientHandoff = new ClientSocketHandoff(channel, input);
        this.lines = context.log(channel);
        this.clientUsage = ClientAddressUsage.of(channel);
    }

    // --- from the client ---

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        awaitRequest();
    }

    void bytesArrived() {
        if (deadline.isWaitingFor(Wait.NEXT_REQUEST)) {
            deadline.start(Wait.REQUEST_HEADER, context.settings().get(HttpLimits.HEADER_TIME));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        input.arrived();
        if (gracefulClose.begun()) {
            ReferenceCountUtil.release(message);
            readMore();
        } else if (message instanceof HttpRequest request) {
            if (relay == null && !answering) {
                begin(request);
            } else {
                input.keep(request);
            }
        } else if (message instanceof HttpContent content && relay != null) {
            relay.requestContent(content);
        } else {
            ReferenceCountUtil.release(message);
            readMore();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        input.readComplete();
    }

    /**
     * Takes a plain request that has arrived whole while nothing is under way; touches nothing otherwise. The message
     * that was asked for is still to come.
     */
    boolean takePlain(ByteBuf in) {
        FrontEndContext.Terms terms = context.terms().get();
        boolean may = relay == null && !answering && !gracefulClose.begun() && !terms.readsHeaders();
        ClientRequestHead head = may ? plain.read(in, terms.http(), terms.relay()) : null;
        if (head != null) {
            came(followedLog().notes() ? PlainRequestReader.received() : head.outgoing());
            begin(head);
        }
        return head != null;
    }

    private void came(HttpRequest request) {
        deadline.stop();
        clientHandoff.next();
        asked(request);
        encoder.answering(request.method().equals(HttpMethod.HEAD));
    }

    private void begin(HttpRequest request) {
        came(request);
        RequestValidator.Refusal refusal = context.rules().check(request);
        if (refusal != null) {
            refuse(LocalResponse.to(refusal));
            return;
        }
        begin(ClientRequestHead.read(
                request,
                ClientAddressAttribute.of(channel),
                channel.localAddress(),
                forwardedFor,
                context.settings().get(TunnelSettings.PROTOCOLS)));
    }

    private void begin(ClientRequestHead head) {
        RequestValidator.Refusal refusal =
                clientUsage == null ? null : clientUsage.ask(context.ticker().nanos(), context.limits());
        if (refusal != null) {
            refuse(LocalResponse.to(refusal));
            return;
        }
        RequestRelay started = new RequestRelay(context, this, head);
        relay = started;
        beginWhole();
        started.start();
        if (!head.hasBody()) {
            readMore();
        }
    }

    private void beginWhole() {
        Duration most = context.settings().get(HttpLimits.REQUEST_TIME);
        whole.end();
        if (!most.isZero()) {
            whole.start(Wait.WHOLE_REQUEST, most);
        }
    }

    private void refuse(LocalResponse answer) {
        count(RequestOutcome.REFUSED, answer.status(), 0);
        answering = true;
        leaveAfter(answer.response(true, false, context.terms().get()));
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable() && relay != null) {
            relay.clientWritable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        gone();
    }

    private void gone() {
        turn.goesOn();
        deadline.end();
        RequestRelay interrupted = relay;
        relay = null;
        if (interrupted != null) {
            interrupted.clientGone();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.log(System.Logger.Level.WARNING, "connection of " + channel.remoteAddress() + " failed", cause);
        }
        abort(false);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Listener.Drain.BEGUN) {
            leaving = true;
            if (isIdle()) {
                leave();
            }
        } else if (event instanceof IdleConnectionSearch search) {
            if (isIdle()) {
                search.offer(channel, deadline::waitedNanos, this::abortIfIdle);
            }
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            input.end();
        } else if (event == AcceptedChannelInitializer.HeaderTimeout.PASSED) {
            if (deadline.isWaitingFor(Wait.REQUEST_HEADER)) {
                deadline.stop();
                expired(Wait.REQUEST_HEADER);
            }
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    private boolean isIdle() {
        return relay == null && !answering && deadline.isWaitingFor(Wait.NEXT_REQUEST);
    }

    private void abortIfIdle() {
        if (isIdle()) {
            abort(false);
        }
    }

    /** Handles the client's end of input: a response is finished, but no request waits in the queue. */
    private void inputEnded() {
        if (relay != null) {
            relay.clientSendsNoMore();
        } else if (deadline.isWaitingFor(Wait.CLIENT_LEAVING) || (!answering && !gracefulClose.begun())) {
            abort(false);
        }
    }

    /** Notes when a request began, and the request for the access log; null for one whose header was late. */
    private void asked(@Nullable HttpRequest request) {
        began = context.ticker().nanos();
        followedLog().asked(request);
    }

    /** The access log, which may have been switched on since the connection opened. */
    private ClientConnectionAccessLog followedLog() {
        if (!lines.notes()) {
            lines = context.log(channel);
        }
        return lines;
    }

    private void expired(Wait wait) {
        switch (wait) {
            case NEXT_REQUEST -> {
                context.limits().hit(LimitKind.IDLE_TIME);
                leave();
            }
            case CLIENT_LEAVING, TUNNEL -> abort(false);
            case REQUEST_HEADER -> {
                context.limits().hit(LimitKind.HEADER_TIME);
                encoder.answering(false);
                asked(null);
                refuse(new LocalResponse(408, "the request header did not come in time"));
            }
            case CLIENT_READING -> readsSlowly();
            case REQUEST_BODY, CONNECTION, RESPONSE_HEADER, RESPONSE_BODY -> {
                if (relay != null) {
                    if (wait == Wait.REQUEST_BODY) {
                        context.limits().hit(relay.limitOfBody());
                    }
                    relay.expired(wait);
                }
            }
        }
    }

    private void tookTooLong() {
        if (relay != null) {
            context.limits().hit(LimitKind.REQUEST_TIME);
            relay.tookTooLong();
        }
    }

    private void readsSlowly() {
        RequestRelay served = relay;
        boolean byPace = served != null && served.isReaderBehind();
        if (served != null && byPace ? served.isReadTooSlowly() : !writes.hasProgressed()) {
            context.limits().hit(byPace ? LimitKind.DATA_RATE : LimitKind.WRITE_TIME);
            expire(Wait.CLIENT_READING);
        } else if (served == null) {
            await(Wait.CLIENT_READING, context.settings().get(HttpLimits.WRITE_TIME));
        } else {
            served.awaitClient();
        }
    }

    private void disconnect() {
        Wait waiting = deadline.isWaitingFor(Wait.REQUEST_BODY) ? Wait.REQUEST_BODY : Wait.CLIENT_READING;
        if (channel.isActive() && deadline.isWaitingFor(waiting)) {
            context.limits().hit(LimitKind.SLOW_CLIENT_MEMORY);
            expire(waiting);
        }
    }

    private void expire(Wait waiting) {
        if (relay != null) {
            relay.expired(waiting);
        } else {
            abort(false);
        }
    }

    // --- from the relay ---

    @Override
    public EventLoop loop() {
        return channel.eventLoop();
    }

    @Override
    public ConnectionPool pool() {
        return pool;
    }

    @Override
    public ClientConnectionAccessLog log() {
        return lines;
    }

    @Override
    public void count(RequestOutcome outcome, int status, long bytes) {
        whole.end();
        context.count(outcome, status, began);
        lines.over(outcome, status, bytes);
    }

    @Override
    public boolean mayKeep() {
        return !context.draining().get();
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public long untaken() {
        return writes.unwritten();
    }

    @Override
    public long grain() {
        return 0;
    }

    @Override
    public void await(Wait wait, Duration timeout) {
        turn.waits(wait, wait == Wait.CLIENT_READING ? writes.note() : 0);
        deadline.start(wait, timeout);
    }

    @Override
    public void awaitNothing() {
        turn.goesOn();
        deadline.stop();
    }

    @Override
    public void writeInterim(HttpResponse interim) {
        write(interim);
        write(LastHttpContent.EMPTY_LAST_CONTENT);
        flush();
    }

    @Override
    public void writeHead(HttpResponse head) {
        write(head);
    }

    @Override
    public void writeBody(HttpContent piece) {
        write(piece);
    }

    private void write(Object message) {
        channel.write(message, channel.voidPromise());
    }

    @Override
    public @Nullable RawResponseOutput plainly() {
        return encoder.adds ? null : this;
    }

    @Override
    public ByteBufAllocator allocator() {
        return channel.alloc();
    }

    @Override
    public void writePlainly(ByteBuf part) {
        pastEncoder().write(part, channel.voidPromise());
    }

    @Override
    public void endPlainly(ByteBuf part, boolean keepAlive) {
        relay = null;
        if (keepAlive) {
            answering = true;
            thenNext(pastEncoder().writeAndFlush(part));
        } else {
            writePlainly(part);
            leave();
        }
    }

    private ChannelHandlerContext pastEncoder() {
        ChannelHandlerContext known = pastEncoder;
        if (known == null) {
            known = channel.pipeline().context(encoder);
            pastEncoder = known;
        }
        return known;
    }

    @Override
    public void flush() {
        channel.flush();
    }

    @Override
    public void readMore() {
        input.more();
    }

    @Override
    public void endResponse(LastHttpContent end, boolean keepAlive) {
        relay = null;
        if (keepAlive) {
            thenNext(end);
        } else {
            leaveAfter(end);
        }
    }

    @Override
    public void answer(LocalResponse answer, ClientRequestHead request, boolean requestRead) {
        relay = null;
        boolean keepAlive = requestRead && request.keepAlive() && mayKeep();
        Object response =
                answer.response(!keepAlive, request.http10(), context.terms().get());
        if (keepAlive) {
            clientHandoff.stay();
            thenNext(response);
        } else {
            leaveAfter(response);
        }
    }

    @Override
    public boolean sentAhead() {
        RequestDecoder decoder = channel.pipeline().get(RequestDecoder.class);
        return input.kept() != null || decoder == null || !decoder.isBetweenRequests();
    }

    @Override
    public void becomeTunnel(HttpResponse head, Channel backend, LongConsumer over) {
        relay = null;
        whole.end();
        deadline.end();
        TunnelEndpoint end = new TunnelEndpoint.Connection(channel);
        Tunnel tunnel = new Tunnel(end, backend, Tunnel.Timeout.of(context), context.limits()::hit, over);
        writeInterim(head);
        ClientPipelineBuilder.endHttp(channel);
        tunnel.open();
        pool.giveAway(backend);
        tunnel.begin(input.hasEnded());
    }

    @Override
    public boolean mayHandOff() {
        return clientHandoff.isPossible()
                && input.kept() == null
                && !context.draining().get();
    }

    @Override
    public void handOff(HandoffLink link, HandedOffConnectionListener listener, Consumer<HandoffOutcome> then) {
        whole.end();
        deadline.stop();
        clientHandoff.handOff(link, listener, outcome -> {
            if (outcome == HandoffOutcome.TAKEN || outcome == HandoffOutcome.LOST) {
                then.accept(outcome);
                leaves(outcome == HandoffOutcome.TAKEN ? clientHandoff::forget : clientHandoff::breakOff);
            } else {
                comeBack(() -> then.accept(outcome));
            }
        });
    }

    private void leaves(Runnable way) {
        if (relay != null) {
            relay = null;
            deadline.cancel();
            way.run();
        }
    }

    private void comeBack(Runnable then) {
        clientHandoff.comeBack(() -> {
            if (channel.isActive()) {
                beginWhole();
                then.run();
            } else {
                gone();
            }
        });
    }

    @Override
    public void stay() {
        clientHandoff.stay();
    }

    @Override
    public void abort(boolean noticeably) {
        gracefulClose.atOnce(noticeably);
    }

    private void thenNext(Object end) {
        answering = true;
        thenNext(channel.writeAndFlush(end));
    }

    private void thenNext(ChannelFuture end) {
        if (end.isDone()) {
            written(end);
        } else {
            await(Wait.CLIENT_READING, context.settings().get(HttpLimits.WRITE_TIME));
            end.addListener(this::written);
        }
    }

    private void written(Future<? super Void> end) {
        turn.goesOn();
        answering = false;
        if (end.isSuccess()) {
            nextRequest();
        } else {
            abort(false);
        }
    }

    private void nextRequest() {
        HttpRequest waiting = input.kept();
        if (waiting != null) {
            // Later, so that the returned connection is available, and without recursion.
            deadline.stop();
            answering = true;
            channel.eventLoop().execute(() -> {
                answering = false;
                input.clear();
                if (channel.isActive() && !gracefulClose.begun()) {
                    begin(waiting);
                }
            });
        } else if (leaving) {
            leave();
        } else {
            awaitRequest();
        }
    }

    private void awaitRequest() {
        deadline.start(Wait.NEXT_REQUEST, context.settings().get(HttpLimits.IDLE_TIME));
        readMore();
    }

    /** Closes gracefully: the client may have just begun its next request. */
    private void leave() {
        leaveAfter(Unpooled.EMPTY_BUFFER);
    }

    private void leaveAfter(Object end) {
        await(Wait.CLIENT_READING, context.settings().get(HttpLimits.WRITE_TIME));
        gracefulClose.after(end);
        clientHandoff.stayForGood();
    }
}
