package io.gosling.netty.client;

import io.gosling.document.Ticker;
import io.gosling.http.Headers;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blocking HTTP/1.1 client over pooled connections, for virtual threads. Safe for use by many threads; never call it
 * on an event loop.
 */
public final class HttpClient implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HttpClient.class.getName());
    private static final int PIECE = 16 << 10;

    /** Called with an interim response (RFC 9110, section 15.2) but for 100, on the thread that sends the request. */
    @FunctionalInterface
    public interface Interim {
        void came(int status, Headers headers);
    }

    /**
     * One request on its way.
     *
     * @param interim null if interim responses are skipped
     * @param deadline for the whole response, in the ticker's nanoseconds
     */
    record Call(
            InetSocketAddress address,
            ClientRequest request,
            @Nullable ClientUpload upload,
            @Nullable Interim interim,
            long deadline) {
        String server() {
            return HostResolver.text(address);
        }
    }

    private final Transport transport;
    private final ConnectionPool pool;
    private final PoolLimits limits;
    private final Ticker ticker;
    private final FutureWait waiting;

    private HttpClient(Transport transport, ConnectionPool pool, PoolLimits limits, Ticker ticker) {
        this.transport = transport;
        this.pool = pool;
        this.limits = limits;
        this.ticker = ticker;
        this.waiting = new FutureWait(ticker);
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
        return secure(transport, limits, () -> tls, name);
    }

    /** The same with TLS that may change: it is asked for with each connection. */
    public static HttpClient secure(Transport transport, PoolLimits limits, Supplier<SslContext> tls, String name) {
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
        return send(new Call(address, request, null, null, deadline(request)), limits.idle());
    }

    /**
     * Sends a request to a server whose idle timeout is not known, with a body that is read while it is sent. A request
     * that cannot be sent twice goes over a connection that was in use within the last second, or over a new one. A
     * response that comes before the body's end ends the sending.
     *
     * @param upload null for none
     * @param interim called before the response of each connection, within bounds ({@link InterimResponses}); null to
     *     skip interim responses
     */
    public ClientResponse send(
            InetSocketAddress address, ClientRequest request, @Nullable ClientUpload upload, @Nullable Interim interim)
            throws IOException {
        return send(new Call(address, request, upload, interim, deadline(request)), RequestChannelPool.RECENT);
    }

    private long deadline(ClientRequest request) {
        return ticker.nanos() + request.total().toNanos();
    }

    private ClientResponse send(Call call, Duration mostRest) throws IOException {
        if (!call.request.isIdempotent() || call.upload != null) {
            return attempt(call, mostRest);
        }
        try {
            return attempt(call, limits.idle());
        } catch (ClientExchange.StaleConnectionException e) {
            return attempt(call, Duration.ZERO);
        }
    }

    private ClientResponse attempt(Call call, Duration mostRest) throws IOException {
        EventLoop loop = transport.eventLoops().next();
        CompletableFuture<ClientExchange> acquired = new CompletableFuture<>();
        loop.execute(() -> pool.acquire(loop, call.address, mostRest).addListener((Future<Channel> channel) -> {
            if (!channel.isSuccess()) {
                acquired.completeExceptionally(channel.cause());
                return;
            }
            ClientExchange exchange = new ClientExchange(pool, channel.getNow(), call, ticker);
            if (acquired.complete(exchange)) {
                exchange.begin(call.address);
            } else {
                pool.release(channel.getNow());
            }
        }));
        long total = call.deadline - ticker.nanos();
        long firstByte = call.request.firstByte().toNanos();
        if (call.upload == null && call.interim == null) {
            waiting.rest(acquired.thenCompose(ClientExchange::response), Math.min(firstByte, total));
        }
        ClientExchange exchange;
        try {
            String wanted = "a connection to " + call.server();
            exchange = waiting.of(acquired, call.deadline - ticker.nanos(), total, wanted);
        } catch (InterruptedIOException e) {
            acquired.thenAccept(ClientExchange::cancel);
            throw e;
        }
        long sent = exchange.start;
        if (call.upload != null) {
            upload(exchange, call.upload, call);
            sent = ticker.nanos();
        }
        try {
            return response(exchange, call, sent);
        } catch (InterruptedIOException | RuntimeException e) {
            exchange.cancel();
            throw e;
        }
    }

    /** Waits for the response from the time at which the request was sent; interim responses extend nothing. */
    private ClientResponse response(ClientExchange exchange, Call call, long sent) throws IOException {
        long timeout = Math.min(call.request.firstByte().toNanos(), call.deadline - sent);
        String what = "the response of " + call.server() + " to " + call.request.target();
        InterimResponses interims = exchange.interims;
        while (interims != null) {
            // Looked at first, passed on second: no interim response is lost that came before the response.
            boolean last = exchange.response().isDone();
            interims.pass();
            if (last) {
                break;
            }
            waiting.of(interims.orElse(exchange.response()), sent + timeout - ticker.nanos(), timeout, what);
        }
        return waiting.of(exchange.response(), sent + timeout - ticker.nanos(), timeout, what);
    }

    /** Sends one piece at a time: reading goes on when the one before has been sent. */
    private void upload(ClientExchange exchange, ClientUpload upload, Call call) throws IOException {
        byte[] piece = new byte[PIECE];
        boolean sent = false;
        long timeout = call.request.progress().toNanos();
        exchange.response().whenComplete((response, failure) -> stop(upload));
        try {
            while (!sent && !exchange.response().isDone()) {
                int read = upload.bytes().read(piece);
                sent = read < 0;
                waiting.of(exchange.upload(piece, read), timeout, timeout, "the sending of a body to " + call.server());
                if (exchange.interims != null) {
                    exchange.interims.pass();
                }
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
