package io.gosling.gos.membership;

import io.gosling.gos.NodeNameCheck;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a node's membership in a cluster. Immutable; addresses are checked when it is built.
 *
 * @param secret required, and random, unless every address is a loopback address
 * @param profile the properties that it announces to nodes that send it requests
 * @param voting the quorum that vouches for what nodes serve from memory; null where purges reach this node alone
 * @param values of the settings of this class, {@link ClusterTimeouts} and {@link RepositorySettings}
 */
public record ClusterSettings(
        String node,
        NodeRole role,
        Addresses addresses,
        @Nullable ClusterSecret secret,
        NodeProfile profile,
        @Nullable QuorumSettings voting,
        SettingValues values)
        implements SettingGroup<ClusterSettings> {
    public static final Setting<Integer> TABLE_ENTRIES = new SettingDeclarations()
            .setting(
                    "table-entries",
                    SettingType.integer("N", 1000, 100_000_000),
                    "1000000",
                    "Directory entries that this node may own; the least recently used are evicted first.");

    /**
     * The addresses of a member.
     *
     * @param cluster the address at which members reach this one; port 0 picks a free one
     * @param join {@code HOST:PORT} of members to look for; empty to wait for others to come
     * @param peer the address at which this node gives objects to others, port 0 picks a free one; null for a front-end
     * @param http the address at which it answers clients, as the others should know it; null when it does not
     * @param admin the address of its status, as the others should know it; null for none
     */
    public record Addresses(
            InetSocketAddress cluster,
            List<String> join,
            @Nullable InetSocketAddress peer,
            @Nullable InetSocketAddress http,
            @Nullable InetSocketAddress admin) {
        public Addresses {
            join = List.copyOf(join);
        }
    }

    /** @throws IllegalArgumentException saying what is wrong and what to change */
    public ClusterSettings {
        NodeNameCheck.require(node);
        InetSocketAddress peer = addresses.peer();
        requireBindable("cluster", addresses.cluster());
        if (peer != null) {
            requireBindable("peer", peer);
        }
        if (secret == null || !secret.isRandom()) {
            String problem = secret == null ? "needs a secret" : "needs a secret that cannot be guessed";
            requireLoopback("cluster", addresses.cluster(), problem);
            if (peer != null) {
                requireLoopback("peer", peer, problem);
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
        Addresses alone = new Addresses(cluster, List.of(), null, null, null);
        return new ClusterSettings(node, role, alone, secret, NodeProfile.PLAIN, null, SettingValues.none());
    }

    @Override
    public ClusterSettings of(SettingValues other) {
        return new ClusterSettings(node, role, addresses, secret, profile, voting, other);
    }

    public ClusterTimeouts timings() {
        return new ClusterTimeouts(values);
    }

    public RepositorySettings repository() {
        return new RepositorySettings(values);
    }

    public InetSocketAddress cluster() {
        return addresses.cluster();
    }

    public List<String> join() {
        return addresses.join();
    }

    /** The address at which this node gives objects to others; null for a front-end. */
    public @Nullable InetSocketAddress peer() {
        return addresses.peer();
    }

    public ClusterSettings joining(List<String> members) {
        return with(new Addresses(cluster(), members, peer(), addresses.http(), addresses.admin()));
    }

    public ClusterSettings withPeer(@Nullable InetSocketAddress other) {
        return with(new Addresses(cluster(), join(), other, addresses.http(), addresses.admin()));
    }

    /** The same with the addresses that others should know. */
    public ClusterSettings withAddresses(@Nullable InetSocketAddress http, @Nullable InetSocketAddress admin) {
        return with(new Addresses(cluster(), join(), peer(), http, admin));
    }

    public ClusterSettings withCluster(InetSocketAddress other) {
        return with(new Addresses(other, join(), peer(), addresses.http(), addresses.admin()));
    }

    public ClusterSettings withProfile(NodeProfile other) {
        return new ClusterSettings(node, role, addresses, secret, other, voting, values);
    }

    public ClusterSettings withVoting(@Nullable QuorumSettings other) {
        return new ClusterSettings(node, role, addresses, secret, profile, other, values);
    }

    private ClusterSettings with(Addresses other) {
        return new ClusterSettings(node, role, other, secret, profile, voting, values);
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
                    + " machine that they can reach");
        }
    }

    private static void requireLoopback(String name, InetSocketAddress address, String problem) {
        InetAddress host = address.getAddress();
        if (!host.isLoopbackAddress()) {
            throw new IllegalArgumentException(name + " address: " + host.getHostAddress()
                    + " can be reached from other machines, so the cluster " + problem + "; make one with 'head -c 32"
                    + " /dev/urandom | base64 > gosling.secret; chmod 600 gosling.secret', give the same file to every"
                    + " node, or use a loopback address");
        }
    }
}
