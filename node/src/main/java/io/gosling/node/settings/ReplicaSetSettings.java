package io.gosling.node.settings;

import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.home.HintSettings;
import io.gosling.replication.home.HomeSettings;
import io.gosling.replication.home.RenderedVariantSettings;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.page.LinkRules;
import io.gosling.replication.plan.Consistency;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.Spread;
import io.gosling.replication.plan.StorageMethod;
import io.gosling.replication.plan.StoreOrder;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.replication.site.GraphLimits;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Settings of a replica set, the servers whose pages link to copies on each other: the section {@code replication}. */
public final class ReplicaSetSettings {
    private static final Declarations DECLARED = new Declarations();

    private static final String ADDRESS_FORM =
            "http or https, a host and perhaps a port, and no path, as in http://n1.example.org:8080";
    private static final int MOST_SERVERS = 64;

    public static final Setting<ReplicaPeer> ADDRESS = DECLARED.optional(
            "replication.address",
            Kind.of("URL", ADDRESS_FORM, ReplicaPeer::parse),
            "Where clients and the other servers reach this one; with it, this server is part of a group.");

    public static final Setting<List<ReplicaPeer>> BACKEND = DECLARED.optional(
            "replication.backend",
            Kind.list("URL", "addresses, each " + ADDRESS_FORM, ReplicaPeer::parse),
            "The addresses of the group's servers (DC-Apache's Backend); this one's own may be among them. 64 at most. With"
                    + " replication.cluster those in the cluster are found besides.");

    public static final Setting<Path> SECRET_FILE = DECLARED.optional(
            "replication.secret-file",
            Kind.path("FILE", "a file"),
            "File with the secret of the group, the same on every server, 16 bytes or more.");

    public static final Setting<Path> TLS_CA = DECLARED.optional(
            "replication.tls-ca",
            Kind.path("FILE", "a PEM file with certificates"),
            "Who may have signed the certificates of the group's servers, where their addresses are of https, instead of"
                    + " those whom Java believes.");

    public static final Setting<String> EXPORT_PATH = DECLARED.setting(
            "replication.export-path",
            Kind.matching("PATH", "a path that begins with a slash", "/.*"),
            "/",
            "What the paths of documents begin with that may have copies elsewhere (ExportPath).");

    public static final Setting<Path> IMPORT_PATH = DECLARED.optional(
            "replication.import-path",
            Kind.path("DIR", "a directory"),
            "Where copies of others' documents are kept (ImportPath); by default a temporary directory. What is called"
                    + " *.gosling-copy there is deleted at start.");

    public static final Setting<Long> DISK_QUOTA = DECLARED.setting(
            "replication.disk-quota",
            Kind.size(0, 1L << 50),
            "1GiB",
            "What copies may take of the disk, for all homes together (DiskQuota); 0 keeps none.");

    public static final Setting<Long> COPY_MEMORY = DECLARED.setting(
            "replication.copy-memory",
            Kind.size(0, 1L << 40),
            "8MiB",
            "What copies may take of the memory that are asked for again and again, each a sixteenth of it at most; 0 sends"
                    + " all from the disk.");

    public static final Setting<String> METHOD = DECLARED.setting(
            "replication.method",
            Kind.choice(names(StorageMethod.values())),
            "resource-aware",
            "What a home knows of the others' room when it decides who is to hold what.");

    public static final Setting<String> SPREAD = DECLARED.setting(
            "replication.spread",
            Kind.choice(names(Spread.values())),
            "replication",
            "migration: one copy, to which all links lead; replication: any number, each response chooses.");

    public static final Setting<String> CONSISTENCY = DECLARED.setting(
            "replication.consistency",
            Kind.choice(names(Consistency.Mode.values())),
            "implicit-notification",
            "How copies are kept the same as the original.");

    public static final Setting<String> NOTICES = DECLARED.setting(
            "replication.notices",
            Kind.choice(List.of("http", "udp")),
            "http",
            "How servers tell each other what was evicted and what has changed: in requests, or in datagrams, which come at"
                    + " the UDP port that has the number of replication.address.");

    public static final Setting<Duration> VALIDATE_AFTER = DECLARED.setting(
            "replication.validate-after",
            Kind.duration(Duration.ofMillis(10), Duration.ofDays(1)),
            "1m",
            "A copy that was not compared with its original for so long is compared before it is served.");

    public static final Setting<Duration> GRACE = DECLARED.setting(
            "replication.grace",
            Kind.duration(Duration.ZERO, Duration.ofDays(1)),
            "1m",
            "How long beyond that a copy is served whose home cannot be asked.");

    public static final Setting<String> LOAD = DECLARED.setting(
            "replication.load",
            Kind.choice(List.of("requests", "bytes")),
            "requests",
            "What the load figure counts a second.");

    public static final Setting<Double> WEIGHT = DECLARED.setting(
            "replication.weight",
            Kind.decimal(0, 0.99),
            "0.5",
            "How much of the load figure is the past: a in L = a * L_old + (1 - a) * sample.");

    public static final Setting<Double> IDLE = DECLARED.setting(
            "replication.idle",
            Kind.decimal(0, 1e12),
            "10",
            "Below this load, in the load figure's units, a server gives nothing away.");

    public static final Setting<Double> OVERLOADED = DECLARED.setting(
            "replication.overloaded",
            Kind.decimal(1, 10),
            "1.1",
            "A home with more than so many times the mean load gives documents away (naive, deletion-aware).");

    public static final Setting<Double> HEAVY = DECLARED.setting(
            "replication.heavy",
            Kind.decimal(1, 10),
            "1.3",
            "A server with more than so many times the mean load is heavily loaded; at least replication.light.");

    public static final Setting<Double> LIGHT = DECLARED.setting(
            "replication.light",
            Kind.decimal(0.1, 2),
            "1",
            "A server with less than so many times the mean load is lightly loaded.");

    public static final Setting<Integer> PER_ROUND = DECLARED.setting(
            "replication.per-round", Kind.integer("N", 1, 10_000), "10", "Decisions about one server in one round.");

    public static final Setting<Integer> CANDIDATES = DECLARED.setting(
            "replication.candidates",
            Kind.integer("N", 1, 10_000),
            "1000",
            "The most requested documents, which alone are considered.");

    public static final Setting<Duration> ROUND = DECLARED.setting(
            "replication.round",
            Kind.duration(Duration.ofMillis(100), Duration.ofMinutes(10)),
            "1s",
            "Between two samples of the load, and two decisions.");

    public static final Setting<Duration> SCAN = DECLARED.setting(
            "replication.scan",
            Kind.duration(Duration.ofMillis(50), Duration.ofHours(1)),
            "5s",
            "Between two looks for files that have changed.");

    public static final Setting<Path> GRAPH_FILE = DECLARED.optional(
            "replication.graph-file",
            Kind.path("FILE", "a file that this server alone may write, in a directory that is there"),
            "Where what was found in pages stands over a restart; without, each start reads the links of all pages.");

    public static final Setting<Duration> PAGE_AGE = DECLARED.setting(
            "replication.page-age",
            Kind.duration(Duration.ZERO, Duration.ofHours(1)),
            "10s",
            "How long browsers may keep a page whose links were chosen (max-age), in whole seconds.");

    public static final Setting<Duration> SILENCE = DECLARED.setting(
            "replication.silence",
            Kind.duration(Duration.ofMillis(400), Duration.ofMinutes(1)),
            "2s",
            "Who has not answered for so long is in no new page; asked for a sign of life after a quarter of it.");

    public static final Setting<String> REPLACEMENT = DECLARED.setting(
            "replication.replacement",
            Kind.choice(names(StoreOrder.values())),
            "lru",
            "Which copies leave when the quota is full.");

    public static final Setting<Integer> PULLS = DECLARED.setting(
            "replication.pulls",
            Kind.integer("N", 1, 10_000),
            "64",
            "Copies that are brought at a time; requests for more are sent to their homes.");

    public static final Setting<Duration> PULL_WAIT = DECLARED.setting(
            "replication.pull-wait",
            Kind.duration(Duration.ofMillis(100), Duration.ofMinutes(5)),
            "10s",
            "How long a client waits for a copy that is being brought, before it is sent to its home.");

    public static final Setting<Duration> PULL_TIME = DECLARED.setting(
            "replication.pull-time",
            Kind.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            "5m",
            "How long bringing one copy may take in all; what failed after longer than pull-wait is left alone for nine times"
                    + " as long.");

    public static final Setting<Long> PAGE_MEMORY = DECLARED.setting(
            "replication.page-memory",
            Kind.size(0, 1L << 40),
            "16MiB",
            "What pages may take that are not in memory, while they are put together and sent; of those that find no room"
                    + " no link is chosen.");

    public static final Setting<Duration> CHOICE_AGE = DECLARED.setting(
            "replication.choice-age",
            Kind.duration(Duration.ZERO, Duration.ofSeconds(10)),
            "1s",
            "How long a page that is in memory is sent with the same choice of links at most, one of several at a time; 0"
                    + " chooses anew for each response.");

    public static final Setting<Long> CHOICE_MEMORY = DECLARED.setting(
            "replication.choice-memory",
            Kind.size(0, 1L << 40),
            "16MiB",
            "What pages may take that are kept with their links chosen; of those that find no room each response chooses"
                    + " anew.");

    public static final Setting<String> COPIED_LINKS = DECLARED.setting(
            "replication.copied-links",
            Kind.choice(List.of("frozen", "anew")),
            "frozen",
            "Links of this server's pages on other servers: as they were when the page was brought, or chosen there for each"
                    + " response from this server's latest plan.");

    public static final Setting<Boolean> DOCUMENTS = DECLARED.setting(
            "replication.documents",
            Kind.toggle(),
            "off",
            "Whether links to other pages may be chosen too, and not only what pages are made of.");

    public static final Setting<Boolean> CORS = DECLARED.setting(
            "replication.cors",
            Kind.toggle(),
            "off",
            "Whether copies, and this server's own documents, are sent with Access-Control-Allow-Origin: *, so that fonts"
                    + " and whatever else is fetched with CORS may be chosen.");

    public static final Setting<String> CONTENT_POLICY = DECLARED.optional(
            "replication.content-policy",
            Kind.matching(
                    "CSP",
                    "a content security policy in one line of ASCII, such as default-src 'self'",
                    "[A-Za-z][ -~]*"),
            "The Content-Security-Policy of this server's documents. Links are left alone that it does not allow, and pages"
                    + " stay at home, since other servers do not send it.");

    public static final Setting<Boolean> EXTEND_POLICY = DECLARED.setting(
            "replication.extend-policy",
            Kind.toggle(),
            "off",
            "Whether that policy is sent with the addresses of the group's servers in it, for what pages fetch from them.");

    public static final Setting<Integer> PRELOAD = DECLARED.setting(
            "replication.preload",
            Kind.integer("N", 0, 32),
            "0",
            "How many of a page's styles and scripts its header names (Link with rel=preload), wherever this response has"
                    + " them; 0 names none.");

    public static final Setting<Boolean> EARLY_HINTS = DECLARED.setting(
            "replication.early-hints",
            Kind.toggle(),
            "off",
            "Whether clients of HTTP/2 are told these before a page that is not in memory (103).");

    public static final Setting<Integer> PREFETCH = DECLARED.setting(
            "replication.prefetch",
            Kind.integer("N", 0, 100),
            "0",
            "How many of the pages that a page leads to are brought into memory when it was not there itself; 0 brings"
                    + " none.");

    public static final Setting<List<String>> ENTRIES = DECLARED.optional(
            "replication.entries",
            Kind.list("PATH", "paths of files, each with its slash", ReplicaSetSettings::path),
            "Files that stay at home, where visitors begin; by default /index.html.");

    public static final Setting<Boolean> CLUSTER = DECLARED.setting(
            "replication.cluster",
            Kind.toggle(),
            "off",
            "Whether a server of a group is a member of a cluster as well, in which servers of its group find each other;"
                    + " without, no cluster is formed or joined.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = DECLARED.all();

    private ReplicaSetSettings() {}

    /** The names of the settings that are given. */
    public static List<String> given(Values values) {
        return ALL.stream().filter(values::isGiven).map(Setting::name).toList();
    }

    /** Whether this server is in a replica set and in no cluster. */
    public static boolean isAlone(Values values) {
        return values.isGiven(ADDRESS) && !values.get(CLUSTER);
    }

    /**
     * The settings of this server's part in its replica set, from values with an address.
     *
     * @param secret the text of the file
     * @throws BadConfiguration when values that are each within bounds do not go together
     */
    public static ReplicationSettings of(String node, Values values, String secret, Path copies)
            throws BadConfiguration {
        ReplicaPeer self = values.find(ADDRESS).orElseThrow();
        List<ReplicaPeer> peers = values.find(BACKEND).orElse(List.of());
        if (peers.size() > MOST_SERVERS) {
            throw new BadConfiguration(List.of(
                    "replication.backend: " + peers.size() + " addresses; expected " + MOST_SERVERS + " at most"));
        }
        try {
            StorageMethod method = StorageMethod.valueOf(constant(values.get(METHOD)));
            LinkRules rules = new LinkRules(
                    values.get(DOCUMENTS),
                    values.get(CORS),
                    values.get(EXTEND_POLICY),
                    values.find(CONTENT_POLICY).stream().toList());
            HomeSettings home = new HomeSettings(
                    values.get(EXPORT_PATH),
                    new HashSet<>(values.find(ENTRIES).orElse(List.of("/index.html"))),
                    rules,
                    plan(values, method),
                    values.get(LOAD).equals("bytes"),
                    values.get(ROUND),
                    values.get(SCAN),
                    values.find(GRAPH_FILE).orElse(null),
                    values.get(PAGE_MEMORY),
                    values.get(COPIED_LINKS).equals("anew"),
                    values.get(PAGE_AGE),
                    new RenderedVariantSettings(values.get(CHOICE_AGE), values.get(CHOICE_MEMORY)),
                    new HintSettings(values.get(PRELOAD), values.get(EARLY_HINTS), values.get(PREFETCH)));
            CoopSettings coop = new CoopSettings(
                    copies,
                    values.get(DISK_QUOTA),
                    values.get(COPY_MEMORY),
                    StoreOrder.valueOf(constant(values.get(REPLACEMENT))),
                    method == StorageMethod.DELETION_AWARE,
                    values.get(CORS),
                    values.get(GRACE),
                    values.get(PULLS),
                    values.get(PULL_WAIT),
                    values.get(PULL_TIME));
            Consistency consistency = new Consistency(
                    Consistency.Mode.valueOf(constant(values.get(CONSISTENCY))), values.get(VALIDATE_AFTER));
            return new ReplicationSettings(
                    node,
                    self,
                    peers,
                    secret.strip(),
                    values.get(NOTICES).equals("udp")
                            ? new InetSocketAddress(values.get(CommonSettings.HOST), self.port())
                            : null,
                    values.get(SILENCE),
                    home,
                    coop,
                    consistency,
                    GraphLimits.defaults());
        } catch (IllegalArgumentException e) {
            throw new BadConfiguration(List.of("replication: " + e.getMessage()));
        }
    }

    private static PlanSettings plan(Values values, StorageMethod method) {
        return new PlanSettings(
                method,
                Spread.valueOf(constant(values.get(SPREAD))),
                values.get(WEIGHT),
                values.get(IDLE),
                values.get(OVERLOADED),
                values.get(HEAVY),
                values.get(LIGHT),
                values.get(PER_ROUND),
                values.get(CANDIDATES),
                PlanSettings.of(method, Spread.REPLICATION).swapMargin());
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(one -> one.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    private static String constant(String name) {
        return name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static String path(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("not a path with its slash: " + text);
        }
        return text;
    }
}
