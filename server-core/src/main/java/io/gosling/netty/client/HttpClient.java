package io.gosling.netty.client;

import io.gosling.document.Ticker;
import io.gosling.netty.transport.Transport;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A blocking HTTP/1.1 client over pooled connections, for virtual threads. Safe for use by many threads; never call it
 * on an event loop.
 */
public final class HttpClient implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HttpClient.class.getName());
    private static final int PIECE = 16 << 10;

    /** Called when a request has a connection, on the thread that sends it, before anything of its body is read. */
    @FunctionalInterface
    public interface Connected {
        /** @param made true if it was made for this request; otherwise it was reused, and may turn out closed */
        void by(boolean made);
    }

    private static final Connected NOBODY = made -> {};

    private final Transport transport;
    private final ConnectionPool pool;
    private final PoolLimits limits;
    private final Ticker ticker;
    private final LoopWait waiting;

    private HttpClient(Transport transport, ConnectionPool pool, PoolLimits limits, Ticker ticker) {
        this.transport = transport;
        this.pool = pool;
        this.limits = limits;
        this.ticker = ticker;
        this.waiting = new LoopWait(ticker);
    }

    /** Creates a client with a pool of its own on a transport that stays the caller's. */
    public static HttpClient open(Transport transport, PoolLimits limits) {
        return new HttpClient(transport, ConnectionPool.open(transport, limits), limits, Ticker.system());
    }

    /**
     * Creates a client over TLS.
     *
     * @param name for which the other side's certificate must be valid; empty for the host of its address
     */
    public static HttpClient secure(Transport transport, PoolLimits limits, SslContext tls, String name) {
        return new HttpClient(transport, ConnectionPool.secure(transport, limits, tls, name), limits, Ticker.system());
    }

    /**
     * Sends a request and waits for the response's header. When a reused connection turns out closed before a
     * response has begun, an idempotent request is sent once more, on a new one.
     *
     * @throws java.net.ConnectException when no connection could be made
     * @throws SocketTimeoutException when the header did not come in time
     * @throws IOException when the connection broke
     */
    public ClientResponse send(InetSocketAddress address, ClientRequest request) throws IOException {
        return send(address, request, null, limits.idle(), NOBODY);
    }

    /**
     * Sends a request to a server whose idle timeout is not known, with a body that is read while it is sent. A request
     * that cannot be sent twice goes over a connection that was in use within the last second, or over a new one. A
     * response that comes before the body's end ends the sending.
     *
     * @param upload null for none
     * @param connected called once, or twice where a second connection is tried
     */
    public ClientResponse send(
            InetSocketAddress address, ClientRequest request, @Nullable ClientUpload upload, Connected connected)
            throws IOException {
        return send(address, request, upload, ConnectionSource.RECENT, connected);
    }

    private ClientResponse send(
            InetSocketAddress address,
            ClientRequest request,
            @Nullable ClientUpload upload,
            Duration mostRest,
            Connected connected)
            throws IOException {
        long deadline = ticker.nanos() + request.total().toNanos();
        if (!request.isIdempotent() || upload != null) {
            return attempt(address, request, upload, mostRest, deadline, connected);
        }
        try {
            return attempt(address, request, null, limits.idle(), deadline, connected);
        } catch (ClientExchange.StaleConnectionException e) {
            return attempt(address, request, null, Duration.ZERO, deadline, connected);
        }
    }

    private ClientResponse attempt(
            InetSocketAddress address,
            ClientRequest request,
            @Nullable ClientUpload upload,
            Duration mostRest,
            long deadline,
            Connected connected)
            throws IOException {
        EventLoop loop = transport.eventLoops().next();
        CompletableFuture<ClientExchange> acquired = new CompletableFuture<>();
        loop.execute(() -> pool.acquire(loop, address, mostRest).addListener((Future<Channel> channel) -> {
            if (channel.isSuccess()) {
                begin(channel.getNow(), address, request, upload, deadline, acquired);
            } else {
                acquired.completeExceptionally(channel.cause());
            }
        }));
        long total = deadline - ticker.nanos();
        if (upload == null && NOBODY.equals(connected)) {
            waiting.rest(
                    acquired.thenCompose(ClientExchange::response),
                    Math.min(request.firstByte().toNanos(), total));
        }
        ClientExchange exchange;
        try {
            String wanted = "a connection to " + HostAddresses.text(address);
            exchange = waiting.of(acquired, deadline - ticker.nanos(), total, wanted);
        } catch (InterruptedIOException e) {
            acquired.thenAccept(ClientExchange::cancel);
            throw e;
        }
        connected.by(!exchange.isReused());
        long sent = exchange.start;
        if (upload != null) {
            upload(exchange, upload, request, address);
            sent = ticker.nanos();
        }
        long timeout = Math.min(request.firstByte().toNanos(), deadline - sent);
        long left = sent + timeout - ticker.nanos();
        try {
            return waiting.of(
                    exchange.response(),
                    left,
                    timeout,
                    "the response of " + HostAddresses.text(address) + " to " + request.target());
        } catch (InterruptedIOException e) {
            exchange.cancel();
            throw e;
        }
    }

    private void begin(
            Channel channel,
            InetSocketAddress address,
            ClientRequest request,
            @Nullable ClientUpload upload,
            long deadline,
            CompletableFuture<ClientExchange> acquired) {
        ClientExchange exchange = new ClientExchange(pool, channel, request, upload, ticker, deadline);
        if (acquired.complete(exchange)) {
            exchange.begin(address);
        } else {
            pool.release(channel);
        }
    }

    /** Sends one piece at a time: reading goes on when the one before has been sent. */
    private void upload(ClientExchange exchange, ClientUpload upload, ClientRequest request, InetSocketAddress address)
            throws IOException {
        byte[] piece = new byte[PIECE];
        boolean sent = false;
        exchange.response().whenComplete((response, failure) -> stop(upload));
        try {
            while (!sent && !exchange.response().isDone()) {
                int read = upload.bytes().read(piece);
                sent = read < 0;
                CompletableFuture<Void> left = exchange.upload(piece, read);
                long timeout = request.progress().toNanos();
                waiting.of(left, timeout, timeout, "the sending of a body to " + HostAddresses.text(address));
            }
        } catch (IOException | RuntimeException e) {
            if (!exchange.response().isDone()) {
                exchange.cancel();
                throw e;
            }
        }
    }

    /** Wakes the thread that waits for more of a body which the other side has answered already. */
    private static void stop(ClientUpload upload) {
        try {
            upload.bytes().close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the rest of a body was not closed: {0}", e);
        }
    }

    /** Closes idle connections; those in use close when they are returned. */
    @Override
    public void close() {
        pool.close();
    }
}
