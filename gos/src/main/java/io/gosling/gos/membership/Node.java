package io.gosling.gos.membership;

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
 * @param phase whether requests should be sent there
 * @param profile what it says to those who send it requests
 */
public record Node(
        String name,
        int tag,
        NodeRole role,
        @Nullable InetSocketAddress peer,
        @Nullable InetSocketAddress http,
        @Nullable InetSocketAddress admin,
        Phase phase,
        Profile profile) {
    /** What a member's life has come to. */
    public enum Phase {
        /** It fills its memory from the others; it answers, and should be asked by clients where nobody else is. */
        STARTING,
        READY,
        /** What it has begun it ends, nothing new should be sent there. */
        LEAVING
    }

    /** One that is leaving, or ready. */
    public Node(
            String name,
            int tag,
            NodeRole role,
            @Nullable InetSocketAddress peer,
            @Nullable InetSocketAddress http,
            @Nullable InetSocketAddress admin,
            boolean draining) {
        this(name, tag, role, peer, http, admin, draining ? Phase.LEAVING : Phase.READY, Profile.PLAIN);
    }

    /** One that says nothing of itself. */
    public Node(
            String name,
            int tag,
            NodeRole role,
            @Nullable InetSocketAddress peer,
            @Nullable InetSocketAddress http,
            @Nullable InetSocketAddress admin,
            Phase phase) {
        this(name, tag, role, peer, http, admin, phase, Profile.PLAIN);
    }

    /** A node without addresses. */
    public static Node named(String name, int tag) {
        return new Node(name, tag, NodeRole.ALL, null, null, null, false);
    }

    /** Whether it is leaving. */
    public boolean draining() {
        return phase == Phase.LEAVING;
    }

    /** The same node, leaving. */
    public Node leaving() {
        return in(Phase.LEAVING);
    }

    /** The same node in another phase. */
    public Node in(Phase other) {
        return new Node(name, tag, role, peer, http, admin, other, profile);
    }
}
