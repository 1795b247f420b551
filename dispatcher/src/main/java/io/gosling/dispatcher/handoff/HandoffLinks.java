package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.document.Ticker;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.transport.Transport;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a front-end's connections to nodes: links, one for each node and event loop, which are opened when a
 * node appears and, after a failure, on request. Safe for use by many threads: what belongs to a loop is done there.
 *
 * <pre>
 * same host    RequestRelay.handOff, ClientSocketHandoff.handOff: the socket leaves the loop; HandoffLink.offer;
 *              LocalHandoffTransport sends Offer and descriptor; node: LocalHandoffReceiver, AdoptedConnections.take;
 *              Taken: HandedOffLoadTracker keeps the ticket; Declined: ClientSocketHandoff.comeBack
 * and back     node: AdoptedConnectionReturn.begin (ConnectionReturnRoute, ReturnPolicy), ReturningConnections.offer;
 *              front-end: LocalHandoffTransport, ReturnedConnections, AdoptedConnections.take
 * other host   RemoteHandoffTransport: TcpRepairSocket.freeze, drain and dump; PacketSteering.steer redirects the
 *              client's packets; node: RemoteHandoffReceiver, TcpRepairSocket.restore; after Restored: thaw
 * </pre>
 */
public abstract sealed class HandoffLinks implements AutoCloseable permits LocalHandoffLinks, RemoteHandoffLinks {
    private static final System.Logger LOG = System.getLogger(HandoffLinks.class.getName());

    /** Between two attempts to reach a node. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** The links of one event loop; accessed on that loop only. */
    private static final class Loop {
        private final Map<InetSocketAddress, HandoffLink> links = new HashMap<>();
        private final Map<InetSocketAddress, Long> tried = new HashMap<>();
        /** Links of nodes that are no longer back-ends. */
        private final Set<HandoffLink> leaving = new HashSet<>();
    }

    final Transport transport;
    final HandoffSettings terms;
    final Ticker ticker;
    final HandoffCounts counts = new HandoffCounts();
    private final Map<EventLoop, Loop> loops = new HashMap<>();
    /** The last line logged about each node. */
    private final Map<InetSocketAddress, String> said = new ConcurrentHashMap<>();

    private volatile Set<InetSocketAddress> nodes = Set.of();

    HandoffLinks(Transport transport, HandoffSettings terms, Ticker ticker) {
        this.transport = transport;
        this.terms = terms;
        this.ticker = ticker;
        transport.eventLoops().forEach(loop -> loops.put((EventLoop) loop, new Loop()));
    }

    /** The maker of the transport of a new link; null where there is none. */
    abstract @Nullable Function<HandoffLink, HandoffTransport> transportTo(EventLoop loop, InetSocketAddress node);

    /** Returns true if links lead to nodes at this address. */
    abstract boolean leadTo(InetAddress address);

    /** Sets the receiver of connections that come back. To be called before {@link #nodes}. */
    public void home(AdoptedConnections of) {}

    /** Sets the addresses at which clients connect. No connection goes to other hosts before this is called. */
    public void listening(List<InetSocketAddress> addresses) {}

    /** Asks nodes to end their connections after the requests under way, if the connections depend on this process. */
    public void leave() {}

    /** Waits until no state of handed-off connections is left here, if the connections depend on this process. */
    public void settle(Duration deadline) {}

    @Override
    public abstract void close();

    public HandoffCounts counts() {
        return counts;
    }

    static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    /** Sets the nodes; links to others leave. */
    public void nodes(Collection<InetSocketAddress> all) {
        nodes = all.stream().filter(address -> leadTo(address.getAddress())).collect(Collectors.toUnmodifiableSet());
        said.keySet().retainAll(nodes);
        open();
    }

    void open() {
        loops.forEach((loop, own) -> loop.execute(() -> follow(loop, own)));
    }

    private void follow(EventLoop loop, Loop own) {
        Set<InetSocketAddress> now = nodes;
        own.links.entrySet().removeIf(entry -> {
            boolean gone = !now.contains(entry.getKey());
            if (gone) {
                entry.getValue().leave();
                own.leaving.add(entry.getValue());
            }
            return gone;
        });
        own.leaving.removeIf(HandoffLink::isOver);
        own.tried.keySet().retainAll(now);
        for (InetSocketAddress address : now) {
            if (!own.links.containsKey(address)) {
                open(loop, own, address);
            }
        }
    }

    /**
     * The route by which a connection of this loop may be offered to a node; null when there is none, which is counted.
     * Called on that loop.
     */
    @Nullable
    public HandoffLink to(EventLoop loop, InetSocketAddress node) {
        Loop own = loops.get(loop);
        if (own == null || !nodes.contains(node)) {
            counts.count(HandoffOutcome.ELSEWHERE);
            return null;
        }
        HandoffLink link = own.links.get(node);
        if (link == null || !link.isReady()) {
            counts.count(HandoffOutcome.UNLINKED);
            if (link == null || link.isOver()) {
                open(loop, own, node);
            }
            return null;
        }
        if (link.isFull()) {
            counts.count(HandoffOutcome.FULL);
            return null;
        }
        return link;
    }

    private void open(EventLoop loop, Loop own, InetSocketAddress node) {
        long now = ticker.nanos();
        Long before = own.tried.get(node);
        if (before != null && now - before < PAUSE.toNanos()) {
            return;
        }
        Function<HandoffLink, HandoffTransport> maker = transportTo(loop, node);
        if (maker != null) {
            HandoffLink link = new HandoffLink(loop, this, news -> say(node, news), maker);
            own.tried.put(node, now);
            own.links.put(node, link);
            link.open();
        }
    }

    /** Logs the state of a node: once for all loops, and again when it changes. */
    private void say(InetSocketAddress node, String news) {
        if (news.equals(HandoffLink.CLOSED) || news.equals(said.put(node, news))) {
            return;
        }
        if (news.isEmpty()) {
            LOG.log(System.Logger.Level.INFO, "connections are handed to the node at {0}", node);
        } else {
            LOG.log(System.Logger.Level.WARNING, "the node at {0} is proxied to: {1}", node, news);
        }
    }

    void each(Consumer<HandoffLink> step) {
        loops.forEach((loop, own) -> loop.execute(() -> own.links.values().forEach(step)));
    }

    /** Makes all links leave; {@code then} runs with each that has not ended by then, on its loop. */
    void close(Consumer<HandoffLink> then) {
        nodes(Set.of());
        loops.forEach((loop, own) -> loop.execute(() -> {
            own.leaving.forEach(then);
            own.leaving.clear();
        }));
    }
}
