package io.gosling.node.settings;

import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.memory.NoLeasePolicy;
import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import io.gosling.site.access.AddressBlock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Settings of purges: the quorum that grants leases to serve from memory, and the clients that may purge. */
public final class PurgeQuorumSettings {
    private static final Declarations DECLARED = new Declarations();

    private static final Kind<List<String>> ANY_NAMES =
            Kind.list("NAMES", "1, 3 or 5 names of nodes, each once (of two nodes, one)", text -> text);
    private static final Kind<List<String>> NAMES = new Kind<>(
            ANY_NAMES.shape(),
            ANY_NAMES.label(),
            ANY_NAMES.expected(),
            items -> new Quorum(items).names(),
            ANY_NAMES.schema());

    /** The quorum members. */
    public static final Setting<List<String>> VOTERS = DECLARED.optional(
            "voters",
            NAMES,
            "Nodes that vouch for what all nodes serve from memory, by name: 1, 3 or 5, the same on every node. Needed for"
                    + " purging a cluster.");

    /** The file in which a quorum member keeps its purges. */
    public static final Setting<Path> FILE = DECLARED.optional(
            "voter-file",
            Kind.path("FILE", "a path for a file"),
            "Where this node, if it is a voter, keeps the purges it has vouched for; without it it learns them from the"
                    + " others after a start.");

    /** The length of a lease, for which a node serves from memory without hearing from the quorum. */
    public static final Setting<Duration> LEASE = DECLARED.setting(
            "purge.lease",
            Kind.duration(Duration.ofSeconds(1), Duration.ofMinutes(1)),
            "5s",
            "How long a node serves from memory without hearing of the voters, and a purge waits for a node that is"
                    + " silent; the same on every node.");

    /** The time for which purges are remembered. */
    public static final Setting<Duration> KEEP = DECLARED.setting(
            "purge.keep",
            Kind.duration(Duration.ofSeconds(1), Duration.ofHours(24)),
            "10m",
            "How long purges are remembered for nodes that are away; one that comes back later compares all it has.");

    /** The handling of fresh responses of an origin by a node without a lease. */
    private static final Setting<String> WITHOUT_LEASE = DECLARED.setting(
            "purge.without-lease",
            Kind.choice(List.of("ask", "refuse", "serve")),
            "ask",
            "What a node that no quorum of voters vouches for does with a fresh response in its memory: ask its origin whether it"
                    + " still holds, refuse the request (503), or serve it marked, though it may have been purged.");

    /** The maximum time for which the response to an unsafe request waits until no node serves what it has changed. */
    private static final Setting<Duration> CHANGE_WAIT = DECLARED.setting(
            "purge.change-wait",
            Kind.duration(Duration.ZERO, Duration.ofSeconds(10)),
            "500ms",
            "How long the answer to a POST or the like waits at most until no node serves what it has changed any more; 0s for"
                    + " not at all. It is told to the others in any case.");

    /** The addresses of clients that may send PURGE. */
    public static final Setting<List<AddressBlock>> PURGE_FROM = DECLARED.optional(
            "purge-from",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of clients whose requests with the method PURGE are obeyed; none by default.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = DECLARED.all();

    private PurgeQuorumSettings() {}

    /**
     * The quorum and its timings; null if no quorum members are named.
     *
     * @throws BadConfiguration when the names are not 1, 3 or 5 different ones
     */
    public static @Nullable QuorumSettings of(Values values) throws BadConfiguration {
        List<String> names = values.find(VOTERS).orElse(List.of());
        if (names.isEmpty()) {
            return null;
        }
        try {
            return new QuorumSettings(
                    new Quorum(names), purges(values), values.find(FILE).orElse(null), values.get(CHANGE_WAIT));
        } catch (IllegalArgumentException e) {
            throw new BadConfiguration(List.of("voters: " + e.getMessage()));
        }
    }

    /**
     * Refuses a file that could not be created. Its directory is not created: it may be a file system that is not
     * mounted yet, and a quorum member that forgets what it has vouched for is worse than one that does not start.
     *
     * @throws BadConfiguration when its directory is not there, or a directory has its name
     */
    public static void requireFile(Values values) throws BadConfiguration {
        Path file = values.find(FILE).orElse(null);
        if (file == null) {
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            throw new BadConfiguration(List.of("voter-file: value \"" + file + "\", and there is no directory "
                    + directory + "; expected one that exists and stays over restarts: make it, or name another file"));
        }
        if (Files.isDirectory(file)) {
            throw new BadConfiguration(List.of("voter-file: value \"" + file
                    + "\" is a directory; expected a path for a file, such as " + file.resolve("voter")));
        }
    }

    /** {@code purge.without-lease}. */
    public static NoLeasePolicy withoutLease(Values values) {
        return NoLeasePolicy.valueOf(values.get(WITHOUT_LEASE).toUpperCase(Locale.ROOT));
    }

    /** The timings that follow from the lease: it is renewed five times while it lasts, and a purge outlives it. */
    private static PurgeSettings purges(Values values) {
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
}
