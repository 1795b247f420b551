package io.gosling.dispatcher.handoff;

import io.gosling.document.Ticker;
import io.gosling.netty.transport.Transport;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The links of a front-end, one for each node and event loop, which are opened when a node appears and, after a
 * failure, on request. Safe for use by many threads: what belongs to a loop is done there.
 */
final class NodeLinks {
    private static final System.Logger LOG = System.getLogger(NodeLinks.class.getName());

    /** Between two attempts to reach a node. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @FunctionalInterface
    interface Maker {
        /**
         * Creates an unopened link, or null; {@code news} receives {@code ""} when it is ready, and the reason at its
         * end.
         */
        @Nullable
        HandoffLink make(EventLoop loop, InetSocketAddress node, Consumer<String> news);
    }

    /** The links of one event loop; accessed on that loop only. */
    private static final class Loop {
        private final Map<InetSocketAddress, HandoffLink> links = new HashMap<>();
        private final Map<InetSocketAddress, Long> tried = new HashMap<>();
        /** Links of nodes that are no longer back-ends. */
        private final Set<HandoffLink> leaving = new HashSet<>();
    }

    private final HandoffCounts counts;
    private final Ticker ticker;
    private final Maker maker;
    private final Map<EventLoop, Loop> loops = new HashMap<>();
    /** The last line logged about each node. */
    private final Map<InetSocketAddress, String> said = new ConcurrentHashMap<>();

    private volatile Set<InetSocketAddress> nodes = Set.of();

    NodeLinks(Transport transport, HandoffCounts counts, Ticker ticker, Maker maker) {
        this.counts = counts;
        this.ticker = ticker;
        this.maker = maker;
        transport.eventLoops().forEach(loop -> loops.put((EventLoop) loop, new Loop()));
    }

    /** Sets the nodes; links to others leave. */
    void nodes(Collection<InetSocketAddress> all) {
        nodes = Set.copyOf(all);
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

    /** The route from a loop to a node on that loop; null, counted, for none. */
    @Nullable
    HandoffRoute to(EventLoop loop, InetSocketAddress node) {
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
        HandoffLink link = maker.make(loop, node, news -> say(node, news));
        if (link != null) {
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
