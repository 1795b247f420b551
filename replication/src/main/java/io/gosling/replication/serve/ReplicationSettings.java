package io.gosling.replication.serve;

import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.home.HomeSettings;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.plan.Consistency;
import io.gosling.replication.site.GraphLimits;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one server of a replica set.
 *
 * @param node this server's name in headers
 * @param self its public address
 * @param peers the others' (Backend); itself among them does not count
 * @param secret shared by all of them
 * @param datagrams the UDP address for notices, which are then sent as datagrams; null for HTTP
 * @param silence a server that was silent for so long is not chosen
 */
public record ReplicationSettings(
        String node,
        ReplicaPeer self,
        List<ReplicaPeer> peers,
        String secret,
        @Nullable InetSocketAddress datagrams,
        Duration silence,
        HomeSettings home,
        CoopSettings coop,
        Consistency consistency,
        GraphLimits limits) {
    /** @throws IllegalArgumentException when some are reached over TLS and others are not */
    public ReplicationSettings {
        peers = List.copyOf(peers);
        for (ReplicaPeer peer : peers) {
            if (peer.secure() != self.secure()) {
                throw new IllegalArgumentException("backend: " + peer.origin() + " beside " + self.origin()
                        + "; expected https for all servers of the group, or for none");
            }
        }
    }
}
