package io.gosling.gos.membership;

import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the quorum that grants the leases to serve from memory, and of its purges. The members and the times are
 * the same on every node of a cluster. Immutable.
 */
public record QuorumSettings(Quorum voters, PurgeSettings purges, SettingValues values)
        implements SettingGroup<QuorumSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Quorum> VOTERS = DECLARED.optional(
            "voters",
            new SettingType<>(
                    SettingType.Shape.LIST,
                    "NAMES",
                    "1, 3 or 5 names of nodes, each once (of two nodes, one)",
                    Quorum::new,
                    Map.of("type", List.of("array", "string"), "items", Map.of("type", "string"))),
            "Names of the nodes that vouch for what all nodes serve from memory: 1, 3 or 5, the same on every node."
                    + " Required for purging a cluster.");

    public static final Setting<Path> FILE = DECLARED.optional(
            "voter-file",
            SettingType.path("FILE", "a path for a file"),
            "File in which this node, if it is a voter, keeps the purges that it has vouched for; without it, it learns"
                    + " them from the others after a start.");

    public static final Setting<Duration> LEASE = DECLARED.setting(
            "purge.lease",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofMinutes(1)),
            "5s",
            "Time for which a node serves from memory without hearing from the voters, and for which a purge waits for"
                    + " a silent node; the same on every node.");

    public static final Setting<Duration> KEEP = DECLARED.setting(
            "purge.keep",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofHours(24)),
            "10m",
            "Time for which purges are remembered for nodes that are away; a node that comes back later revalidates all"
                    + " that it has.");

    public static final Setting<Duration> CHANGE_WAIT = DECLARED.setting(
            "purge.change-wait",
            SettingType.duration(Duration.ZERO, Duration.ofSeconds(10)),
            "500ms",
            "Longest time for which the response to a POST or another unsafe request waits until no node serves what"
                    + " the request has changed; 0s for no wait. The other nodes are told in any case.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** A quorum with these purges, and the defaults. */
    public QuorumSettings(Quorum voters, PurgeSettings purges) {
        this(voters, purges, SettingValues.none());
    }

    /** The quorum and its times; null if no quorum members are named. */
    public static @Nullable QuorumSettings from(SettingValues values) {
        return values.find(VOTERS)
                .map(voters -> new QuorumSettings(voters, purges(values), values))
                .orElse(null);
    }

    @Override
    public QuorumSettings of(SettingValues other) {
        return new QuorumSettings(voters, purges, other);
    }

    /** The times that follow from the lease: it is renewed five times while it lasts, and a purge outlives it. */
    private static PurgeSettings purges(SettingValues values) {
        PurgeSettings usual = PurgeSettings.defaults();
        Duration lease = values.get(LEASE);
        return new PurgeSettings(
                lease,
                lease.dividedBy(5),
                usual.resend(),
                usual.nextVoter(),
                lease.plus(Duration.ofSeconds(1)).plus(lease.dividedBy(50)),
                values.get(KEEP),
                usual.keepRecords(),
                usual.keepBytes(),
                usual.lessees());
    }

    /**
     * Refuses a file that could not be created. Its directory is not created: it may be a file system that is not
     * mounted yet, and a quorum member that forgets what it has vouched for is worse than one that does not start.
     *
     * @throws BadConfigurationException when its directory is not there, or a directory has its name
     */
    public static void requireFile(SettingValues values) throws BadConfigurationException {
        Path file = values.find(FILE).orElse(null);
        if (file == null) {
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            throw new BadConfigurationException(
                    values.where(FILE) + "value \"" + file + "\", and there is no directory " + directory
                            + "; expected one that exists and stays over restarts: make it, or name another file");
        }
        if (Files.isDirectory(file)) {
            throw new BadConfigurationException(values.where(FILE) + "value \"" + file
                    + "\" is a directory; expected a path for a file, such as " + file.resolve("voter"));
        }
    }
}
