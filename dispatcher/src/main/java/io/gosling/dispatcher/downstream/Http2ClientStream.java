package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.TrailerSanitizer;
import io.gosling.dispatcher.header.UpgradeHandshake;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.relay.LocalResponse;
import io.gosling.dispatcher.relay.RawResponseOutput;
import io.gosling.dispatcher.relay.RelayClient;
import io.gosling.dispatcher.relay.RequestRelay;
import io.gosling.dispatcher.relay.SlowClientMemoryLimiter;
import io.gosling.dispatcher.status.ClientConnectionAccessLog;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.http.Headers;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.http2.Http2StreamResponder;
import io.gosling.netty.http2.Http2Streams;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 stream with one request: the counterpart of {@link ClientConnection}. Back-pressure is by the stream's flow
 * control: its window opens as the back-end takes the body, and a back-end is not read while too much waits for the
 * client's window. Belongs to the connection's event loop.
 */
final class Http2ClientStream extends Http2StreamResponder implements RelayClient {
    private final FrontEndContext context;
    private final Http2RelayRequestSink connection;
    private final Http2Streams streams;
    private final Http2Stream stream;
    private final boolean head;
    private final ClientConnectionAccessLog lines;
    private final Http2RequestInput input;
    private final Http2ResponseOutput output;
    private final long began;
    private final SlowClientMemoryLimiter.Turn turn;

    private @Nullable ClientRequestHead announced;
    private @Nullable RequestRelay relay;
    /** Once the stream has become another protocol. */
    private @Nullable Tunnel tunnel;
    /** The request that asks for that, until its answer. */
    private @Nullable HttpRequest upgrading;

    private @Nullable Wait wait;
    private long until;

    /** @param request null where none could be read */
    Http2ClientStream(
            Http2RelayRequestSink connection,
            Http2Stream stream,
            @Nullable HttpRequest request,
            ClientConnectionAccessLog lines,
            long now) {
        super(now);
        this.began = now;
        this.context = connection.context;
        this.connection = connection;
        this.streams = connection.streams;
        this.stream = stream;
        this.head = request != null && request.method().equals(HttpMethod.HEAD);
        this.lines = lines;
        this.input = new Http2RequestInput(this::pass, bytes -> streams.consume(stream, bytes));
        this.output = new Http2ResponseOutput(streams, stream, this::roomAgain);
        this.turn = context.slowClients().turn(streams.channel().eventLoop(), this::disconnect);
    }

    // --- from the client ---

    /** Relays a request, one with a body from its first bytes on, so that a wrong length is detected first. */
    void relay(ClientRequestHead request, boolean last) {
        if (last) {
            input.arrived(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        if (request.bodyBytes() > 0 && !request.expectsContinue()) {
            announced = request;
            await(Wait.REQUEST_BODY, context.settings().get(HttpLimits.BODY_TIME));
        } else {
            start(request);
        }
    }

    private void start(ClientRequestHead request) {
        awaitNothing();
        RequestRelay started = new RequestRelay(context, this, request);
        relay = started;
        upgrading = request.upgrade() == null ? null : request.outgoing();
        started.start();
        if (!request.hasBody()) {
            readMore();
        }
    }

    void refuse(LocalResponse answer) {
        count(RequestOutcome.REFUSED, answer.status(), 0);
        own(answer);
    }

    @Override
    public boolean receive(ByteBuf piece, boolean last, long now) {
        boolean wanted = isUnderWay() || tunnel != null;
        if (wanted) {
            arrived(last ? new DefaultLastHttpContent(piece.retain()) : new DefaultHttpContent(piece.retain()));
        }
        return wanted;
    }

    @Override
    public void receiveTrailers(Http2Headers trailers) {
        try {
            arrived(TrailerSanitizer.fromHttp2(trailers));
        } catch (IllegalArgumentException e) {
            leave(Http2Error.PROTOCOL_ERROR);
        }
    }

    private void arrived(HttpContent piece) {
        input.arrived(piece);
        ClientRequestHead begins = announced;
        announced = null;
        if (begins != null) {
            start(begins);
        } else if (relay == null && tunnel == null) {
            input.clear();
        }
    }

    private void pass(HttpContent piece) {
        if (tunnel != null) {
            tunnel.received(piece);
        } else if (relay == null) {
            piece.release();
        } else {
            relay.requestContent(piece);
        }
    }

    @Override
    public boolean closed() {
        RequestRelay interrupted = relay;
        Tunnel ended = tunnel;
        boolean unheard = announced != null;
        if (ended != null) {
            input.giveRest();
        }
        over();
        if (interrupted != null) {
            interrupted.clientGone();
        } else if (unheard) {
            count(RequestOutcome.CLIENT_GONE, 0, 0);
        } else if (ended != null) {
            tunnel = null;
            ended.clientClosed();
        }
        return false;
    }

    private void over() {
        turn.goesOn();
        relay = null;
        announced = null;
        wait = null;
        input.clear();
        output.forget();
    }

    /** Resets the stream, and ends its work first: nothing may follow the reset. */
    private void leave(Http2Error why) {
        closed();
        streams.reset(stream, why);
        streams.flush();
    }

    private boolean isUnderWay() {
        return relay != null || announced != null;
    }

    private void roomAgain() {
        if (relay != null) {
            relay.clientWritable();
        } else if (tunnel != null) {
            tunnel.clientHasRoom();
        }
    }

    @Override
    public @Nullable LimitKind overdue(long now, HttpLimits limits, boolean blocked) {
        long whole = limits.get(HttpLimits.REQUEST_TIME).toNanos();
        if (isUnderWay() && whole > 0 && now - began > whole) {
            context.limits().hit(LimitKind.REQUEST_TIME);
            tookTooLong();
            streams.flush();
            return null;
        }
        Wait reason = wait;
        if (reason == null || reason == Wait.CLIENT_READING || now - until < 0) {
            LimitKind limit = super.overdue(now, limits, blocked);
            boolean tooSlow = reason == Wait.CLIENT_READING && relay != null && relay.isReadTooSlowly();
            return limit == null && tooSlow ? LimitKind.DATA_RATE : limit;
        }
        wait = null;
        expired(reason);
        streams.flush();
        return null;
    }

    private void tookTooLong() {
        if (relay == null) {
            refuse(new LocalResponse(408, "the request took too long"));
        } else {
            relay.tookTooLong();
        }
    }

    private void expired(Wait reason) {
        if (reason == Wait.REQUEST_BODY) {
            context.limits().hit(relay == null ? LimitKind.BODY_TIME : relay.limitOfBody());
        }
        if (relay != null) {
            relay.expired(reason);
        } else if (announced != null) {
            refuse(new LocalResponse(408, "the body did not come in time"));
        }
    }

    private void disconnect() {
        Wait waiting = wait;
        if (waiting == Wait.CLIENT_READING || waiting == Wait.REQUEST_BODY) {
            context.limits().hit(LimitKind.SLOW_CLIENT_MEMORY);
            if (relay == null) {
                abort(false);
            } else {
                relay.expired(waiting);
            }
            streams.flush();
        }
    }

    // --- from the relay ---

    @Override
    public EventLoop loop() {
        return streams.channel().eventLoop();
    }

    @Override
    public ConnectionPool pool() {
        return connection.pool;
    }

    @Override
    public ClientConnectionAccessLog log() {
        return lines;
    }

    @Override
    public void count(RequestOutcome outcome, int status, long bytes) {
        context.count(outcome, status, began);
        lines.over(outcome, status, bytes);
    }

    /** Always true: HTTP/2 announces a drain itself. */
    @Override
    public boolean mayKeep() {
        return true;
    }

    @Override
    public boolean isWritable() {
        return output.hasRoom();
    }

    @Override
    public long untaken() {
        return output.waiting();
    }

    /** The codec reports progress by whole pieces. */
    @Override
    public long grain() {
        return Http2ResponseOutput.MUCH;
    }

    @Override
    public void await(Wait reason, Duration timeout) {
        wait = reason;
        until = streams.now() + timeout.toNanos();
        turn.waits(reason, output.waiting());
    }

    @Override
    public void awaitNothing() {
        turn.goesOn();
        wait = null;
    }

    /** Any 2xx grants (RFC 8441, section 5). */
    @Override
    public boolean takesForGrant(HttpResponseStatus status) {
        return upgrading != null && status.codeClass() == HttpStatusClass.SUCCESS;
    }

    /** Verifies the answer to the front-end's own key. */
    @Override
    public boolean believes(HttpResponse granted) {
        return upgrading == null || UpgradeHandshake.provesKey(granted, upgrading);
    }

    @Override
    public void readMore() {
        if (upgrading == null) {
            input.more();
        }
    }

    @Override
    public void writeInterim(HttpResponse interim) {
        output.interim(Http2ResponseHeaderMapping.head(interim, Headers.empty()));
    }

    @Override
    public void writeHead(HttpResponse response) {
        output.head(Http2ResponseHeaderMapping.head(response, connection.fields));
    }

    @Override
    public void writeBody(HttpContent piece) {
        output.body(piece.content());
    }

    @Override
    public @Nullable RawResponseOutput plainly() {
        return null;
    }

    @Override
    public void flush() {
        output.flush();
    }

    @Override
    public void endResponse(LastHttpContent end, boolean keepAlive) {
        end(end);
    }

    @Override
    public void answer(LocalResponse answer, ClientRequestHead request, boolean requestRead) {
        own(answer);
    }

    private void own(LocalResponse answer) {
        FullHttpResponse response =
                answer.response(false, false, context.terms().get());
        writeHead(response);
        if (head || !response.content().isReadable()) {
            response.release();
        } else {
            output.body(response.content());
        }
        end(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    /** Ends the response; the rest of an incomplete request is discarded for a while. */
    private void end(LastHttpContent end) {
        relay = null;
        announced = null;
        input.clear();
        await(Wait.CLIENT_READING, context.settings().get(HttpLimits.WRITE_TIME));
        ChannelPromise sent = streams.newPromise();
        sent.addListener(done -> {
            turn.goesOn();
            if (stream.state().remoteSideOpen()) {
                streams.awaitRest(stream, 0, 0);
            }
        });
        output.end(end, sent);
    }

    /** False: input on an upgrading stream is of the new protocol. */
    @Override
    public boolean sentAhead() {
        return false;
    }

    @Override
    public void becomeTunnel(HttpResponse response, Channel backend, LongConsumer over) {
        relay = null;
        upgrading = null;
        awaitNothing();
        TunnelEndpoint end = new TunnelEndpoint.Stream(input, output, this::cancelTunnel);
        Tunnel begun = new Tunnel(end, backend, Tunnel.Timeout.of(context), context.limits()::hit, over);
        tunnel = begun;
        writeHead(UpgradeHandshake.ofStream(response));
        flush();
        begun.open();
        connection.pool.giveAway(backend);
        begun.begin(false);
    }

    private void cancelTunnel() {
        if (tunnel != null && stream.state() != Http2Stream.State.CLOSED) {
            leave(Http2Error.CANCEL);
        }
    }

    @Override
    public void abort(boolean noticeably) {
        leave(Http2Error.INTERNAL_ERROR);
    }
}
