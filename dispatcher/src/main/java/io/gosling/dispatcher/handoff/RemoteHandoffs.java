package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.steering.PacketSteering;
import io.gosling.dispatcher.steering.Steering;
import io.gosling.document.Ticker;
import io.gosling.netty.Transport;
import io.gosling.netty.handoff.MovableSocket;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The links of a front-end to nodes on other hosts, one for each node and event loop, which are opened when a node appears and
 * again after a failure. Where this host cannot do it, that is said once, and everything is proxied. Safe for use by many
 * threads; does not own its transport.
 */
public final class RemoteHandoffs implements Passages {
    private static final System.Logger LOG = System.getLogger(RemoteHandoffs.class.getName());

    /** Why a link is over that the front-end has ended itself. */
    static final String CLOSED = "closed";

    /** Between two attempts to reach a node. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

    /** For last packets, when this is to end and nodes have ended everything. */
    private static final long LAST_NANOS = Duration.ofSeconds(5).toNanos();

    private final Transport transport;
    private final RemoteTerms terms;
    private final Ticker ticker;
    private final HandoffCounts counts = new HandoffCounts();
    private final Map<EventLoop, Loop> loops = new HashMap<>();
    /** What was said last of a node in the log. */
    private final Map<InetSocketAddress, String> said = new ConcurrentHashMap<>();

    private volatile Set<InetSocketAddress> nodes = Set.of();
    private volatile List<InetSocketAddress> addresses = List.of();
    /** Null until it is known where clients come, and where this host cannot do it. */
    private volatile @Nullable Steering steering;

    /** The links of one event loop, and its own. */
    private static final class Loop {
        private final Map<InetSocketAddress, RemoteLink> links = new HashMap<>();
        private final Map<InetSocketAddress, Long> tried = new HashMap<>();
        /** Of nodes that are no back-ends any more. */
        private final Set<RemoteLink> leaving = new HashSet<>();
    }

    /** Nothing is opened until it is known where clients come. */
    public RemoteHandoffs(Transport transport, RemoteTerms terms, Ticker ticker) {
        this.transport = transport;
        this.terms = terms;
        this.ticker = ticker;
        for (EventExecutor loop : transport.eventLoops()) {
            loops.put((EventLoop) loop, new Loop());
        }
    }

    @Override
    public void listening(List<InetSocketAddress> where) {
        try {
            Steering through = steer(where);
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
        follow();
    }

    private Steering steer(List<InetSocketAddress> where) throws IOException {
        String obstacle = transport.passesConnections()
                ? MovableSocket.obstacle()
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

    @Override
    public void nodes(Collection<InetSocketAddress> all) {
        Set<InetSocketAddress> others = new HashSet<>(all);
        // Here the address of the cluster is answered for, and there would be two who do.
        others.removeIf(address -> Handoffs.isHere(address.getAddress()));
        nodes = Set.copyOf(others);
        said.keySet().retainAll(nodes);
        follow();
    }

    private void follow() {
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
        own.leaving.removeIf(RemoteLink::isOver);
        own.tried.keySet().retainAll(now);
        for (InetSocketAddress address : now) {
            if (!own.links.containsKey(address)) {
                open(loop, own, address);
            }
        }
    }

    @Override
    public @Nullable Passage to(EventLoop loop, InetSocketAddress node) {
        Loop own = loops.get(loop);
        RemoteLink link = own == null ? null : own.links.get(node);
        if (own == null || !nodes.contains(node)) {
            counts.count(HandoffOutcome.ELSEWHERE);
            return null;
        }
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
        Steering through = steering;
        long now = ticker.nanos();
        Long before = own.tried.get(node);
        if (through == null || (before != null && now - before < PAUSE.toNanos())) {
            return;
        }
        own.tried.put(node, now);
        RemoteLink link = new RemoteLink(
                transport, loop, node, addresses, terms, through, counts, ticker, news -> say(node, news));
        own.links.put(node, link);
        link.open();
    }

    /** Once for all loops, and again when it is something else. */
    private void say(InetSocketAddress node, String news) {
        if (news.equals(CLOSED) || news.equals(said.put(node, news))) {
            return;
        }
        if (news.isEmpty()) {
            LOG.log(System.Logger.Level.INFO, "connections are handed to the node at {0}", node);
        } else {
            LOG.log(System.Logger.Level.WARNING, "the node at {0} is proxied to: {1}", node, news);
        }
    }

    @Override
    public void bound() {
        counts.count(HandoffOutcome.BOUND);
    }

    @Override
    public HandoffCounts counts() {
        return counts;
    }

    @Override
    public void leave() {
        loops.forEach((loop, own) -> loop.execute(() -> own.links.values().forEach(RemoteLink::end)));
    }

    /** Their clients' packets come by here as long as this lives; those of clients that are slow to close for a while. */
    @Override
    public void settle(Duration deadline) {
        long until = ticker.nanos() + deadline.toNanos();
        awaitUntil(until, () -> counts.held() == 0);
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
        Steering through = steering;
        steering = null;
        nodes(Set.of());
        loops.forEach((loop, own) -> loop.execute(() -> {
            own.leaving.forEach(RemoteLink::close);
            own.leaving.clear();
        }));
        if (through != null) {
            through.close();
        }
    }
}
