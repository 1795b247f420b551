package io.gosling.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;

/**
 * Kept-alive client connections, one set for each event loop and address.
 *
 * <p>A connection is used on the loop it was acquired on and nowhere else, so nothing here is shared between threads.
 * {@link #acquire}, {@link #release} and {@link #discard} are called on that loop.
 */
public final class ConnectionPool implements AutoCloseable {
    /** The name of the {@link io.netty.handler.codec.http.HttpClientCodec} in every connection's pipeline. */
    public static final String CODEC = "codec";

    private final Transport transport;
    private final PoolLimits limits;

    private ConnectionPool(Transport transport, PoolLimits limits) {
        this.transport = transport;
        this.limits = limits;
    }

    /** An empty pool; the transport stays the caller's. */
    public static ConnectionPool open(Transport transport, PoolLimits limits) {
        return new ConnectionPool(transport, limits);
    }

    /**
     * A connection with a client codec in its pipeline and auto-read on; the user adds handlers behind it and removes
     * them before {@link #release}. Fails with a {@link java.net.ConnectException} that names the address.
     */
    public Future<Channel> acquire(EventLoop loop, InetSocketAddress address) {
        throw new UnsupportedOperationException(transport.toString() + limits);
    }

    /** Whether this connection had served an earlier request, so that a silent close may mean that it was stale. */
    public boolean isReused(Channel channel) {
        throw new UnsupportedOperationException();
    }

    /** Gives back a connection on which one whole response was read and that both sides keep alive. */
    public void release(Channel channel) {
        throw new UnsupportedOperationException();
    }

    /** Closes a connection that cannot be used again. */
    public void discard(Channel channel) {
        throw new UnsupportedOperationException();
    }

    /** Closes idle connections; those in use close when they come back. */
    @Override
    public void close() {}
}
