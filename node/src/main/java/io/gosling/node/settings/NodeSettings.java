package io.gosling.node.settings;

import io.gosling.site.access.AddressBlock;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.warm.WarmSettings;
import io.gosling.gos.disk.DiskSettings;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.memory.NoLeasePolicy;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.dispatcher.backend.PublicUrl;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.membership.Profile;
import io.gosling.gos.replacement.AgeingSettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The settings of a node: {@code gosling serve} and its configuration file. */
public final class NodeSettings {
    private static final Declarations DECLARED = new Declarations();

    /** The directory that is served. */
    public static final Setting<Path> DIR = DECLARED.optional(
            "dir", Kind.path("DIR", "a directory"), "The directory to serve; on the command line the plain argument.");

    /** The name of the node. */
    public static final Setting<String> NAME = DECLARED.optional(
            "name",
            Kind.identifier("NAME"),
            "Name of the node in Cache-Status, homes and status; by default the host's name and the port.");

    /** The node's URL for clients. */
    public static final Setting<String> PUBLIC_URL = DECLARED.optional(
            "public-url",
            Kind.of(
                    "URL",
                    "http or https, a host and perhaps a port, and no path, as in https://n1.example.org",
                    text -> PublicUrl.parse(text).toString()),
            "Where clients reach this node themselves; front-ends with mechanism redirect send them there.");

    /** The node's capacity weight. */
    public static final Setting<Double> WEIGHT = DECLARED.setting(
            "weight",
            Kind.decimal(Profile.LEAST_WEIGHT, Profile.MOST_WEIGHT),
            "1",
            "What this node can carry, in units of a standard machine: front-ends send one of weight 2 twice as much as one"
                    + " of 1.");

    /** The labels of the back-end pools that the node belongs to. */
    public static final Setting<List<String>> LABELS = DECLARED.optional(
            "label",
            Kind.list(
                    "LABEL",
                    "labels: each a letter or digit, then letters, digits, '.', '_' or '-'",
                    NodeSettings::label),
            "A group of nodes that this one belongs to, which the rules of front-ends name. Repeatable, 32 at most.");

    /** The port from which other nodes fetch. */
    public static final Setting<Integer> PEER_PORT = DECLARED.setting(
            "peer-port",
            Kind.integer("PORT", 0, 65535),
            "4676",
            "Port from which other nodes fetch objects; 0 takes a free one.");

    /** The cache's budget. */
    public static final Setting<Long> MEMORY = DECLARED.setting(
            "memory", Kind.size(1L << 20, 1L << 40), "256m", "What cached objects may take of this node's memory.");

    /** The largest cacheable object. */
    public static final Setting<Long> CACHE_MAX_OBJECT = DECLARED.optional(
            "cache.max-object",
            Kind.size(0, 1L << 30),
            "Larger objects are streamed and not kept, or kept in segments; by default an eighth of the memory, at most"
                    + " 16MiB.");

    /** The slice size of objects that are not cached whole. */
    public static final Setting<Long> CACHE_SEGMENT = DECLARED.optional(
            "cache.segment",
            Kind.size(0, CacheSettings.MOST_SEGMENT),
            "What is brought and kept at a time of an origin's larger objects, and for a range: 64KiB to"
                    + " cache.max-object, or 0 for nothing; by default 1MiB, or cache.max-object if that is less.");

    /** The memory that may be allocated beyond the budget. */
    public static final Setting<Long> CACHE_HEADROOM = DECLARED.optional(
            "cache.headroom",
            Kind.size(0, 1L << 40),
            "Beyond the memory, for objects being filled or still being sent; by default an eighth of it and 16MiB.");

    /** The largest file whose tag is computed from its contents. */
    public static final Setting<Long> HASH_LIMIT = DECLARED.setting(
            "hash-limit",
            Kind.size(0, 1L << 30),
            "16MiB",
            "Files up to this size get an ETag from their bytes, larger ones from size and time;"
                    + " objects that may be kept always from their bytes.");

    /** The node's role. */
    public static final Setting<String> ROLE = DECLARED.setting(
            "role",
            Kind.choice(List.of("all", "web", "store")),
            "all",
            "web answers clients and holds no rows of the table; store answers other nodes only, and keeps what it is"
                    + " the home of and what they have no room for.");

    /** Whether the node is a front-end too. */
    public static final Setting<Boolean> DISPATCH = DECLARED.setting(
            "dispatch",
            Kind.toggle(),
            "off",
            "on sends each request of --port to the node that is to serve it, this one or another, as a front-end does.");

    /** The port on which dispatched requests are served. */
    public static final Setting<Integer> SERVING_PORT = DECLARED.setting(
            "serving-port",
            Kind.integer("PORT", 0, 65535),
            "0",
            "With dispatch on, the port on --cluster-host where what was dispatched is served; 0 takes a free one, which the"
                    + " others are told.");

    /** The policy by which a dispatching node chooses. */
    public static final Setting<String> POLICY = DECLARED.setting(
            DispatchSettings.POLICY.name(),
            DispatchSettings.POLICY.kind(),
            "lb",
            "With dispatch on, how a node is chosen, as by gosling dispatch: of nodes that each choose for themselves, those"
                    + " that go by hashes (lb, rendezvous, maglev) agree on who has what.");

    /** Whether nodes share their memory. */
    public static final Setting<Boolean> COOPERATION = DECLARED.setting(
            "cooperation",
            Kind.toggle(),
            "on",
            "off keeps the cache and leaves the other nodes alone: the baseline to compare with.");

    /** The replacement policy. */
    public static final Setting<String> REPLACEMENT = DECLARED.setting(
            "replacement",
            Kind.choice(ReplacementPolicy.names()),
            "lfu-aging",
            "Which objects leave when memory is full. Only lfu-aging goes by how often the cluster asks.");

    /** The home nodes of objects. */
    public static final Setting<Map<String, String>> HOMES = DECLARED.optional(
            "homes",
            Kind.pairs(
                    "PATH=NODE",
                    "paths that begin with a slash, each with the name of a node, such as /dir41/=n4",
                    text -> text.startsWith("/") ? text.lastIndexOf('=') : -1),
            "Paths, or prefixes ending in a slash, and the node that has them on disk; the longest match counts.");

    /** The time for which a copy in memory is served without revalidation. */
    public static final Setting<Duration> REFRESH_INTERVAL = DECLARED.setting(
            "refresh.interval",
            Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "2s",
            "How long a copy in memory is served without asking whether the file has changed.");

    /** The time for which a copy in memory is served while it cannot be revalidated. */
    public static final Setting<Duration> REFRESH_GRACE = DECLARED.setting(
            "refresh.grace",
            Kind.duration(Duration.ZERO, Duration.ofDays(1)),
            "60s",
            "How long a copy is served when its home node does not answer.");

    /** The mean count at which the cluster's counts are aged. */
    public static final Setting<Double> AGEING_TRIGGER = DECLARED.setting(
            "ageing.trigger",
            Kind.decimal(1, 1e6),
            "4",
            "Mean access count of the held objects at which all counts are aged.");

    /** The factor by which counts are aged. */
    public static final Setting<Double> AGEING_FACTOR = DECLARED.setting(
            "ageing.factor", Kind.decimal(0.01, 0.99), "0.5", "What an ageing multiplies every count with.");

    /** The cap on counts. */
    public static final Setting<Double> AGEING_CAP = DECLARED.setting(
            "ageing.cap",
            Kind.decimal(1, 1e12),
            "65536",
            "The highest count an object can have; not below the trigger.");

    /** The margin by which a new object must be better than its victim. */
    public static final Setting<Double> AGEING_MARGIN = DECLARED.setting(
            "ageing.margin",
            Kind.decimal(0.01, 100),
            "2",
            "How many times the worth of its victims a newcomer needs to displace them.");

    /** The influence of object sizes on LFU-Aging. */
    public static final Setting<String> AGEING_SIZE = DECLARED.setting(
            "ageing.size",
            Kind.choice(AgeingSettings.Size.names()),
            "ranked",
            "ranked goes by the count for each byte; admitted weighs a newcomer against all its victims together; ignored is"
                    + " the paper's.");

    /** The influence of duplicates on LFU-Aging. */
    public static final Setting<String> AGEING_DUPLICATES = DECLARED.setting(
            "ageing.duplicates",
            Kind.choice(AgeingSettings.Duplicates.names()),
            "cluster",
            "Whose count a copy is judged by of which there is another one: the cluster's, or this node's alone.");

    /** The influence of the last copy on LFU-Aging. */
    public static final Setting<Double> AGEING_LAST_COPY = DECLARED.setting(
            "ageing.last-copy",
            Kind.decimal(1, 1e6),
            "64",
            "How many times its count the last copy in the cluster is worth; 1 treats duplicates alike.");

    /** The timeout for waiting on another request's fetch. */
    public static final Setting<Duration> FILL_WAIT = DECLARED.setting(
            "fill-wait",
            Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(5)),
            "5s",
            "How long a request waits for another that is fetching the same object before it goes alone; where an origin is asked, at least, and as long as that may take to answer.");

    /** The interval of count reports. */
    public static final Setting<Duration> REPORT_INTERVAL = DECLARED.setting(
            "report.interval",
            Kind.duration(Duration.ofMillis(50), Duration.ofMinutes(1)),
            "1s",
            "How often access counts are reported to the owners of the rows.");

    /** The number of reports in which an emptied table is refilled. */
    public static final Setting<Integer> REPORT_SLICES = DECLARED.setting(
            "report.slices",
            Kind.integer("N", 1, 3600),
            "30",
            "In how many reports all held objects are announced again; in more if half of report.rows is too few.");

    /** The maximum number of entries in a report. */
    public static final Setting<Integer> REPORT_ROWS = DECLARED.setting(
            "report.rows",
            Kind.integer("N", 16, 1_000_000),
            "10000",
            "Rows in one report; the rest waits for the next.");

    /** The number of objects that are counted without being held. */
    public static final Setting<Integer> REPORT_REMEMBERED = DECLARED.setting(
            "report.remembered",
            Kind.integer("N", 16, 100_000_000),
            "65536",
            "Objects not held here whose access counts are remembered.");

    /** The addresses of clients that may send PURGE. */
    public static final Setting<List<AddressBlock>> PURGE_FROM = DECLARED.optional(
            "purge-from",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of clients whose requests with the method PURGE are obeyed; none by default.");

    /** In the order of the help text. */
    public static final List<Setting<?>> ALL = Declarations.inOrder(List.of(
            List.of(
                    DIR,
                    CommonSettings.PORT,
                    CommonSettings.HOST,
                    NAME,
                    PUBLIC_URL,
                    WEIGHT,
                    LABELS,
                    CommonSettings.JOIN,
                    CommonSettings.CLUSTER_HOST,
                    CommonSettings.CLUSTER_PORT,
                    PEER_PORT,
                    CommonSettings.SECRET_FILE,
                    CommonSettings.ADMIN_HOST,
                    CommonSettings.ADMIN_PORT,
                    MEMORY,
                    ROLE,
                    DISPATCH,
                    SERVING_PORT,
                    POLICY,
                    COOPERATION,
                    REPLACEMENT,
                    HOMES,
                    HandoffSettings.DIRECTORY,
                    HandoffSettings.PORT,
                    CommonSettings.TRANSPORT,
                    CommonSettings.EVENT_LOOPS,
                    CommonSettings.DRAIN,
                    REFRESH_INTERVAL,
                    REFRESH_GRACE,
                    AGEING_TRIGGER,
                    AGEING_FACTOR,
                    AGEING_CAP,
                    AGEING_MARGIN,
                    AGEING_SIZE,
                    AGEING_DUPLICATES,
                    AGEING_LAST_COPY,
                    FILL_WAIT,
                    ClusterSettings.TABLE_ROWS,
                    REPORT_INTERVAL,
                    REPORT_SLICES,
                    REPORT_ROWS,
                    REPORT_REMEMBERED,
                    CACHE_MAX_OBJECT,
                    CACHE_SEGMENT,
                    CACHE_HEADROOM,
                    HASH_LIMIT),
            ServedSettings.ALL,
            ListenSettings.ALL,
            UpstreamSettings.ALL,
            QuorumSettings.ALL,
            List.of(NoLeasePolicy.SETTING, PURGE_FROM),
            WarmSettings.ALL,
            DiskSettings.ALL,
            ReplicaSetSettings.ALL,
            RepositorySettings.ALL,
            ClusterTimings.OF_MEMBERS,
            ClusterTimings.OF_NODES,
            HttpLimits.ALL,
            DispatchSettings.OF_NODES,
            LogSettings.ALL,
            HttpsSettings.ALL,
            Http2Settings.ALL));

    private NodeSettings() {}

    private static String label(String text) {
        if (!text.matches(Profile.LABEL)) {
            throw new IllegalArgumentException("not a label: " + text);
        }
        return text;
    }
}
