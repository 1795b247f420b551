package io.gosling.dispatcher.handoff;

import io.gosling.document.Ticker;
import io.gosling.netty.Adoption;
import io.gosling.netty.Transport;
import io.gosling.netty.handoff.HandoffDirectory;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The links of a front-end to the nodes on its host, one for each node and event loop, which are opened when a node appears
 * and again after a failure. Safe for use by many threads; does not own its transport.
 */
public final class Handoffs implements Passages {
    private static final System.Logger LOG = System.getLogger(Handoffs.class.getName());

    /** Why a link is over that the front-end has ended itself. */
    static final String CLOSED = "closed";

    /** Between two attempts to reach a node. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Transport transport;
    private final HandoffDirectory directory;
    private final HandoffTerms terms;
    private final Ticker ticker;
    private final HandoffCounts counts = new HandoffCounts();

    /** The nodes on this host. */
    private volatile Set<InetSocketAddress> here = Set.of();

    /** Of connections that come back; null where none do. Set before the first link is opened. */
    private volatile @Nullable Adoption home;

    private final Map<EventLoop, Loop> loops = new HashMap<>();
    /** What was said last of a node in the log. */
    private final Map<InetSocketAddress, String> said = new ConcurrentHashMap<>();

    /** The links of one event loop, and its own. */
    private static final class Loop {
        private final Map<InetSocketAddress, HandoffLink> links = new HashMap<>();
        private final Map<InetSocketAddress, Long> tried = new HashMap<>();
    }

    private Handoffs(Transport transport, HandoffDirectory directory, HandoffTerms terms, Ticker ticker) {
        this.transport = transport;
        this.directory = directory;
        this.terms = terms;
        this.ticker = ticker;
        for (EventExecutor loop : transport.eventLoops()) {
            loops.put((EventLoop) loop, new Loop());
        }
    }

    /**
     * Nothing is opened until nodes are named.
     *
     * @throws IOException when connections cannot be passed here; says why and what to do
     */
    public static Handoffs open(Transport transport, HandoffTerms terms, Ticker ticker) throws IOException {
        if (!transport.passesConnections()) {
            throw new IOException("connections cannot be handed over with " + transport.describe()
                    + "; set transport to auto on Linux or macOS, or mechanism to proxy");
        }
        return new Handoffs(transport, HandoffDirectory.open(terms.directory()), terms, ticker);
    }

    @Override
    public void home(Adoption of) {
        home = terms.backFrom() < 0 ? null : of;
    }

    @Override
    public void nodes(Collection<InetSocketAddress> all) {
        Set<InetSocketAddress> local = new HashSet<>();
        for (InetSocketAddress address : all) {
            if (isHere(address.getAddress())) {
                local.add(address);
            }
        }
        here = Set.copyOf(local);
        said.keySet().retainAll(local);
        loops.forEach((loop, own) -> loop.execute(() -> follow(loop, own)));
    }

    static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private void follow(EventLoop loop, Loop own) {
        Set<InetSocketAddress> now = here;
        own.links.entrySet().removeIf(entry -> {
            boolean gone = !now.contains(entry.getKey());
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
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
        if (own == null || !here.contains(node)) {
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

    @Override
    public void bound() {
        counts.count(HandoffOutcome.BOUND);
    }

    private void open(EventLoop loop, Loop own, InetSocketAddress node) {
        long now = ticker.nanos();
        Long before = own.tried.get(node);
        if (before != null && now - before < PAUSE.toNanos()) {
            return;
        }
        own.tried.put(node, now);
        HandoffLink link =
                new HandoffLink(transport, loop, directory, node, terms, home, counts, ticker, news -> say(node, news));
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
    public HandoffCounts counts() {
        return counts;
    }

    /** Ends the links; connections that nodes hold stay theirs. */
    @Override
    public void close() {
        nodes(Set.of());
    }
}
