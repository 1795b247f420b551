package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.steering.PacketSteering;
import io.gosling.document.Ticker;
import io.gosling.netty.handoff.TcpRepairSocket;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The routes to nodes on other hosts. If this host does not support it, that is logged once, and everything is proxied.
 * Does not own its transport.
 */
public final class RemoteHandoffLinks extends HandoffLinks {
    private static final System.Logger LOG = System.getLogger(RemoteHandoffLinks.class.getName());

    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

    /** Time for last packets at the end. */
    private static final long LAST_NANOS = Duration.ofSeconds(5).toNanos();

    final ClusterTls tls;
    /** The addresses that clients come to. */
    volatile List<InetSocketAddress> addresses = List.of();

    /** Null until the clients' addresses are known, or where unsupported. */
    private volatile @Nullable PacketSteering steering;

    /**
     * Opens nothing until it is known where clients come.
     *
     * @param tls of the cluster whose nodes take connections; stays the caller's
     */
    public RemoteHandoffLinks(Transport transport, HandoffSettings terms, ClusterTls tls, Ticker ticker) {
        super(transport, terms, ticker);
        this.tls = tls;
    }

    @Override
    @Nullable
    Function<HandoffLink, HandoffTransport> transportTo(EventLoop loop, InetSocketAddress node) {
        PacketSteering through = steering;
        return through == null ? null : link -> new RemoteHandoffTransport(link, this, node, through);
    }

    @Override
    public void listening(List<InetSocketAddress> where) {
        try {
            PacketSteering through = steer(where);
            addresses = List.copyOf(where);
            counts.steeredBy(through);
            steering = through;
            LOG.log(System.Logger.Level.INFO, "connections are handed to nodes on other hosts");
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "connections cannot be handed to nodes on other hosts, and all requests are proxied: {0}",
                    e.getMessage());
        }
        open();
    }

    private PacketSteering steer(List<InetSocketAddress> where) throws IOException {
        String obstacle = transport.passesConnections()
                ? TcpRepairSocket.obstacle()
                : "the transport is " + transport.describe() + "; expected epoll, which auto chooses on Linux";
        if (!obstacle.isEmpty()) {
            throw new IOException(obstacle);
        }
        List<InetAddress> clusters =
                where.stream().map(InetSocketAddress::getAddress).distinct().toList();
        if (clusters.size() != 1) {
            throw new IOException("clients come to " + clusters + "; expected one address, the cluster's, as host");
        }
        return PacketSteering.open(
                clusters.getFirst(),
                where.stream().map(InetSocketAddress::getPort).distinct().toList(),
                ticker);
    }

    /** False for this host, which answers for the cluster address itself. */
    @Override
    boolean leadTo(InetAddress address) {
        return !isHere(address);
    }

    @Override
    public void leave() {
        each(HandoffLink::drain);
    }

    /**
     * Their clients' packets come by here as long as this lives; those of clients that are slow to close for a while.
     */
    @Override
    public void settle(Duration deadline) {
        long until = ticker.nanos() + deadline.toNanos();
        awaitUntil(until, () -> counts.held.sum() == 0);
        awaitUntil(Math.min(until, ticker.nanos() + LAST_NANOS), () -> counts.flows() == 0);
    }

    private void awaitUntil(long until, BooleanSupplier over) {
        while (!over.getAsBoolean() && ticker.nanos() - until < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Ends the links, and the connections that nodes have with them. */
    @Override
    public void close() {
        PacketSteering through = steering;
        steering = null;
        close(HandoffLink::close);
        if (through != null) {
            through.close();
        }
    }
}
