package io.gosling.netty.server;

import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import io.gosling.netty.exchange.ExchangeChannel;
import io.gosling.netty.exchange.ExchangeSlots;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.exchange.RequestBody;
import io.gosling.netty.exchange.ResponseWriter;
import io.gosling.netty.http1.NettyHeaderConversion;
import io.gosling.netty.http2.Http2ResponseHeadEncoder;
import io.gosling.netty.http2.Http2StreamResponder;
import io.gosling.netty.http2.Http2Streams;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stream of HTTP/2 with a request on the worker path: receives its body; {@link Http2Writer} sends its response.
 * The loop offers the body; the exchange's thread uses the methods of {@link ExchangeChannel}.
 */
final class Http2Exchange extends Http2StreamResponder implements ExchangeChannel {
    final Http2Streams streams;
    final Http2Stream stream;
    private final long began;
    final ExchangeSlots slots;
    private volatile boolean left;

    final RequestBody body;
    private @Nullable Runnable beginning;
    private int unread;
    private long lastReceived;
    private boolean answered;
    private boolean abandoned;

    /**
     * @param declared bytes of the request's body, or -1 where they are not known beforehand
     * @param expects true if the client waits for 100 (Continue)
     */
    Http2Exchange(
            Http2Streams streams, Http2Stream stream, ServerContext context, long declared, boolean expects, long now) {
        super(now);
        this.streams = streams;
        this.stream = stream;
        this.began = now;
        this.slots = context.slots();
        this.lastReceived = now;
        long limit = context.bounds().get().body();
        this.body = new RequestBody(limit, declared, expects, this::sendContinue, this::bytesTaken, slots.reading());
    }

    /**
     * Begins with the body's first bytes, so that a body of wrong length is detected before anything is answered.
     * Begins without them when they are late, or the stream ends.
     */
    void whenBodyComes(Runnable run) {
        beginning = run;
    }

    private void begin() {
        Runnable run = beginning;
        if (run != null) {
            beginning = null;
            run.run();
        }
    }

    @Override
    public boolean receive(ByteBuf piece, boolean last, long now) {
        lastReceived = now;
        unread += piece.readableBytes();
        body.offer(piece.retain());
        if (last) {
            body.end(Headers.empty());
        }
        consumed();
        begin();
        return true;
    }

    @Override
    public void receiveTrailers(Http2Headers trailers) {
        try {
            body.end(NettyHeaderConversion.of(trailers, trailers.size()));
        } catch (IllegalArgumentException e) {
            body.fail(new RequestBody.Failure(400, "malformed trailer"));
        }
        begin();
    }

    private void bytesTaken() {
        streams.onLoop(this::consumed);
    }

    private void consumed() {
        int waiting = body.waiting();
        int taken = unread - waiting;
        if (taken > 0) {
            unread = waiting;
            streams.consume(stream, taken);
        }
    }

    @Override
    public void clientLeaves() {
        left = true;
    }

    @Override
    public boolean closed() {
        left = true;
        abandoned = !answered;
        body.fail(new RequestBody.Failure(400, "the client left"));
        begin();
        return abandoned;
    }

    boolean wasAbandoned() {
        return abandoned;
    }

    /** Returns the received bytes that count against the client's window. */
    int unread() {
        return unread;
    }

    boolean isAnswered() {
        return answered;
    }

    @Override
    public @Nullable LimitKind overdue(long now, HttpLimits limits, boolean blocked) {
        boolean awaited = beginning != null || body.isAwaited();
        if (awaited && limits.isOver(HttpLimits.BODY_TIME, lastReceived, now)) {
            body.fail(new RequestBody.Failure(408, "the body took too long"));
            begin();
        }
        Duration whole = limits.get(HttpLimits.REQUEST_TIME);
        boolean tooLong = !whole.isZero() && now - began > whole.toNanos();
        return tooLong ? LimitKind.REQUEST_TIME : super.overdue(now, limits, blocked);
    }

    void answered() {
        answered = true;
    }

    boolean hasLeft() {
        return left;
    }

    private void sendContinue() {
        streams.onLoop(() -> streams.writeInterim(stream, Http2ResponseHeadEncoder.CONTINUE));
    }

    @Override
    public void sendInterim(int status, Headers fields) {
        Http2Headers head = Http2ResponseHeadEncoder.interim(status, fields);
        streams.onLoop(() -> streams.writeInterim(stream, head));
    }

    @Override
    public ResponseWriter respond(Http1ResponseHeadEncoder response, boolean keepAlive) {
        return new Http2Writer(this, Http2ResponseHeadEncoder.of(response, streams.dateField()));
    }

    @Override
    public RequestBody upgrade() {
        throw new StatusException(501, "HTTP/2 has no upgrade");
    }

    @Override
    public boolean clientLeft() {
        return left || !streams.channel().isActive();
    }

    @Override
    public boolean isDraining() {
        return false;
    }

    @Override
    public boolean isSecure() {
        return streams.isSecure();
    }

    @Override
    public @Nullable X509Certificate clientCertificate() {
        return ClientAddressAttribute.certificate(streams.channel());
    }

    @Override
    public SocketAddress remoteAddress() {
        return ClientAddressAttribute.of(streams.channel());
    }

    @Override
    public SocketAddress localAddress() {
        SocketAddress address = streams.channel().localAddress();
        return address == null ? UNKNOWN : address;
    }
}
