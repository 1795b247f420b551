package io.gosling.replication.plan;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The rules that keep copies consistent with the original (DC-Apache, section 3.3), and the bound of the age of what a
 * client gets.
 *
 * <p>Versions are numbers that the home assigns, and are compared only with numbers of the same home; ages are measured
 * by the replica holder, on its own ticker. So no two clocks need to agree.
 *
 * @param validateAfter a copy is stale this long after its last validation, and is revalidated before it is served; for
 *     the modes that send messages this bounds the effect of a lost message; positive
 */
public record Consistency(Mode mode, Duration validateAfter) {
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
        VALIDATION;

        /** The name in configurations. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A co-op's use of its copy for a request. */
    public enum Use {
        SERVE,
        /** Revalidate it at the home, which sends the new bytes if it has changed. */
        VALIDATE
    }

    /** A message from a home to a replica holder. */
    public sealed interface Notice {
        String server();

        /** The new bytes. */
        record Bytes(String server, String path, long version) implements Notice {}

        /** The copy is to be dropped. */
        record Forget(String server, String path, long version) implements Notice {}
    }

    /** @throws IllegalArgumentException when the time is not positive */
    public Consistency {
        if (!validateAfter.isPositive()) {
            throw new IllegalArgumentException(
                    "validateAfter: " + validateAfter + " is out of bounds; expected more than 0");
        }
    }

    /**
     * Decides the use of a copy for a request.
     *
     * @param held the copy's version
     * @param wanted the version that the link names, which is not authenticated; 0 if it names none
     * @param sinceChecked time since the last validation of the copy
     */
    public Use use(long held, long wanted, Duration sinceChecked) {
        if (mode == Mode.IMPLICIT_NOTIFICATION && wanted > held) {
            return sinceChecked.compareTo(min(BETWEEN_QUESTIONS)) >= 0 ? Use.VALIDATE : Use.SERVE;
        }
        return sinceChecked.compareTo(validateAfter) >= 0 ? Use.VALIDATE : Use.SERVE;
    }

    /** The messages to send when a document has changed; none in modes without messages. */
    public List<Notice> changed(String path, long version, List<String> holders) {
        return switch (mode) {
            case ACTIVE_UPDATE ->
                holders.stream()
                        .<Notice>map(server -> new Notice.Bytes(server, path, version))
                        .toList();
            case EXPLICIT_NOTIFICATION ->
                holders.stream()
                        .<Notice>map(server -> new Notice.Forget(server, path, version))
                        .toList();
            case IMPLICIT_NOTIFICATION, VALIDATION -> List.of();
        };
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

    /**
     * The longest time after a change for which a client may still get the old bytes.
     *
     * @param delivery longest delivery of a message
     * @param lost true if messages may be lost
     * @param pageAge greatest age of the page with the link
     */
    public Duration staleAtMost(Duration delivery, boolean lost, Duration pageAge) {
        return switch (mode) {
            case ACTIVE_UPDATE, EXPLICIT_NOTIFICATION -> lost ? max(delivery, validateAfter) : min(delivery);
            case IMPLICIT_NOTIFICATION -> min(max(pageAge, BETWEEN_QUESTIONS));
            case VALIDATION -> validateAfter;
        };
    }

    /** The next version of a document: later than the last one even if the home's clock was set back. */
    public static long nextVersion(long last, long modifiedMillis) {
        return Math.max(last + 1, modifiedMillis);
    }

    private Duration min(Duration bound) {
        return bound.compareTo(validateAfter) < 0 ? bound : validateAfter;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
