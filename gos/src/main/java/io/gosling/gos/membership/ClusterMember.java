package io.gosling.gos.membership;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A member of the cluster as the others see it. Immutable.
 *
 * @param name its name in the configuration, the same after a restart
 * @param tag the low 32 bits of its incarnation, chosen at random at each start: its identity in directory entries
 * @param peer the address at which it answers other nodes; null on a front-end
 * @param http the address at which it answers clients; null when it does not
 * @param admin the address of its status; null for none
 * @param profile properties announced to nodes that send it requests
 */
public record ClusterMember(
        String name,
        int tag,
        NodeRole role,
        @Nullable InetSocketAddress peer,
        @Nullable InetSocketAddress http,
        @Nullable InetSocketAddress admin,
        Phase phase,
        NodeProfile profile) {
    public enum Phase {
        READY,
        /** Completes its requests and gets no new ones. */
        LEAVING
    }

    public static ClusterMember named(String name, int tag) {
        return new ClusterMember(name, tag, NodeRole.ALL, null, null, null, Phase.READY, NodeProfile.PLAIN);
    }

    public boolean draining() {
        return phase == Phase.LEAVING;
    }

    public ClusterMember leaving() {
        return in(Phase.LEAVING);
    }

    public ClusterMember in(Phase other) {
        return new ClusterMember(name, tag, role, peer, http, admin, other, profile);
    }
}
