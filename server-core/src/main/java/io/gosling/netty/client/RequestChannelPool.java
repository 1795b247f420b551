package io.gosling.netty.client;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A source of channels to back-ends, each for one request at a time: connections of HTTP/1.1 ({@link ConnectionPool}),
 * or streams of a few connections of HTTP/2 ({@link io.gosling.netty.client.http2.Http2ConnectionPool}). Either takes
 * the requests and gives the responses of {@code io.netty.handler.codec.http}. All methods are called on the event loop
 * that the request belongs to.
 */
public interface RequestChannelPool {
    /** Idle time up to which a reused connection is taken for a request that cannot be sent twice. */
    Duration RECENT = Duration.ofSeconds(1);

    Duration ANY_REST = Duration.ofNanos(Long.MAX_VALUE);

    /**
     * Acquires a channel to this address for one request; auto-read is as its last user left it, and on at first.
     * Cancelling the future gives up the wait. {@link Future#isCancellable} is false while a connection is being
     * made for it: then it should not be cancelled, since a failure says something about the address. Fails with a
     * {@link java.net.ConnectException} that names the address, and with a {@link PoolExhaustedException} where only
     * the pool's own limits were in the way.
     */
    default Future<Channel> acquire(EventLoop loop, InetSocketAddress address) {
        return acquire(loop, address, ANY_REST);
    }

    /**
     * Acquires a channel, but prefers a new one to one that was idle for longer than this, where idle time says
     * anything about it.
     */
    Future<Channel> acquire(EventLoop loop, InetSocketAddress address, Duration mostRest);

    /**
     * Returns whether the connection below the channel had served an earlier request, so that a silent end may mean
     * that it was stale.
     */
    boolean isReused(Channel channel);

    /** Returns a channel that carried a whole request and its whole response, and could carry another one. */
    void release(Channel channel);

    /** Closes the channel, whether its exchange is complete or not. */
    void discard(Channel channel);

    /**
     * Stops counting the channel while it is in use and only waits, as for a client that does not read its response:
     * others can be made in its place. Until {@link #takeBack}; a channel that ends meanwhile is ended as any other.
     */
    void setAside(Channel channel);

    /** Counts the channel again, beyond the limit if need be; not before {@link #setAside}. */
    void takeBack(Channel channel);

    /**
     * Stops counting a channel that stays in use for long, so that others can be made in its place. The caller discards
     * it.
     */
    void countOff(Channel channel);
}
