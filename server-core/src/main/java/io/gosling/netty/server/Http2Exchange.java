package io.gosling.netty.server;

import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import io.gosling.netty.exchange.ExchangeChannel;
import io.gosling.netty.exchange.ExchangeSlots;
import io.gosling.netty.exchange.RequestBody;
import io.gosling.netty.exchange.ResponseHead;
import io.gosling.netty.exchange.ResponseWriter;
import io.gosling.netty.http2.Http2RequestHead;
import io.gosling.netty.http2.Http2ResponseHeads;
import io.gosling.netty.http2.Http2StreamResponder;
import io.gosling.netty.http2.Http2Streams;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.RemoteAddress;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.net.SocketAddress;
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

    private @Nullable RequestBody body;
    private @Nullable Runnable beginning;
    private int unread;
    private long wasted;
    private long lastReceived;
    private boolean answered;
    private boolean abandoned;

    Http2Exchange(Http2Streams streams, Http2Stream stream, ExchangeSlots slots, long now) {
        super(now);
        this.streams = streams;
        this.stream = stream;
        this.began = now;
        this.slots = slots;
        this.lastReceived = now;
    }

    void body(RequestBody of) {
        body = of;
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
        RequestBody to = body;
        if (to == null) {
            return false;
        }
        unread += piece.readableBytes();
        to.offer(piece.retain());
        if (last) {
            to.end(Headers.empty());
        }
        consumed();
        begin();
        return true;
    }

    @Override
    public void receiveTrailers(Http2Headers trailers) {
        RequestBody to = body;
        if (to == null) {
            return;
        }
        try {
            to.end(Http2RequestHead.trailers(trailers));
        } catch (IllegalArgumentException e) {
            to.fail(new RequestBody.Failure(400, "malformed trailer"));
        }
        begin();
    }

    void bytesTaken() {
        streams.onLoop(this::consumed);
    }

    private void consumed() {
        RequestBody of = body;
        int waiting = of == null ? 0 : of.waiting();
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
        RequestBody of = body;
        if (of != null) {
            of.fail(new RequestBody.Failure(400, "the client left"));
        }
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

    /** Returns the received bytes that were never read. */
    long wasted() {
        return wasted;
    }

    boolean isAnswered() {
        RequestBody of = body;
        wasted = of == null ? 0 : of.wasted();
        body = null;
        return answered;
    }

    @Override
    public @Nullable LimitKind overdue(long now, HttpLimits limits, boolean blocked) {
        RequestBody of = body;
        if (of != null
                && (beginning != null || of.isAwaited())
                && now - lastReceived > limits.get(HttpLimits.BODY_TIME).toNanos()) {
            of.fail(new RequestBody.Failure(408, "the body took too long"));
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

    void sendContinue() {
        streams.onLoop(() -> streams.writeInterim(stream, Http2ResponseHeads.CONTINUE));
    }

    @Override
    public void hint(Headers fields) {
        Http2Headers head = Http2ResponseHeads.earlyHints(fields);
        streams.onLoop(() -> streams.writeInterim(stream, head));
    }

    @Override
    public ResponseWriter respond(ResponseHead response, boolean keepAlive) {
        return new Http2Writer(this, Http2ResponseHeads.of(response, streams.dateField()));
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
    public SocketAddress remoteAddress() {
        return RemoteAddress.of(streams.channel());
    }

    @Override
    public SocketAddress localAddress() {
        SocketAddress address = streams.channel().localAddress();
        return address == null ? UNKNOWN : address;
    }
}
