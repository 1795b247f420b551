package io.gosling.node.configuration;

import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.replication.site.LinkGraphLimits;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingValues;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts the values of a node's settings to the settings of the object space. */
public final class NodeConfigurationConverter {
    private static final int MOST_LETTERS = 64;

    /** Settings that mean something in a cluster only, by whatever value. */
    private static final List<Setting<?>> OF_CLUSTERS = SettingDeclarations.inOrder(List.of(
            List.of(
                    CommonSettings.JOIN,
                    CommonSettings.CLUSTER_HOST,
                    CommonSettings.CLUSTER_PORT,
                    NodeSettings.PEER_PORT,
                    ObjectSpaceSettings.HOMES,
                    QuorumSettings.VOTERS),
            ClusterEncryption.ALL,
            ClusterTimeouts.OF_MEMBERS,
            ClusterTimeouts.OF_NODES));

    /** Settings that mean a cluster if they differ from their defaults. */
    private static final List<Setting<?>> OTHER_IN_CLUSTERS =
            List.of(NodeSettings.ROLE, NodeSettings.DISPATCH, ReplicationSettings.CLUSTER);

    private NodeConfigurationConverter() {}

    /**
     * Returns true if a node is to start nothing of a cluster: neither its ports nor its threads. It is in a replica
     * set without a cluster, or has neither a secret nor a setting that only members of a cluster have a use for.
     */
    public static boolean isAlone(SettingValues values) {
        return ReplicationSettings.isAlone(values)
                || (ListenAddresses.secretFile(values).isEmpty()
                        && OF_CLUSTERS.stream().noneMatch(values::isGiven)
                        && OTHER_IN_CLUSTERS.stream()
                                .allMatch(setting -> values.isSame(setting, SettingValues.none())));
    }

    /** Returns true if the node encrypts what it and other members of its cluster send each other. */
    public static boolean encrypts(SettingValues values) {
        return !isAlone(values)
                && ListenAddresses.secretFile(values).isPresent()
                && values.get(ClusterEncryption.ENCRYPTION);
    }

    /**
     * The addresses of a node. Its secret is required where other machines reach its cluster address, if it has one.
     */
    public static ListenAddresses addresses(SettingValues values) throws BadConfigurationException {
        return isAlone(values)
                ? ListenAddresses.given(values, CommonSettings.CLUSTER_PORT, CommonSettings.JOIN)
                : ListenAddresses.of(values, CommonSettings.CLUSTER_PORT, CommonSettings.JOIN);
    }

    /** The configured name, or one made from the host's name and the port. */
    public static String name(SettingValues values) {
        return values.find(NodeSettings.NAME).orElseGet(() -> defaultName(hostName(), values.get(CommonSettings.PORT)));
    }

    /** A name that follows the rules for names; a free port has no number yet, so the process id takes its place. */
    public static String defaultName(String host, int port) {
        String suffix = "-"
                + (port != 0
                        ? Integer.toString(port)
                        : "p" + ProcessHandle.current().pid());
        String letters = host.replaceAll("[^A-Za-z0-9._-]", "-");
        if (letters.isEmpty() || !Character.isLetter(letters.charAt(0))) {
            letters = "n" + letters;
        }
        return letters.substring(0, Math.min(letters.length(), MOST_LETTERS - suffix.length())) + suffix;
    }

    public static String hostName() {
        try {
            return java.net.InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (java.net.UnknownHostException e) {
            return "node";
        }
    }

    /** @throws BadConfigurationException when values that are each within bounds do not go together */
    public static ObjectSpaceSettings space(String name, SettingValues values) throws BadConfigurationException {
        return BadConfigurationException.unless(() -> {
            ObjectSpaceSettings settings = new ObjectSpaceSettings(name, values);
            settings.cache().requireSlice();
            return settings;
        });
    }

    /**
     * The timeouts of this member; a front-end, which has no settings for some of them, uses the defaults.
     *
     * @throws BadConfigurationException when values that are each within bounds do not go together
     */
    public static ClusterTimeouts timings(SettingValues values) throws BadConfigurationException {
        return BadConfigurationException.unless(() -> new ClusterTimeouts(values));
    }

    /** @throws BadConfigurationException when it does not fit into the heap */
    public static RepositorySettings repository(SettingValues values) throws BadConfigurationException {
        return RepositorySettings.of(values, Runtime.getRuntime().maxMemory());
    }

    /**
     * The file size up to which tags are computed from contents: that of the largest cacheable object, or more if
     * configured.
     */
    public static long hashLimit(SettingValues values, CacheSettings cache) {
        long limit = Math.max(values.get(NodeSettings.HASH_LIMIT), cache.maxObjectBytes());
        // In a replica set pages are shared by their tags, which must be computed from the contents wherever links are
        // parsed.
        return values.isGiven(ReplicationSettings.ADDRESS)
                ? Math.max(limit, LinkGraphLimits.defaults().pageBytes())
                : limit;
    }

    /** The cluster settings of a node whose sockets for clients and for the admin API are bound. */
    public static ClusterSettings cluster(
            String name,
            SettingValues values,
            ListenAddresses addresses,
            @Nullable InetSocketAddress http,
            InetSocketAddress admin)
            throws BadConfigurationException {
        timings(values);
        return ClusterSettings.of(name, values.get(NodeSettings.ROLE), addresses.cluster(), addresses.secret())
                .joining(addresses.join())
                .of(repository(values).values())
                .withVoting(QuorumSettings.from(values))
                .withPeer(new InetSocketAddress(addresses.cluster().getAddress(), values.get(NodeSettings.PEER_PORT)))
                .withAddresses(http, admin)
                .withProfile(profile(values));
    }

    public static NodeProfile profile(SettingValues values) throws BadConfigurationException {
        return BadConfigurationException.unless(() -> new NodeProfile(
                        values.find(NodeSettings.PUBLIC_URL).orElse(null),
                        values.get(NodeSettings.WEIGHT),
                        Set.copyOf(values.find(NodeSettings.LABELS).orElse(List.of())))
                .dispatching(values.get(NodeSettings.DISPATCH))
                .inGroup(values.find(ReplicationSettings.ADDRESS)
                        .map(ReplicaPeer::origin)
                        .orElse(null)));
    }
}
