package io.gosling.gos.space;

import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rest of the cluster as one node sees it.
 *
 * @param turn the number of choices so far
 */
public record ClusterPeers(
        GlobalObjectTable table, Peers peers, MessageRecipients book, PeerLoads loads, AtomicInteger turn) {
    public ClusterPeers(GlobalObjectTable table, Peers peers, MessageRecipients book, PeerLoads loads) {
        this(table, peers, book, loads, new AtomicInteger());
    }

    /** The holders to ask, as in {@link HolderChoice#choose}. */
    List<Node> choose(List<Integer> holders, @Nullable String home) {
        return holders.isEmpty()
                ? List.of()
                : HolderChoice.choose(holders, home, book, loads::of, turn.getAndIncrement());
    }

    /** Remembers, and tells the entry owner, that a node holds no copy. */
    void notHeld(LocalObject object, Node holder) {
        object.notHeld(holder.tag());
        table.notHeld(object.key(), holder.tag());
    }
}
