package io.gosling.netty;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream of HTTP/2 with a request on the slow lane: its body on the way in, its response on the way out.
 *
 * <p>The loop offers the body and writes frames; the exchange's thread uses what {@link ExchangeChannel} and
 * {@link ResponseWriter} have.
 */
final class StreamExchange implements ExchangeChannel, ResponseWriter {
    private final StreamConnection connection;
    private final Http2Stream stream;
    private volatile boolean left;

    /* Owned by the exchange's thread. */
    private @Nullable Http2Headers head;

    /* Owned by the loop. */
    private @Nullable RequestBody body;
    private int unread;
    private long lastReceived;
    private long lastProgress;
    private boolean answered;
    private boolean abandoned;
    private final long began;
    private @Nullable Runnable beginning;

    StreamExchange(StreamConnection connection, Http2Stream stream, long now) {
        this.connection = connection;
        this.stream = stream;
        this.began = now;
        this.lastReceived = now;
        this.lastProgress = now;
    }

    /* The loop: the request's body. */

    void body(RequestBody of) {
        body = of;
    }

    /**
     * Begins with the body's first bytes instead of at once, so that a body which does not fit its announced length is
     * found out before anything is answered. Begins without them when they are too late, or the stream ends.
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

    /** Takes a piece over; the window opens again when it has been read. */
    void receive(ByteBuf piece, boolean last, long now) {
        lastReceived = now;
        RequestBody to = body;
        if (to == null) {
            connection.consume(stream, piece.readableBytes());
            piece.release();
            return;
        }
        unread += piece.readableBytes();
        to.offer(piece);
        if (last) {
            to.end(Headers.empty());
        }
        consumed();
        begin();
    }

    void receiveTrailers(Http2Headers trailers) {
        RequestBody to = body;
        if (to == null) {
            return;
        }
        try {
            to.end(StreamRequest.trailers(trailers));
        } catch (IllegalArgumentException e) {
            to.fail(new RequestBody.Failure(400, "malformed trailer field"));
        }
        begin();
    }

    /** Any thread: the reader took something. */
    void bytesTaken() {
        connection.onLoop(this::consumed);
    }

    private void consumed() {
        RequestBody of = body;
        int waiting = of == null ? 0 : of.waiting();
        int taken = unread - waiting;
        if (taken > 0) {
            unread = waiting;
            connection.consume(stream, taken);
        }
    }

    /** The client has reset the stream. */
    void clientLeaves() {
        left = true;
    }

    /** The stream has ended, by us or by the client; true when the response has not, so that its work is for nobody. */
    boolean closed() {
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

    /** The thread has ended: whether the response was written to its end. */
    boolean isAnswered() {
        body = null;
        return answered;
    }

    /** The client made room for more. */
    void progressed(long now) {
        lastProgress = now;
    }

    /** Time-outs: the body's, and that of a client that reads nothing of the response; true when the latter has come. */
    boolean isStalled(long now, HttpLimits limits, boolean writing) {
        RequestBody of = body;
        if (of != null
                && (beginning != null || of.isAwaited())
                && now - lastReceived > limits.bodyTimeout().toNanos()) {
            of.fail(new RequestBody.Failure(408, "the body took too long"));
            begin();
        }
        return writing && now - lastProgress > limits.writeTimeout().toNanos();
    }

    /** Whether the whole request has a time, and it is over. */
    boolean takesTooLong(long now, Duration whole) {
        return !whole.isZero() && now - began > whole.toNanos();
    }

    /* The exchange's thread. */

    /** Leave to send the body. */
    void sendContinue() {
        connection.onLoop(() -> connection.writeContinue(stream));
    }

    @Override
    public ResponseWriter respond(ResponseHead response, boolean keepAlive) {
        head = StreamHeads.of(response, connection.dateField());
        return this;
    }

    @Override
    public ChannelFuture whole(@Nullable ByteBuf content) {
        Http2Headers fields = requireHead();
        if (content == null) {
            return write(null, promise -> writeHead(fields, true, promise));
        }
        if (!content.isReadable()) {
            content.release();
            return write(null, promise -> writeHead(fields, true, promise));
        }
        return write(content, promise -> {
            writeHead(fields, false, connection.newPromise());
            writeData(content, true, promise);
        });
    }

    @Override
    public ChannelFuture head() {
        Http2Headers fields = requireHead();
        return write(null, promise -> writeHead(fields, false, promise));
    }

    @Override
    public ChannelFuture piece(ByteBuf part) {
        return write(part, promise -> writeData(part, false, promise));
    }

    @Override
    public boolean takesFiles() {
        return false;
    }

    @Override
    public ChannelFuture file(Body.InFile file) {
        throw new UnsupportedOperationException("a file is framed in pieces");
    }

    @Override
    public ChannelFuture end(Headers trailers) {
        Http2Headers behind = StreamHeads.trailers(trailers);
        return behind.isEmpty()
                ? write(null, promise -> writeData(Unpooled.EMPTY_BUFFER, true, promise))
                : write(null, promise -> writeHead(behind, true, promise));
    }

    /** A stream whose response has not ended is reset when its exchange is over. */
    @Override
    public void abort() {}

    @Override
    public ByteBuf buffer(int bytes) {
        return connection.channel().alloc().directBuffer(bytes);
    }

    @Override
    public void await(@Nullable ChannelFuture written) throws IOException {
        if (written == null) {
            return;
        }
        try {
            written.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while writing to " + remoteAddress());
        }
        if (!written.isSuccess()) {
            throw new IOException("writing to " + remoteAddress() + " failed: " + written.cause(), written.cause());
        }
    }

    @Override
    public RequestBody upgrade() {
        throw new StatusException(501, "HTTP/2 has no upgrade");
    }

    @Override
    public boolean clientLeft() {
        return left || !connection.channel().isActive();
    }

    @Override
    public boolean isDraining() {
        return false;
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }

    @Override
    public SocketAddress remoteAddress() {
        return Peer.of(connection.channel());
    }

    @Override
    public SocketAddress localAddress() {
        SocketAddress address = connection.channel().localAddress();
        return address == null ? UNKNOWN : address;
    }

    private Http2Headers requireHead() {
        return Objects.requireNonNull(head, "respond comes first");
    }

    /** Has the loop write; where that has ended, or the stream has, nothing is written. */
    private ChannelFuture write(@Nullable ByteBuf content, Consumer<ChannelPromise> writing) {
        ChannelPromise promise = connection.newPromise();
        try {
            connection.channel().eventLoop().execute(() -> {
                if (left) {
                    giveUp(content, promise);
                } else {
                    lastProgress = connection.now();
                    writing.accept(promise);
                    connection.flush();
                }
            });
        } catch (RejectedExecutionException e) {
            giveUp(content, promise);
        }
        return promise;
    }

    private static void giveUp(@Nullable ByteBuf content, ChannelPromise promise) {
        if (content != null) {
            content.release();
        }
        promise.tryFailure(new IOException("the stream has ended"));
    }

    private void writeHead(Http2Headers fields, boolean last, ChannelPromise promise) {
        answered |= last;
        connection.writeHead(stream, fields, last, promise);
    }

    private void writeData(ByteBuf content, boolean last, ChannelPromise promise) {
        answered |= last;
        connection.writeData(stream, content, last, promise);
    }
}
