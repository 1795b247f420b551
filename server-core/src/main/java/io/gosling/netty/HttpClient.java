package io.gosling.netty;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A blocking HTTP/1.1 client over pooled connections, for virtual threads. Safe for use by many threads; never call it
 * on an event loop.
 */
public final class HttpClient implements AutoCloseable {
    private final ConnectionPool pool;

    private HttpClient(ConnectionPool pool) {
        this.pool = pool;
    }

    /** A client with a pool of its own on a transport that stays the caller's. */
    public static HttpClient open(Transport transport, PoolLimits limits) {
        return new HttpClient(ConnectionPool.open(transport, limits));
    }

    /**
     * Sends a request and waits for the response's header. A reused connection that was closed before any byte came is
     * tried once more on a fresh one when the request is idempotent.
     *
     * @throws java.net.ConnectException when no connection could be made in time
     * @throws java.net.SocketTimeoutException when the header or the whole took too long
     * @throws IOException when the connection broke
     */
    public ClientResponse send(InetSocketAddress address, ClientRequest request) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        pool.close();
    }
}
