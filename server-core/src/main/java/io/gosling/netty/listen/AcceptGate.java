package io.gosling.netty.listen;

import io.gosling.netty.limits.LimitKind;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.group.ChannelGroup;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the acceptor of a listening socket: stops accepting at the connection limit and while the machine has
 * no descriptor left, closes the connections that have been idle longest then ({@link IdleConnectionSearch}), and
 * resumes when there is room; closes at once the connections that exceed an address's limit. Runs on the listening
 * socket's event loop. Any thread may read the count of open connections and set the limit.
 */
final class AcceptGate extends ChannelInboundHandlerAdapter {
    static final long BACK_OFF_MILLIS = 200;

    /** Idle connections that are closed at a time: this part of the limit, and no more than so many. */
    private static final int PART = 8;

    private static final int MOST = 32;
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());

    private volatile int limit;
    private final ClientAddressTable clientAddresses;
    private final Predicate<SocketAddress> proxies;
    final ChannelGroup connections;
    private final IdleConnectionSearch idle = new IdleConnectionSearch();
    private final AtomicInteger open = new AtomicInteger();
    private volatile @Nullable ChannelHandlerContext socket;

    /* Owned by the event loop. */
    private boolean backingOff;
    private boolean complained;
    private boolean searching;

    AcceptGate(
            int limit, ClientAddressTable clientAddresses, Predicate<SocketAddress> proxies, ChannelGroup connections) {
        this.limit = limit;
        this.clientAddresses = clientAddresses;
        this.proxies = proxies;
        this.connections = connections;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        socket = ctx;
    }

    /** Sets another number of connections; open ones stay. Any thread. */
    void limit(int connections) {
        limit = connections;
        ChannelHandlerContext bound = socket;
        if (bound != null) {
            wake(bound);
        }
    }

    int open() {
        return open.get();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object accepted) {
        Channel connection = (Channel) accepted;
        if (complained) {
            complained = false;
            LOG.log(Level.INFO, "{0} accepts connections again", ctx.channel().localAddress());
        }
        if (!enters(connection)) {
            clientAddresses.counts().hit(LimitKind.ADDRESS_CONNECTIONS);
            connection.unsafe().closeForcibly();
            return;
        }
        if (open.incrementAndGet() == limit) {
            clientAddresses.counts().hit(LimitKind.CONNECTIONS);
        }
        connections.add(connection);
        connection.closeFuture().addListener(closed -> {
            // The returned number and not a later look: of several that close at once, exactly one makes room.
            if (open.decrementAndGet() == limit - 1) {
                wake(ctx);
            }
        });
        decide(ctx);
        ctx.fireChannelRead(accepted);
    }

    /** Counts a connection; one from a proxy is counted when its client is known, and one from a front-end never. */
    private boolean enters(Channel connection) {
        SocketAddress other = connection.remoteAddress();
        return other == null || proxies.test(other) || clientAddresses.admit(connection, other);
    }

    /** Backs off after a failure to accept, mostly for want of file descriptors. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        clientAddresses.counts().hit(LimitKind.OPEN_FILES);
        if (!complained) {
            complained = true;
            LOG.log(
                    Level.WARNING,
                    "{0} cannot accept connections: {1}; {2} are open. Trying on every {3} ms; raise the limit of open"
                            + " files or lower the limit of connections",
                    ctx.channel().localAddress(),
                    cause,
                    open.get(),
                    BACK_OFF_MILLIS);
        }
        backingOff = true;
        decide(ctx);
        ctx.executor().schedule(() -> endBackOff(ctx), BACK_OFF_MILLIS, TimeUnit.MILLISECONDS);
        makeRoom(ctx);
    }

    private void endBackOff(ChannelHandlerContext ctx) {
        backingOff = false;
        decide(ctx);
    }

    private void wake(ChannelHandlerContext ctx) {
        if (!ctx.executor().isShuttingDown()) {
            ctx.executor().execute(() -> decide(ctx));
        }
    }

    private void decide(ChannelHandlerContext ctx) {
        boolean full = open.get() >= limit;
        ctx.channel().config().setAutoRead(!backingOff && !full);
        if (full) {
            makeRoom(ctx);
        }
    }

    /** Closes some idle connections; if that brings no room, looks again later. */
    private void makeRoom(ChannelHandlerContext ctx) {
        if (searching) {
            return;
        }
        searching = true;
        ctx.executor().schedule(() -> endSearch(ctx), BACK_OFF_MILLIS, TimeUnit.MILLISECONDS);
        idle.close(List.copyOf(connections), Math.clamp(limit / PART, 1, MOST));
    }

    private void endSearch(ChannelHandlerContext ctx) {
        searching = false;
        if (ctx.channel().isOpen()) {
            decide(ctx);
        }
    }
}
