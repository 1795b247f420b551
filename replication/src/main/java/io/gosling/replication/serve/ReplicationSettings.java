package io.gosling.replication.serve;

import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.home.HomeSettings;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.SignedHeaderCodec;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of one server of a replica set, whose pages link to copies on each other: the section {@code replication}.
 *
 * @param values with an {@link #ADDRESS}; they include those of the home, the copies and the consistency
 * @param signing has the replica set's secret, which may be changed while the server runs
 */
public record ReplicationSettings(SettingValues values, String node, SignedHeaderCodec signing)
        implements SettingGroup<ReplicationSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    private static final String ADDRESS_FORM =
            "http or https, a host and perhaps a port, and no path, as in http://n1.example.org:8080";

    static final int MOST_SERVERS = 64;

    public static final Setting<ReplicaPeer> ADDRESS = DECLARED.optional(
            "replication.address",
            SettingType.of("URL", ADDRESS_FORM, ReplicaPeer::parse),
            "Address at which clients and the other servers reach this one; a server that has it is part of a replica"
                    + " set.");

    public static final Setting<List<ReplicaPeer>> BACKEND = DECLARED.optional(
            "replication.backend",
            SettingType.list("URL", "addresses, each " + ADDRESS_FORM, ReplicaPeer::parse),
            "Addresses of the servers of the replica set (DC-Apache's Backend), 64 at most; this server's own may be"
                    + " among them. With replication.cluster, servers found in the cluster are added.");

    public static final Setting<Path> SECRET_FILE = DECLARED.optional(
            "replication.secret-file",
            SettingType.path("FILE", "a file"),
            "File with the secret of the replica set, the same on every server, 16 bytes or more. A second line is a"
                    + " secret that is accepted from others, too.");

    public static final Setting<Path> TLS_CA = DECLARED.optional(
            "replication.tls-ca",
            SettingType.path("FILE", "a PEM file with certificates"),
            "Authorities that may have signed the certificates of the replica set's servers, where their addresses are"
                    + " of https; by default those that Java trusts.");

    public static final Setting<Boolean> CLUSTER = DECLARED.setting(
            "replication.cluster",
            SettingType.toggle(),
            "off",
            "on makes a server of a replica set a member of a cluster as well, in which the servers of its set find"
                    + " each other; off forms and joins no cluster.");

    public static final Setting<Duration> SILENCE = DECLARED.setting(
            "replication.silence",
            SettingType.duration(Duration.ofMillis(400), Duration.ofMinutes(1)),
            "2s",
            "Time after which new pages no longer link to a server that has not answered; it is sent a ping after a"
                    + " quarter of this time.");

    public static final List<Setting<?>> ALL = SettingDeclarations.inOrder(List.of(
            DECLARED.all(),
            HomeSettings.ALL,
            LinkRuleSettings.ALL,
            PlanSettings.ALL,
            CopyConsistencySettings.ALL,
            CoopSettings.ALL));

    /** @throws IllegalArgumentException when values that are each within bounds do not go together */
    public ReplicationSettings {
        require(values);
    }

    @Override
    public ReplicationSettings of(SettingValues other) {
        return new ReplicationSettings(other, node, signing);
    }

    /**
     * Checks values with an address.
     *
     * @throws IllegalArgumentException when there are too many servers, when some are reached over TLS and others are
     *     not, or when thresholds contradict each other
     */
    public static void require(SettingValues values) {
        ReplicaPeer self = values.find(ADDRESS).orElseThrow();
        List<ReplicaPeer> peers = values.find(BACKEND).orElse(List.of());
        if (peers.size() > MOST_SERVERS) {
            throw new IllegalArgumentException(
                    "replication.backend: " + peers.size() + " addresses; expected " + MOST_SERVERS + " at most");
        }
        for (ReplicaPeer peer : peers) {
            if (peer.secure() != self.secure()) {
                throw new IllegalArgumentException("replication: backend: " + peer.origin() + " beside " + self.origin()
                        + "; expected https for all servers of the group, or for none");
            }
        }
        new HomeSettings(values).plan();
    }

    public static List<String> given(SettingValues values) {
        return ALL.stream().filter(values::isGiven).map(Setting::name).toList();
    }

    /** Returns true if this server is in a replica set and in no cluster. */
    public static boolean isAlone(SettingValues values) {
        return values.isGiven(ADDRESS) && !values.get(CLUSTER);
    }

    public ReplicaPeer self() {
        return find(ADDRESS).orElseThrow();
    }

    /** The addresses of the servers of the replica set; this server's own among them does not count. */
    public List<ReplicaPeer> peers() {
        return find(BACKEND).orElse(List.of());
    }

    public HomeSettings home() {
        return new HomeSettings(values);
    }
}
