package io.gosling.gos.space;

import io.gosling.document.DocumentPath;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;

/**
 * The other nodes, for bytes and short messages. Called on virtual threads; every call has a deadline of its own. Safe
 * for use by many threads.
 */
public interface PeerClient {
    /**
     * Asks a holder for its copy: from memory or not at all, first byte within four times its usual time,
     * at most 500 ms by default.
     *
     * @param agac the count that the requester knows, and the holder may not: otherwise a copy that only other
     *     nodes request would look worthless to the holder
     */
    default PeerObjectResult fetch(ClusterMember holder, DocumentPath path, AgedCount agac) {
        return new PeerObjectResult.NotHeld();
    }

    /**
     * Asks another node for a response of an origin: to join the fetch that it leads, or for an object it holds. First
     * byte within 250 ms by default, or as for {@link #fetch}; then it is known at once whether that node lives. It
     * learns the purges that this node knows before it answers.
     *
     * @param timeout the timeout for the response's header, also while that node is alive; for the body of {@link
     *     SharedResponseRequest#AS_HELD}
     */
    default SharedResponseResult join(ClusterMember node, SharedResponseRequest ask, Duration timeout) {
        return new SharedResponseResult.Refused("this node has no peers");
    }

    /**
     * Asks the node that has the file: from its memory or its disk, first byte within 2 s by default.
     *
     * @param agac the count that the requester knows, by which the home stores the object or not
     * @param version the highest the requester knows; nothing older is given
     */
    default PeerObjectResult fetchFromHome(ClusterMember home, DocumentPath path, AgedCount agac, long version) {
        return new PeerObjectResult.Failed("this node has no peers");
    }

    /**
     * Asks the node that has the file whether a copy with this entity tag is still right.
     *
     * @throws IOException when it could not be asked
     */
    default RevalidationResult check(ClusterMember home, DocumentPath path, String etag) throws IOException {
        throw new IOException("node " + home.name() + " cannot be asked: this node has no peers");
    }

    /**
     * Offers an object to a store node, which fetches it itself. Sent, not awaited; left out when too many are under
     * way.
     */
    default void offer(ClusterMember store, DocumentPath path, AgedCount agac, long version) {}

    /** Makes nodes drop copies older than a version and close their fetches. Sent, not awaited; may be lost. */
    default void invalidate(Collection<ClusterMember> nodes, String key, long version) {}

    /** The same nodes, for event loops. */
    default SmallObjectClient small() {
        return NoPeers.INSTANCE;
    }

    static PeerClient none() {
        return NoPeers.INSTANCE;
    }

    enum NoPeers implements PeerClient, SmallObjectClient {
        INSTANCE
    }
}
