package io.gosling.gos.warm;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.memory.NodeObjectMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in keeping the objects of nodes that leave. It has three operations, one of its own accord and two for
 * others:
 *
 * <pre>
 *   leave    {@link #handOver}: transfers what no other node has, while the node still serves
 *   given    {@link #take}: fetches what a leaving node has named
 *   asked    {@link #hottest}: lists what is held here, for a front-end that starts
 * </pre>
 *
 * <p>Safe for use by many threads; all but {@link #hottest} block.
 */
public final class MemoryHandOver implements AutoCloseable {
    /** Objects that are considered, the hottest of them. */
    private static final int MOST_OBJECTS = 1_000_000;

    private static final HandOverTransport NOBODY = (to, keys, within) -> {
        throw new IOException("there is no way to " + to.name());
    };

    private final NodeObjectMemory memory;
    private final ObjectTransfer transfers;
    private final KnownNodes book;
    private final Ticker ticker;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile HandOverTransport peers = NOBODY;

    public MemoryHandOver(NodeObjectMemory memory, ObjectTransfer transfers, KnownNodes book, Ticker ticker) {
        this.memory = memory;
        this.transfers = transfers;
        this.book = book;
        this.ticker = ticker;
    }

    public void reach(HandOverTransport others) {
        peers = others;
    }

    public List<HeldObjectSummary> hottest() {
        return memory.hottest(MOST_OBJECTS);
    }

    /**
     * Fetches these from a node that is leaving, as far as they are worth a place here.
     *
     * @return null when this node takes nothing: it is leaving too
     */
    public @Nullable MoveResult take(ClusterMember from, List<HeldObjectSummary> keys, Duration within)
            throws InterruptedException {
        if (book.self().draining()) {
            return null;
        }
        return new WantedObjectFetcher(transfers, from, closed, ticker.nanos() + within.toNanos(), ticker).run(keys);
    }

    /** Transfers the objects that are held here and nowhere else, to the nodes that stay. */
    public DrainTransferReport handOver(Duration within) throws InterruptedException {
        List<ClusterMember> staying = book.others().stream()
                .filter(node -> node.peer() != null && !node.draining())
                .toList();
        return new DrainTransfer(peers, within, ticker).run(hottest(), staying);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
