package io.gosling.replication.plan;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * The rules that keep copies consistent with the original (DC-Apache, section 3.3), and the bound of the age of what a
 * client gets.
 *
 * <p>Versions are numbers that the home assigns, and are compared only with numbers of the same home; ages are measured
 * by the replica holder, on its own ticker. So no two clocks need to agree.
 */
public record CopyConsistencySettings(SettingValues values) implements SettingGroup<CopyConsistencySettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Mode> MODE = DECLARED.setting(
            "replication.consistency",
            SettingType.constant(Mode.class),
            "implicit-notification",
            "Way in which copies are kept the same as the original: the home sends the new bytes (active-update) or has"
                    + " copies dropped (explicit-notification); links name the version (implicit-notification); or"
                    + " copies are compared when they have aged (validation).");

    public static final Setting<Duration> VALIDATE_AFTER = DECLARED.setting(
            "replication.validate-after",
            SettingType.duration(Duration.ofMillis(10), Duration.ofDays(1)),
            "1m",
            "Time after which a copy is compared with its original again before it is served.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /**
     * Least time between two revalidations of a copy that are due to links, since anybody can write a version into an
     * address.
     */
    public static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

    /** The protocol that is run when a document has changed. */
    public enum Mode {
        /** The home sends the new bytes to every holder. */
        ACTIVE_UPDATE,
        /** The home notifies every holder to drop its copy. */
        EXPLICIT_NOTIFICATION,
        /** Links carry the version; an older copy is revalidated before it is served. */
        IMPLICIT_NOTIFICATION,
        /** No messages are sent; copies are revalidated when they have aged. */
        VALIDATION
    }

    /** A co-op's use of its copy for a request. */
    public enum Use {
        SERVE,
        /** Revalidate it at the home, which sends the new bytes if it has changed. */
        VALIDATE
    }

    /**
     * A message from a home to a replica holder: an older copy is to be dropped.
     *
     * @param update true if the holder is to fetch the new bytes
     */
    public record Notice(String server, String path, long version, boolean update) {}

    /** The rules with this mode, and the default time. */
    public static CopyConsistencySettings by(Mode mode) {
        return new CopyConsistencySettings(SettingValues.none()).with(MODE, mode);
    }

    @Override
    public CopyConsistencySettings of(SettingValues other) {
        return new CopyConsistencySettings(other);
    }

    /**
     * Decides the use of a copy for a request.
     *
     * @param wanted the version that the link names, which is not authenticated; 0 if it names none
     * @param sinceChecked time since the last validation of the copy
     */
    public Use use(long held, long wanted, Duration sinceChecked) {
        if (get(MODE) == Mode.IMPLICIT_NOTIFICATION && wanted > held) {
            return sinceChecked.compareTo(BETWEEN_QUESTIONS) >= 0 || sinceChecked.compareTo(get(VALIDATE_AFTER)) >= 0
                    ? Use.VALIDATE
                    : Use.SERVE;
        }
        return sinceChecked.compareTo(get(VALIDATE_AFTER)) >= 0 ? Use.VALIDATE : Use.SERVE;
    }

    /** The messages to send when a document has changed; none in modes without messages. */
    public List<Notice> changed(String path, long version, List<String> holders) {
        boolean update = get(MODE) == Mode.ACTIVE_UPDATE;
        return update || get(MODE) == Mode.EXPLICIT_NOTIFICATION
                ? holders.stream()
                        .map(server -> new Notice(server, path, version, update))
                        .toList()
                : List.of();
    }

    /**
     * Returns true if bytes that were fetched may be kept: not if a notice overtook them on their way.
     *
     * @param fetched the version that came
     * @param told the highest version that a notice named while the fetch was open; 0 for none
     */
    public static boolean mayKeep(long fetched, long told) {
        return fetched >= told;
    }

    /** The next version of a document: later than the last one even if the home's clock was set back. */
    public static long nextVersion(long last, long modifiedMillis) {
        return Math.max(last + 1, modifiedMillis);
    }
}
