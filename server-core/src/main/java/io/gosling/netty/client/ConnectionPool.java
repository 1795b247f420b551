package io.gosling.netty.client;

import io.gosling.netty.http1.ResponseBoundaryTracker;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool of kept-alive client connections, one set for each event loop and address, and with TLS for each name. An
 * unresolved address stands for all addresses of its name; connections to those that it no longer has are not reused.
 * A connection is used on the loop it was acquired on and nowhere else, so its state is shared with no other thread.
 * {@link #acquire}, {@link #release} and {@link #discard} are called on that loop. An address is remembered as long
 * as there is a connection to it, or a request waits for one. Cancelling an acquisition gives up the wait for a turn; a
 * connection that is being made comes all the same, and is to be released.
 */
public final class ConnectionPool implements RequestChannelPool, AutoCloseable {
    public static final String CODEC = "codec";

    private static final int LINE = 8 << 10;
    private static final int HEADER = 64 << 10;
    private static final int PIECE = 64 << 10;

    private final Setup setup;
    private final Map<Lane, LoopConnectionPool> lanes = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** The key of a set of connections; {@code name} is the one whose certificate was verified, empty without TLS. */
    private record Lane(EventLoop loop, InetSocketAddress address, String name) {}

    /**
     * The way connections are made; each begins with the bytes {@code first}.
     *
     * @param tls null for plain text
     */
    record Setup(
            PoolLimits limits,
            @Nullable ConnectionTls tls,
            Bootstrap bootstrap,
            HostResolver hosts,
            Supplier<? extends ChannelHandler> codecs,
            byte[] first) {}

    private ConnectionPool(Setup setup) {
        this.setup = setup;
    }

    /**
     * Returns the settings of a pool's connections: the transport's kind of channel, {@code TCP_NODELAY}, and no close
     * by a failure to send, since what the other side has said before may still be read; without a loop and a handler.
     */
    public static Bootstrap bootstrap(Transport transport) {
        return new Bootstrap()
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_CLOSE, false);
    }

    /** Creates an empty pool; the transport stays the caller's. */
    public static ConnectionPool open(Transport transport, PoolLimits limits) {
        return open(transport, limits, HostResolver.ofSystem(), ConnectionPool::codec, null);
    }

    /**
     * Creates an empty pool with another codec.
     *
     * @param codecs gives each connection its own: takes requests and gives responses, keeps to {@link #decoding}, is a
     *     {@link ResponseBoundaryTracker}, and when it is removed passes the bytes on that it holds
     * @param tls a connection is given out when its handshake is over; null for plain text
     */
    public static ConnectionPool open(
            Transport transport,
            PoolLimits limits,
            HostResolver hosts,
            Supplier<? extends ChannelHandler> codecs,
            @Nullable ConnectionTls tls) {
        return new ConnectionPool(new Setup(limits, tls, bootstrap(transport), hosts, codecs, new byte[0]));
    }

    /**
     * Creates an empty pool over TLS: a connection is given out when its handshake is over.
     *
     * @param tls called for each connection
     * @param name of the other side's certificate; empty for the host of its address
     */
    public static ConnectionPool secure(Transport transport, PoolLimits limits, Supplier<SslContext> tls, String name) {
        return open(transport, limits, HostResolver.ofSystem(), ConnectionPool::codec, new ConnectionTls(tls, name));
    }

    private static ChannelHandler codec() {
        return new ClientCodec(decoding());
    }

    /** Returns the limits of a response's first line, its header and the pieces of its body. */
    public static HttpDecoderConfig decoding() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(LINE)
                .setMaxHeaderSize(HEADER)
                .setMaxChunkSize(PIECE);
    }

    /**
     * Returns an empty pool of its own, with the same limits, in which every connection begins with these bytes, which
     * describe the one client that it is used for. The caller closes it.
     */
    public ConnectionPool beginningWith(byte[] bytes) {
        return new ConnectionPool(
                new Setup(setup.limits, setup.tls, setup.bootstrap, setup.hosts, setup.codecs, bytes.clone()));
    }

    /**
     * Acquires a connection with the codec in its pipeline; the user adds handlers behind it, and before
     * {@link #release} removes them or leaves one that sends nothing unasked. Where all users leave auto-read off, it
     * costs no system call from one use to the next. A new connection is preferred to one that was idle for longer than
     * {@code mostRest}: the longer it was idle, the likelier it is that the other side is closing it. Where all are in
     * use, it waits until one is closed, which happens to the next connection that is returned.
     */
    @Override
    public Future<Channel> acquire(EventLoop loop, InetSocketAddress address, Duration mostRest) {
        return lane(loop, address).acquire(mostRest.toNanos());
    }

    @Override
    public boolean isReused(Channel channel) {
        return LoopConnectionPool.watcher(channel).isReused();
    }

    @Override
    public void release(Channel channel) {
        LoopConnectionPool.watcher(channel).lane.release(channel);
    }

    @Override
    public void discard(Channel channel) {
        channel.close();
    }

    @Override
    public void countOff(Channel channel) {
        PooledConnectionWatcher watcher = LoopConnectionPool.watcher(channel);
        watcher.lane.count(watcher, LoopConnectionPool.Count.OFF);
    }

    @Override
    public void setAside(Channel channel) {
        PooledConnectionWatcher watcher = LoopConnectionPool.watcher(channel);
        watcher.lane.setAside(watcher);
    }

    @Override
    public void takeBack(Channel channel) {
        PooledConnectionWatcher watcher = LoopConnectionPool.watcher(channel);
        watcher.lane.takeBack(watcher);
    }

    /**
     * Gives up a connection that has answered and switches to a protocol other than HTTP: its bytes are passed on as
     * they are, those that were read already at once, and it is not counted from then on. The caller closes it.
     */
    public void giveAway(Channel channel) {
        countOff(channel);
        channel.config().setAutoClose(true);
        if (channel.pipeline().get(CODEC) != null) {
            channel.pipeline().remove(CODEC);
        }
    }

    @Override
    public void close() {
        closed = true;
        lanes.forEach((key, lane) -> {
            if (!key.loop().isShuttingDown()) {
                key.loop().execute(lane::close);
            }
        });
    }

    private LoopConnectionPool lane(EventLoop loop, InetSocketAddress address) {
        String name = setup.tls == null ? "" : setup.tls.verified(address);
        Lane wanted = new Lane(loop, address, name);
        LoopConnectionPool known = lanes.get(wanted);
        LoopConnectionPool lane = known != null
                ? known
                : lanes.computeIfAbsent(
                        wanted, key -> new LoopConnectionPool(loop, address, setup, () -> lanes.remove(key)));
        if (closed) {
            lane.close();
        }
        return lane;
    }
}
