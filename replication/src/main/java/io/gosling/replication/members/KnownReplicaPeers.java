package io.gosling.replication.members;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The members of the replica set: the servers of the configuration, and those found in the cluster since. A server that
 * has left the cluster may be back in a moment, and is only silent; it is dropped when there is no room for another
 * one. For many threads; the monitor guards the lists.
 */
public final class KnownReplicaPeers {
    private final ReplicaPeer self;
    private final Set<ReplicaPeer> configured;
    private final int most;

    @GuardedBy("this")
    private final Set<ReplicaPeer> found = new LinkedHashSet<>();

    /** @param most servers besides this one, those of the configuration among them */
    public KnownReplicaPeers(ReplicaPeer self, Collection<ReplicaPeer> configured, int most) {
        this.self = self;
        this.configured = new LinkedHashSet<>(configured);
        this.configured.remove(self);
        this.most = most;
    }

    /**
     * Sets the servers that are in the cluster now, besides this one.
     *
     * @return those for which there is no room, and those that use TLS if this server does not, or the other way round
     */
    public synchronized List<ReplicaPeer> found(Collection<ReplicaPeer> now) {
        List<ReplicaPeer> left = new ArrayList<>();
        for (ReplicaPeer peer : now) {
            if (peer.equals(self) || configured.contains(peer) || found.contains(peer)) {
                continue;
            }
            if (peer.secure() != self.secure() || !hasRoom(now)) {
                left.add(peer);
            } else {
                found.add(peer);
            }
        }
        return left;
    }

    @GuardedBy("this")
    private boolean hasRoom(Collection<ReplicaPeer> now) {
        if (configured.size() + found.size() >= most) {
            found.stream().filter(peer -> !now.contains(peer)).findFirst().ifPresent(found::remove);
        }
        return configured.size() + found.size() < most;
    }

    /** All of them, without this one. */
    public synchronized List<ReplicaPeer> all() {
        List<ReplicaPeer> all = new ArrayList<>(configured);
        all.addAll(found);
        return all;
    }
}
