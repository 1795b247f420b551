package io.gosling.gos.link;

import io.gosling.gos.membership.KnownNodes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The nodes that owe an answer or a connection, and from which nothing has come since on any link. Only what no other
 * node can answer is asked of them ({@link OutgoingLink}), so that a frozen node delays the requests under way and no
 * further ones. Any thread, without a lock.
 */
final class SilentPeers {
    private final Set<Integer> tags = ConcurrentHashMap.newKeySet();

    boolean contains(int tag) {
        return !tags.isEmpty() && tags.contains(tag);
    }

    void late(int tag) {
        tags.add(tag);
    }

    /** Something has come from the node. */
    void heard(int tag) {
        if (!tags.isEmpty()) {
            tags.remove(tag);
        }
    }

    /** Forgets the nodes that have left. */
    void retain(KnownNodes book) {
        tags.removeIf(tag -> book.byTag(tag) == null);
    }
}
