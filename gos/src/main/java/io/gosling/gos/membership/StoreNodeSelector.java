package io.gosling.gos.membership;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the store node for an object that a node read from a disk and could not keep itself. Pure. */
public final class StoreNodeSelector {
    /** The least global count: an object that was requested once only is not worth storing anywhere. */
    public static final double LEAST = 2;

    private StoreNodeSelector() {}

    /**
     * The store, the same on every node while the members are the same: the object's share by highest hash. Null when
     * there is none, or a store holds the object already.
     *
     * @param holders tags from the directory entry
     */
    public static @Nullable ClusterMember of(String key, List<ClusterMember> members, List<Integer> holders) {
        List<ClusterMember> stores = members.stream()
                .filter(node -> node.role() == NodeRole.STORE && node.peer() != null && !node.draining())
                .toList();
        return stores.stream().anyMatch(store -> holders.contains(store.tag())) ? null : RendezvousHash.of(key, stores);
    }
}
