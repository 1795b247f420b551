package io.gosling.gos.space;

import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.RecentTimes;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalObjectEntry;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rest of the cluster as one node sees it. Table and peers change when the node joins or leaves, so nobody keeps
 * them. Any thread; volatile references.
 */
public final class ClusterAccess {
    private final KnownNodes book;
    private final PeerLoads loads;
    private final ObjectSpaceStatistics statistics;
    private final Ticker ticker;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile GlobalObjectTable table;
    private volatile PeerClient peers;

    public ClusterAccess(
            GlobalObjectTable table,
            PeerClient peers,
            KnownNodes book,
            PeerLoads loads,
            ObjectSpaceStatistics statistics,
            Ticker ticker) {
        this.table = table;
        this.peers = peers;
        this.book = book;
        this.loads = loads;
        this.statistics = statistics;
        this.ticker = ticker;
    }

    public void use(GlobalObjectTable other) {
        table = other;
    }

    public void use(PeerClient others) {
        peers = others;
    }

    public GlobalObjectTable table() {
        return table;
    }

    public PeerClient peers() {
        return peers;
    }

    public KnownNodes book() {
        return book;
    }

    /**
     * The holders to ask, as in {@link HolderSelector#choose}, without those that are slower than the source.
     *
     * @param most holders
     */
    List<ClusterMember> choose(List<Integer> holders, @Nullable String home, RecentTimes source, int most) {
        if (holders.isEmpty()) {
            return List.of();
        }
        long now = ticker.nanos();
        return choose(holders, home).stream()
                .filter(holder -> !isSlower(holder, source, now))
                .limit(most)
                .toList();
    }

    private boolean isSlower(ClusterMember holder, RecentTimes source, long now) {
        boolean slower = loads.isAvoidedFor(source, holder.tag(), now);
        if (slower) {
            statistics.count(ObjectSpaceStatistics.Event.SLOWER_THAN_SOURCE);
        }
        return slower;
    }

    /** The holders to ask, as in {@link HolderSelector#choose}. */
    List<ClusterMember> choose(List<Integer> holders, @Nullable String home) {
        return holders.isEmpty()
                ? List.of()
                : HolderSelector.choose(holders, home, book, loads::of, turn.getAndIncrement());
    }

    /** Returns whether asking the owner of an entry takes longer than the source, so that it is not to be asked. */
    boolean isOwnerSlower(String key, RecentTimes source) {
        ClusterMember owner = table.owner(key);
        return owner != null && table.isAvoidedFor(source, owner);
    }

    /** Remembers, and tells the entry owner, that a node holds no copy. */
    void notHeld(LocalObjectEntry object, ClusterMember holder) {
        object.notHeld(holder.tag());
        table.notHeld(object.key(), holder.tag());
    }
}
