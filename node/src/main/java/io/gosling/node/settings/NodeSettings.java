package io.gosling.node.settings;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.dispatcher.backend.BackendPublicUrl;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.CountSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.disk.DiskSettings;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.memory.ServeWithoutLeasePolicy;
import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.warm.WarmSettings;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import io.gosling.site.access.AddressBlock;
import java.nio.file.Path;
import java.util.List;

/** The settings of a node: {@code gosling serve} and its configuration file. */
public final class NodeSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Path> DIR = DECLARED.optional(
            "dir",
            SettingType.path("DIR", "a directory"),
            "Directory to serve; on the command line the plain argument.");

    public static final Setting<String> NAME = DECLARED.optional(
            "name",
            SettingType.identifier("NAME"),
            "Name of the node in Cache-Status, homes and status; by default the host's name and the port.");

    public static final Setting<String> PUBLIC_URL = DECLARED.optional(
            "public-url",
            SettingType.of(
                    "URL",
                    "http or https, a host and perhaps a port, and no path, as in https://n1.example.org",
                    text -> BackendPublicUrl.parse(text).toString()),
            "URL at which clients reach this node directly; front-ends with forwarding redirect send them there.");

    public static final Setting<Double> WEIGHT = DECLARED.setting(
            "weight",
            SettingType.decimal(NodeProfile.LEAST_WEIGHT, NodeProfile.MOST_WEIGHT),
            "1",
            "Capacity of this node, in units of a standard machine: front-ends send a node of weight 2 twice as many"
                    + " requests as one of weight 1.");

    public static final Setting<List<String>> LABELS = DECLARED.optional(
            "label",
            SettingType.list(
                    "LABEL",
                    "labels: each a letter or digit, then letters, digits, '.', '_' or '-'",
                    NodeSettings::label),
            "Label of a back-end pool that this node belongs to, which the routes of front-ends name. Repeatable, 32 at"
                    + " most.");

    public static final Setting<Integer> PEER_PORT = DECLARED.setting(
            "peer-port",
            SettingType.integer("PORT", 0, 65535),
            "4676",
            "Port from which other nodes fetch objects; 0 takes a free one.");

    public static final Setting<Long> HASH_LIMIT = DECLARED.setting(
            "hash-limit",
            SettingType.size(0, 1L << 30),
            "16MiB",
            "Largest file whose ETag is computed from its bytes; larger files have one of size and time. The ETag of an"
                    + " object that may be cached is always computed from its bytes.");

    public static final Setting<NodeRole> ROLE = DECLARED.setting(
            "role",
            SettingType.constant(NodeRole.class, List.of(NodeRole.ALL, NodeRole.WEB, NodeRole.STORE)),
            "all",
            "Role of the node: web answers clients and holds no directory entries; store answers other nodes only, and"
                    + " holds the files of which it is the home and objects for which the others have no room; all does"
                    + " both.");

    public static final Setting<Boolean> DISPATCH = DECLARED.setting(
            "dispatch",
            SettingType.toggle(),
            "off",
            "on makes the node a front-end too: it sends each request of --port to the node that is to serve it, this"
                    + " one or another.");

    public static final Setting<Integer> SERVING_PORT = DECLARED.setting(
            "serving-port",
            SettingType.integer("PORT", 0, 65535),
            "0",
            "Port on --cluster-host at which the node serves requests that front-ends, and nodes with dispatch on,"
                    + " send it: encrypted if there is a secret-file. Without one, only a node with dispatch on has"
                    + " this port. 0 takes a free one, which the others are told.");

    public static final Setting<String> POLICY = DECLARED.setting(
            FrontEndSettings.POLICY.name(),
            FrontEndSettings.POLICY.kind(),
            "lb",
            "Policy by which a node with dispatch on chooses a node, as in gosling dispatch. Nodes choose"
                    + " independently; lb, and chbl within its bound, go by a hash, which makes them agree.");

    public static final Setting<List<AddressBlock>> PURGE_FROM = DECLARED.optional(
            "purge-from",
            SettingType.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of clients whose requests with the method PURGE are obeyed; none by default.");

    public static final List<Setting<?>> ALL = SettingDeclarations.inOrder(List.of(
            DECLARED.all(),
            CommonSettings.ALL,
            AdminSettings.ALL,
            List.of(HandoffSettings.DIRECTORY, HandoffSettings.PORT),
            CacheSettings.ALL,
            ObjectSpaceSettings.ALL,
            FreshnessSettings.ALL,
            LfuAgingSettings.ALL,
            List.of(ClusterSettings.TABLE_ENTRIES),
            CountSettings.ALL,
            NodeSitesSettings.ALL,
            UnixAndProxySettings.ALL,
            OriginSettings.ALL,
            QuorumSettings.ALL,
            List.of(ServeWithoutLeasePolicy.SETTING),
            WarmSettings.ALL,
            DiskSettings.ALL,
            ReplicationSettings.ALL,
            RepositorySettings.ALL,
            ClusterEncryption.ALL,
            ClusterTimeouts.OF_MEMBERS,
            ClusterTimeouts.OF_NODES,
            HttpLimits.ALL,
            DispatchSettings.OF_NODES,
            AccessLogSettings.ALL,
            HttpsSettings.ALL,
            Http2Limits.ALL));

    private NodeSettings() {}

    private static String label(String text) {
        if (!text.matches(NodeProfile.LABEL)) {
            throw new IllegalArgumentException("not a label: " + text);
        }
        return text;
    }
}
