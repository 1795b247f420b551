package io.gosling.gos;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A member of the cluster as the others see it. Immutable.
 *
 * @param name its name in the configuration, the same after a restart
 * @param tag the low 32 bits of its incarnation, drawn at each start: what rows know it by
 * @param peer where it answers other nodes; null on a front-end
 * @param http where it answers clients; null when it does not
 * @param admin where its status can be asked for; null when nowhere
 * @param draining whether it is leaving: what it has begun it ends, nothing new should be sent there
 */
public record Node(
        String name,
        int tag,
        NodeRole role,
        @Nullable InetSocketAddress peer,
        @Nullable InetSocketAddress http,
        @Nullable InetSocketAddress admin,
        boolean draining) {

    /** A node without addresses. */
    public static Node named(String name, int tag) {
        return new Node(name, tag, NodeRole.ALL, null, null, null, false);
    }

    /** The same node, leaving. */
    public Node leaving() {
        return new Node(name, tag, role, peer, http, admin, true);
    }
}
