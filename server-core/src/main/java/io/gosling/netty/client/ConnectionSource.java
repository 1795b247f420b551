package io.gosling.netty.client;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Where requests get what they are sent on, one request at a time: connections of HTTP/1.1 ({@link ConnectionPool}), or streams
 * of a few connections of HTTP/2 ({@link io.gosling.netty.client.http2.Http2ConnectionPool}). Either takes the requests and gives the responses
 * of {@code io.netty.handler.codec.http}. Everything is called on the loop that the request belongs to.
 */
public interface ConnectionSource {
    /**
     * One to this address, for one request; auto-read is as its last user left it, and on at first. Who cancels waits no more.
     * Fails with a {@link java.net.ConnectException} that names the address, and with a {@link PoolExhaustedException} where
     * only bounds of its own were in the way.
     */
    Future<Channel> acquire(EventLoop loop, InetSocketAddress address);

    /** The same, but rather a new one than one that was idle for longer than this, where that says anything of it. */
    Future<Channel> acquire(EventLoop loop, InetSocketAddress address, Duration mostRest);

    /** Whether what is below it had served an earlier request, so that a silent end may mean that it was stale. */
    boolean isReused(Channel channel);

    /** Gives back what carried a whole request and its whole response, and could carry another one. */
    void release(Channel channel);

    /** Ends it, whole or not. */
    void discard(Channel channel);

    /**
     * Does not count it while it is in use and only waits, as for a client that takes no more of a response: others can be made
     * in its place. Until {@link #takeBack}; what ends meanwhile is ended as any.
     */
    void setAside(Channel channel);

    /** Counts it again, beyond the bound if need be; not before {@link #setAside}. */
    void takeBack(Channel channel);

    /** Counts it no more where it stays in use for long and others can be made in its place. The caller discards it. */
    void countOff(Channel channel);
}
