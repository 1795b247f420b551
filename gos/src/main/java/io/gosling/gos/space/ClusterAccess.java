package io.gosling.gos.space;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalObjectEntry;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rest of the cluster as one node sees it. Table and peers change when the node joins or leaves, so nobody keeps
 * them. Any thread; volatile references.
 */
public final class ClusterAccess {
    private final KnownNodes book;
    private final PeerLoads loads;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile GlobalObjectTable table;
    private volatile PeerClient peers;

    public ClusterAccess(GlobalObjectTable table, PeerClient peers, KnownNodes book, PeerLoads loads) {
        this.table = table;
        this.peers = peers;
        this.book = book;
        this.loads = loads;
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

    /** The holders to ask, as in {@link HolderSelector#choose}. */
    List<ClusterMember> choose(List<Integer> holders, @Nullable String home) {
        return holders.isEmpty()
                ? List.of()
                : HolderSelector.choose(holders, home, book, loads::of, turn.getAndIncrement());
    }

    /** The names of the members with these tags, in alphabetical order. */
    List<String> names(List<Integer> tags) {
        return tags.stream()
                .flatMap(tag -> Stream.ofNullable(tag == book.self().tag() ? book.self() : book.byTag(tag)))
                .map(ClusterMember::name)
                .sorted()
                .toList();
    }

    /** Remembers, and tells the entry owner, that a node holds no copy. */
    void notHeld(LocalObjectEntry object, ClusterMember holder) {
        object.notHeld(holder.tag());
        table.notHeld(object.key(), holder.tag());
    }
}
