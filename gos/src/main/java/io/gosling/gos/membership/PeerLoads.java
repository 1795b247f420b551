package io.gosling.gos.membership;

import java.util.concurrent.ConcurrentHashMap;

/**
 * The load of the other nodes: the figure in a node's last response, and the requests that this node has sent it
 * since. Used by worker paths and event loops at once, without a lock. Bounded by the number of nodes there ever were;
 * {@link #retain} forgets those that are gone.
 */
public final class PeerLoads {
    private final ConcurrentHashMap<Integer, Load> loads = new ConcurrentHashMap<>();

    private record Load(int reported, int asking) {}

    public void asked(int tag) {
        loads.merge(tag, new Load(0, 1), (now, one) -> new Load(now.reported, now.asking + 1));
    }

    /** The request is over; {@code reported} is the load in the reply, or negative when none came. */
    public void answered(int tag, int reported) {
        loads.computeIfPresent(
                tag, (key, now) -> new Load(reported < 0 ? now.reported : reported, Math.max(0, now.asking - 1)));
    }

    /** Requests that this node has in hand, as far as known. */
    public int of(ClusterMember node) {
        Load load = loads.get(node.tag());
        return load == null ? 0 : load.reported + load.asking;
    }

    /** Forgets nodes that are not in the book. */
    public void retain(KnownNodes book) {
        loads.keySet().removeIf(tag -> book.byTag(tag) == null);
    }
}
