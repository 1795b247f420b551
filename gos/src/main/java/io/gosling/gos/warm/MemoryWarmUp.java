package io.gosling.gos.warm;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.memory.NodeObjectMemory;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in keeping the cluster's memory warm while nodes join and leave. It has four operations, two of its
 * own accord and two for others:
 *
 * <pre>
 *   join     {@link #fill}: fetches the hottest of what peers hold, before the node takes its share of the requests
 *   leave    {@link #handOver}: transfers what no other node has, while the node still serves
 *   asked    {@link #hottest}: lists what is held here, for a joining node
 *   given    {@link #take}: fetches what a leaving node has named
 * </pre>
 *
 * <p>Safe for use by many threads; all but {@link #hottest} block.
 */
public final class MemoryWarmUp implements AutoCloseable {
    private static final Logger LOG = System.getLogger(MemoryWarmUp.class.getName());
    private static final long LOOK_MILLIS = 20;
    /** Objects that are considered, the hottest of them. */
    private static final int MOST_OBJECTS = 1_000_000;

    private static final WarmUpTransport NOBODY = new WarmUpTransport() {
        @Override
        public List<HeldObjectSummary> hottest(ClusterMember node, int most) {
            return List.of();
        }

        @Override
        public MoveResult handOver(ClusterMember to, List<HeldObjectSummary> keys, Duration within) throws IOException {
            throw new IOException("there is no way to " + to.name());
        }
    };

    private final NodeObjectMemory memory;
    private final ObjectTransfer transfers;
    private final KnownNodes book;
    private final Ticker ticker;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile WarmUpTransport peers = NOBODY;

    public MemoryWarmUp(NodeObjectMemory memory, ObjectTransfer transfers, KnownNodes book, Ticker ticker) {
        this.memory = memory;
        this.transfers = transfers;
        this.book = book;
        this.ticker = ticker;
    }

    public void reach(WarmUpTransport others) {
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
        List<WantedObject> wanted =
                keys.stream().map(key -> new WantedObject(key, from)).toList();
        long now = ticker.nanos();
        ByteRateLimiter unlimited = new ByteRateLimiter(Long.MAX_VALUE, now);
        return new WantedObjectFetcher(transfers, unlimited, closed, now + within.toNanos(), ticker).run(wanted);
    }

    /** Transfers the objects that are held here and nowhere else, to the nodes that stay. */
    public DrainTransferReport handOver(Duration within) throws InterruptedException {
        return new DrainTransfer(peers, within, ticker).run(memory.hottest(MOST_OBJECTS), stores());
    }

    private List<ClusterMember> stores() {
        return book.others().stream()
                .filter(node -> node.peer() != null && !node.draining())
                .toList();
    }

    /**
     * Waits until the others are known, and fetches the hottest of their objects, if they hold any. Returns when that
     * is done, time is up, or this was closed.
     *
     * @param knowsOthers true if this node knows the others
     * @param knowsPurges true if it knows the purges: objects fetched before would have to be compared with their
     *     source
     */
    public MoveResult fill(WarmSettings settings, BooleanSupplier knowsOthers, BooleanSupplier knowsPurges, long bytes)
            throws InterruptedException {
        long began = ticker.nanos();
        long deadline = began + settings.get(WarmSettings.TIMEOUT).toNanos();
        if (!await(knowsOthers, deadline)) {
            return MoveResult.NOTHING;
        }
        List<WantedObject> wanted = WarmUpPlanner.of(HeldKeyListCollector.of(stores(), peers), bytes, memory::worth);
        if (wanted.isEmpty() || !await(knowsPurges, deadline)) {
            return MoveResult.NOTHING;
        }
        ByteRateLimiter pace = new ByteRateLimiter(settings.get(WarmSettings.RATE), ticker.nanos());
        MoveResult filled = new WantedObjectFetcher(transfers, pace, closed, deadline, ticker).run(wanted);
        LOG.log(
                Level.INFO,
                "{0} has {1} objects from the others'' memory, {2} KiB, after {3} ms; {4} others were"
                        + " gone by then or did not come in time, which is no error",
                book.self().name(),
                filled.kept(),
                filled.bytes() >> 10,
                (ticker.nanos() - began) / 1_000_000,
                filled.missed());
        return filled;
    }

    private boolean await(BooleanSupplier condition, long deadlineNanos) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (ticker.nanos() - deadlineNanos >= 0 || closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return true;
    }

    /** Fetches nothing more; fetches under way end by themselves. */
    @Override
    public void close() {
        closed.countDown();
    }
}
