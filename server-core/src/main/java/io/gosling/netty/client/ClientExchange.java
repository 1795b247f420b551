package io.gosling.netty.client;

import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.NettyHeaderConversion;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One request and its response on a pooled connection. Belongs to its event loop, but for {@link #response}. */
final class ClientExchange extends ChannelInboundHandlerAdapter {
    private final ConnectionPool pool;
    private final Channel channel;
    private final ClientRequest request;
    private final @Nullable ClientUpload upload;
    /** The interim responses that are passed on; null if they are skipped. */
    final @Nullable InterimResponses interims;

    private final ClientResponseBody body;
    private final boolean reused;
    private final Ticker ticker;
    final long start;
    private final CompletableFuture<ClientResponse> response = new CompletableFuture<>();
    private boolean began;
    private boolean keepAlive;
    private boolean finished;
    private boolean uploaded;
    private boolean switched;

    /** A reused connection that was closed before a response began, or had other data on it. */
    static final class StaleConnectionException extends IOException {
        StaleConnectionException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    ClientExchange(ConnectionPool pool, Channel channel, HttpClient.Call call, Ticker ticker) {
        this.pool = pool;
        this.channel = channel;
        this.request = call.request();
        this.upload = call.upload();
        this.uploaded = upload == null;
        this.interims = call.interim() == null ? null : new InterimResponses(call.interim());
        this.reused = pool.isReused(channel);
        this.ticker = ticker;
        this.start = ticker.nanos();
        this.body = new ClientResponseBody(
                ticker, request.progress().toNanos(), call.deadline(), this::consumed, () -> onLoop(this::abandon));
    }

    /** Completed with the response when its header has arrived; its failure is an IOException. */
    CompletableFuture<ClientResponse> response() {
        return response;
    }

    void begin(InetSocketAddress address) {
        channel.config().setAutoRead(true);
        channel.pipeline().addLast(this);
        channel.writeAndFlush(encode(address)).addListener(written -> {
            if (!written.isSuccess()) {
                unsent(written.cause());
            }
        });
    }

    /**
     * Waits for what an open connection has still to read when sending has failed: a response that the other side sent
     * before it closed, or the end.
     */
    private void unsent(Throwable why) {
        uploaded = false;
        String what = "sending to " + where() + " failed: " + why;
        if (!(why instanceof IOException)) {
            fail(new IOException(what, why));
        } else if (!channel.isActive()) {
            fail(ended(what, why));
        }
    }

    /**
     * The caller's thread: one more piece of the body, or its end; completed when it has left.
     *
     * @param length of the piece, negative for the body's end
     */
    CompletableFuture<Void> upload(byte[] piece, int length) {
        CompletableFuture<Void> left = new CompletableFuture<>();
        HttpContent content = length < 0
                ? new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER)
                : new DefaultHttpContent(Unpooled.copiedBuffer(piece, 0, length));
        write(content, left, length < 0);
        return left;
    }

    /** The caller's thread, after 101: sends bytes in the other protocol, and waits until they have left. */
    private void sendOn(byte[] piece, int length) throws IOException {
        CompletableFuture<Void> left = new CompletableFuture<>();
        write(Unpooled.copiedBuffer(piece, 0, length), left, true);
        long timeout = request.progress().toNanos();
        new FutureWait(ticker).of(left, timeout, timeout, "the sending of bytes to " + where());
    }

    private void write(Object content, CompletableFuture<Void> left, boolean last) {
        onLoop(() -> {
            if (finished) {
                ReferenceCountUtil.release(content);
                left.complete(null);
                return;
            }
            uploaded = last;
            channel.writeAndFlush(content).addListener(written -> {
                if (written.isSuccess()) {
                    left.complete(null);
                } else {
                    response.whenComplete((answer, failure) -> left.complete(null));
                    unsent(written.cause());
                }
            });
        });
    }

    /** Any thread: stops waiting for the response. */
    void cancel() {
        onLoop(this::abandon);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpResponse head && !began) {
            switched = head.status().code() == Http1ResponseHeadEncoder.UPGRADE
                    && request.isGrantedBy(head.headers().getAll(HttpHeaderNames.UPGRADE));
            String fault = switched ? "" : ResponseValidator.fault(head);
            if (!fault.isEmpty()) {
                ReferenceCountUtil.release(message);
                refused(fault, head.decoderResult().cause());
                return;
            }
            if (head.status().code() >= 200 || switched) {
                header(head);
            } else if (interims != null && interims.takes(head.status())) {
                interim(head, interims);
            }
        }
        if (message instanceof HttpContent content && switched) {
            content.release();
            if (content instanceof LastHttpContent && !finished) {
                pool.giveAway(channel);
            }
        } else if (message instanceof HttpContent content) {
            content(content);
        } else if (message instanceof ByteBuf bytes && switched && !finished) {
            body.offer(bytes);
            regulate();
        } else {
            ReferenceCountUtil.release(message); // such as bytes behind a 101
        }
    }

    /** Fails the exchange. On a reused connection, unreadable bytes may be the rest of an earlier response. */
    private void refused(String fault, @Nullable Throwable cause) {
        if (cause instanceof PrematureChannelClosureException) {
            return;
        }
        String why = "the response of " + where() + " " + fault;
        fail(reused && cause != null ? new StaleConnectionException(why, cause) : new IOException(why, cause));
    }

    private void interim(HttpResponse head, InterimResponses taking) {
        Headers fields = fields(head);
        if (fields != null) {
            taking.offer(head.status().code(), fields);
        }
    }

    /** Returns the headers of a response; fails the exchange, and returns null, if one cannot be taken over. */
    private @Nullable Headers fields(HttpResponse head) {
        try {
            return NettyHeaderConversion.of(head.headers(), head.headers().size());
        } catch (IllegalArgumentException e) {
            refused(ResponseValidator.MALFORMED + e.getMessage(), e);
            return null;
        }
    }

    private void header(HttpResponse head) {
        began = true;
        keepAlive = MessageFraming.isPersistent(head);
        Headers fields = fields(head);
        if (fields == null) {
            return;
        }
        long length =
                Math.max(-1, MessageFraming.responseBody(head, request.method().equals("HEAD")));
        ClientRequest.Streams streams = request.streams();
        if (streams != null && (switched || (length < 0 && streams.types().include(fields.first("Content-Type"))))) {
            body.last(streams.pause().toNanos());
        }
        ClientResponse headed = new ClientResponse(head.status().code(), fields, length, body, this::sendOn);
        if (!response.complete(headed)) {
            abandon();
        }
    }

    private void content(HttpContent content) {
        if (!began || finished) {
            content.release();
            return;
        }
        if (content.decoderResult().isFailure()) {
            content.release();
            fail(new IOException("the body from " + where() + " is malformed"));
            return;
        }
        body.offer(content.content());
        if (content instanceof LastHttpContent) {
            finish();
            return;
        }
        regulate();
    }

    private void finish() {
        finished = true;
        channel.pipeline().remove(this);
        if (keepAlive && uploaded) {
            pool.release(channel);
        } else {
            pool.discard(channel);
        }
        body.end(null);
    }

    private void regulate() {
        if (!finished) {
            boolean was = channel.config().isAutoRead();
            channel.config().setAutoRead(!body.hasEnough());
            if (!channel.config().isAutoRead() && !body.hasEnough()) {
                // All bytes were read meanwhile, by a reader that may not have seen that it must say so.
                channel.config().setAutoRead(true);
            }
            boolean reads = channel.config().isAutoRead();
            if (was && !reads) {
                pool.setAside(channel);
            } else if (!was && reads) {
                pool.takeBack(channel);
            }
        }
    }

    /** The reader's thread: the loop is woken only where it waits for this. */
    private void consumed() {
        if (!channel.config().isAutoRead()) {
            onLoop(this::regulate);
        }
    }

    private void abandon() {
        fail(new IOException("the request to " + where() + " was given up"));
        body.close();
    }

    private void fail(IOException why) {
        if (finished) {
            return;
        }
        finished = true;
        pool.discard(channel);
        body.end(why);
        response.completeExceptionally(why);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail(ended(where() + " closed the connection early", null));
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(ended("the connection to " + where() + " failed: " + cause, cause));
    }

    /** Explains the connection's end: a reused one without a byte of the response was unusable from the start. */
    private IOException ended(String how, @Nullable Throwable cause) {
        return began || !reused ? new IOException(how, cause) : new StaleConnectionException(how, cause);
    }

    private String where() {
        return String.valueOf(channel.remoteAddress());
    }

    private HttpRequest encode(InetSocketAddress address) {
        HttpMethod method = HttpMethod.valueOf(request.method());
        HttpRequest encoded = upload == null
                ? new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1, method, request.target(), Unpooled.wrappedBuffer(request.body()))
                : new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, request.target());
        for (Headers.Field field : request.headers()) {
            encoded.headers().add(field.name(), field.value());
        }
        if (!encoded.headers().contains(HttpHeaderNames.HOST)) {
            encoded.headers().set(HttpHeaderNames.HOST, host(address));
        }
        long length = upload == null ? request.body().length : upload.length();
        if (length < 0) {
            encoded.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        } else if (length > 0 || upload != null) {
            encoded.headers().set(HttpHeaderNames.CONTENT_LENGTH, length);
        }
        return encoded;
    }

    private static String host(InetSocketAddress address) {
        String name = address.getHostString();
        int zone = name.indexOf('%');
        String plain = zone < 0 ? name : name.substring(0, zone);
        return (plain.indexOf(':') >= 0 ? "[" + plain + "]" : plain) + ":" + address.getPort();
    }

    private void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            body.end(new IOException("the transport was closed", e));
        }
    }

    static IOException failure(@Nullable Throwable cause) {
        return cause instanceof IOException failed ? failed : new IOException(String.valueOf(cause), cause);
    }
}
