package io.gosling.netty.client.http2;

import io.gosling.common.BoundsCheck;
import io.gosling.document.Ticker;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.client.ConnectionTls;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.client.RequestChannelPool;
import io.gosling.netty.tls.RefusalLog;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A pool of streams on shared connections of HTTP/2, one set of connections for each event loop and address. A further
 * connection is made when those that exist have as many streams as they may have. A back-end that does not speak HTTP/2
 * is one that cannot be connected to.
 *
 * <p>A stream is used on the loop it was acquired on and nowhere else. It is never reused for another request: a
 * released stream ends, which costs nothing where both its directions have ended. Safe to be called on any loop.
 */
public final class Http2ConnectionPool implements RequestChannelPool, AutoCloseable {
    private static final int MOST_STREAMS = 10_000;

    private final Setup setup;
    private final Map<Place, LoopHttp2Pool> lanes = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private record Place(EventLoop loop, InetSocketAddress address) {}

    /**
     * The way connections are made, each with so many streams, and with this timeout for the other side.
     *
     * @param tls null for plain text
     * @param log for addresses that can be connected to and do not speak HTTP/2
     */
    record Setup(
            PoolLimits limits,
            int streams,
            Duration timeout,
            Bootstrap bootstrap,
            @Nullable ConnectionTls tls,
            RefusalLog log) {}

    private Http2ConnectionPool(Setup setup) {
        this.setup = setup;
    }

    /**
     * Creates an empty pool; the transport stays the caller's.
     *
     * @param limits of connections to one address on one loop that take streams, of requests that wait for a stream, of
     *     how long a connection without any is kept, and of how long it may take to be made, or to have a stream free
     * @param streams at a time on one connection, 1 to 10 000; fewer where the other side allows fewer
     * @param timeout timeout for the other side's SETTINGS, and for its answer to a PING, 1 ms to 1 h
     * @param tls null for plain text
     * @throws IllegalArgumentException naming the number of streams, or the time, and its bounds
     */
    public static Http2ConnectionPool open(
            Transport transport, PoolLimits limits, int streams, Duration timeout, @Nullable ConnectionTls tls) {
        BoundsCheck.require("streams of a connection", streams, 1, MOST_STREAMS);
        BoundsCheck.require("timeout for the other side", timeout, Duration.ofMillis(1), Duration.ofHours(1));
        Bootstrap bootstrap = ConnectionPool.bootstrap(transport);
        RefusalLog log = new RefusalLog("this front-end", Ticker.system());
        return new Http2ConnectionPool(new Setup(limits, streams, timeout, bootstrap, tls, log));
    }

    /** Ignores the idle time for streams: a connection that many requests share either answers or is replaced. */
    @Override
    public Future<Channel> acquire(EventLoop loop, InetSocketAddress address, Duration mostRest) {
        return lane(loop, address).acquire();
    }

    @Override
    public boolean isReused(Channel channel) {
        return Http2ClientConnection.of(channel).hasServedBefore(channel);
    }

    @Override
    public void release(Channel channel) {
        discard(channel);
    }

    @Override
    public void discard(Channel channel) {
        Http2ClientConnection.of(channel).discard(channel);
    }

    /** Does nothing: others find room on the same connection. */
    @Override
    public void countOff(Channel channel) {}

    /** Does nothing: a stream that waits has its part of a connection's streams, and the next get a new connection. */
    @Override
    public void setAside(Channel channel) {}

    @Override
    public void takeBack(Channel channel) {}

    /** Closes connections without streams at once, and the others when their last stream ends. */
    @Override
    public void close() {
        closed = true;
        lanes.forEach((place, lane) -> {
            if (!place.loop().isShuttingDown()) {
                place.loop().execute(lane::close);
            }
        });
    }

    private LoopHttp2Pool lane(EventLoop loop, InetSocketAddress address) {
        Place wanted = new Place(loop, address);
        LoopHttp2Pool known = lanes.get(wanted);
        LoopHttp2Pool found = known != null
                ? known
                : lanes.computeIfAbsent(
                        wanted, place -> new LoopHttp2Pool(loop, address, setup, lane -> lanes.remove(place, lane)));
        if (closed) {
            found.close();
        }
        return found;
    }
}
