package io.gosling.gos.membership;

import io.gosling.common.Bounds;
import io.gosling.gos.NodeName;
import io.gosling.gos.repository.RepositorySettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a node's membership in a cluster. Immutable; bounds are checked when it is built.
 *
 * @param node this node's name
 * @param cluster the address at which members reach this one; port 0 picks a free one
 * @param join {@code HOST:PORT} of members to look for; empty to wait for others to come
 * @param secret required unless every address is a loopback address
 * @param peer the address at which this node gives objects to others, port 0 picks a free one; null for a
 *     front-end
 * @param http the address at which it answers clients, as the others should know it; null when it does not
 * @param admin the address of its status, as the others should know it; null for none
 * @param profile what it announces to nodes that send it requests
 * @param voting the quorum that vouches for what nodes serve from memory; null where purges reach this node alone
 * @param tableRows entries of the Global Object Table on each node, 1000 to 100 000 000
 * @param repository what it stores for programs
 * @param peerConnections open at a time to one other node's peer port, on each event loop, 1 to 10 000; a request
 *     that finds none free waits for one
 */
public record ClusterSettings(
        String node,
        NodeRole role,
        InetSocketAddress cluster,
        List<String> join,
        @Nullable ClusterSecret secret,
        @Nullable InetSocketAddress peer,
        @Nullable InetSocketAddress http,
        @Nullable InetSocketAddress admin,
        Profile profile,
        @Nullable QuorumSettings voting,
        int tableRows,
        RepositorySettings repository,
        ClusterTimings timings,
        int peerConnections) {
    /** The default of {@link #tableRows}. */
    public static final int DEFAULT_TABLE_ROWS = 1_000_000;

    /** The default of {@link #peerConnections}. */
    public static final int DEFAULT_PEER_CONNECTIONS = 256;

    /** @throws IllegalArgumentException saying what is wrong and what to change */
    public ClusterSettings {
        join = List.copyOf(join);
        NodeName.require(node);
        Bounds.require("table.rows", tableRows, 1000, 100_000_000);
        Bounds.require("peer.connections", peerConnections, 1, 10_000);
        requireBindable("cluster", cluster);
        if (peer != null) {
            requireBindable("peer", peer);
        }
        if (secret == null) {
            requireLoopback("cluster", cluster);
            if (peer != null) {
                requireLoopback("peer", peer);
            }
        }
    }

    /** A member on this loopback address, without the rest. */
    public static ClusterSettings of(String node, NodeRole role, InetSocketAddress cluster) {
        return of(node, role, cluster, null);
    }

    /** A member on this cluster address, without the rest; the secret may be null on loopback. */
    public static ClusterSettings of(
            String node, NodeRole role, InetSocketAddress cluster, @Nullable ClusterSecret secret) {
        return new ClusterSettings(
                node,
                role,
                cluster,
                List.of(),
                secret,
                null,
                null,
                null,
                Profile.PLAIN,
                null,
                DEFAULT_TABLE_ROWS,
                RepositorySettings.defaults(),
                ClusterTimings.defaults(),
                DEFAULT_PEER_CONNECTIONS);
    }

    /** The same, looking for these members. */
    public ClusterSettings joining(List<String> members) {
        return with(draft -> draft.join = members);
    }

    /** The same with a secret. */
    public ClusterSettings withSecret(@Nullable ClusterSecret other) {
        return with(draft -> draft.secret = other);
    }

    /** The same with a peer channel. */
    public ClusterSettings withPeer(@Nullable InetSocketAddress other) {
        return with(draft -> draft.peer = other);
    }

    /** The same with the addresses that others should know. */
    public ClusterSettings withAddresses(
            @Nullable InetSocketAddress otherHttp, @Nullable InetSocketAddress otherAdmin) {
        return with(draft -> {
            draft.http = otherHttp;
            draft.admin = otherAdmin;
        });
    }

    /** The same with another profile for nodes that send requests. */
    public ClusterSettings withProfile(Profile other) {
        return with(draft -> draft.profile = other);
    }

    /** The same with a quorum. */
    public ClusterSettings withVoting(@Nullable QuorumSettings other) {
        return with(draft -> draft.voting = other);
    }

    /** The same with another cluster address. */
    public ClusterSettings withCluster(InetSocketAddress other) {
        return with(draft -> draft.cluster = other);
    }

    /** The same with another bound of the table. */
    public ClusterSettings withTableRows(int rows) {
        return with(draft -> draft.tableRows = rows);
    }

    /** The same with another part in the repository. */
    public ClusterSettings withRepository(RepositorySettings other) {
        return with(draft -> draft.repository = other);
    }

    /** The same with other timings. */
    public ClusterSettings withTimings(ClusterTimings other) {
        return with(draft -> draft.timings = other);
    }

    /** The same with another number of connections to each other node. */
    public ClusterSettings withPeerConnections(int number) {
        return with(draft -> draft.peerConnections = number);
    }

    private ClusterSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** A mutable copy of the settings. */
    private static final class Draft {
        final ClusterSettings from;
        InetSocketAddress cluster;
        List<String> join;

        @Nullable
        ClusterSecret secret;

        @Nullable
        InetSocketAddress peer;

        @Nullable
        InetSocketAddress http;

        @Nullable
        InetSocketAddress admin;

        Profile profile;

        @Nullable
        QuorumSettings voting;

        int tableRows;
        RepositorySettings repository;
        ClusterTimings timings;
        int peerConnections;

        Draft(ClusterSettings from) {
            this.from = from;
            cluster = from.cluster;
            join = from.join;
            secret = from.secret;
            peer = from.peer;
            http = from.http;
            admin = from.admin;
            profile = from.profile;
            voting = from.voting;
            tableRows = from.tableRows;
            repository = from.repository;
            timings = from.timings;
            peerConnections = from.peerConnections;
        }

        ClusterSettings settings() {
            return new ClusterSettings(
                    from.node,
                    from.role,
                    cluster,
                    join,
                    secret,
                    peer,
                    http,
                    admin,
                    profile,
                    voting,
                    tableRows,
                    repository,
                    timings,
                    peerConnections);
        }
    }

    public ClusterSecret secretOrLoopback() {
        return secret != null ? secret : ClusterSecret.ofLoopback();
    }

    private static void requireBindable(String name, InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(name + " address: host '" + address.getHostString()
                    + "' has no address; expected an address of this machine");
        }
        if (address.getAddress().isAnyLocalAddress()) {
            throw new IllegalArgumentException(name + " address: " + address.getHostString()
                    + " names every interface, but the other nodes must be told one; expected an address of this"
                            + " machine"
                    + " that they can reach");
        }
    }

    private static void requireLoopback(String name, InetSocketAddress address) {
        InetAddress host = address.getAddress();
        if (!host.isLoopbackAddress()) {
            throw new IllegalArgumentException(name + " address: " + host.getHostAddress()
                    + " can be reached from other machines, so the cluster needs a secret; make one with"
                    + " 'head -c 32 /dev/urandom | base64 > gosling.secret; chmod 600 gosling.secret', give the"
                            + " same file to"
                    + " every node, or use a loopback address");
        }
    }
}
