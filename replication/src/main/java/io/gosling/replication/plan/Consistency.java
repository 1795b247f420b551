package io.gosling.replication.plan;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How copies are kept the same as the original (DC-Apache, section 3.3), and how old what a client gets may be.
 *
 * <p>Versions are numbers of the home's and compared with nothing but numbers of the same home; ages are measured by
 * whoever holds the copy, on its own ticker. So no two clocks need agree.
 *
 * @param validateAfter a copy that was not compared with its original for so long is compared before it is served; for
 *     the modes that send messages this is what bounds a message that was lost; positive
 */
public record Consistency(Mode mode, Duration validateAfter) {
    /**
     * A link asks about a copy no more often than this, whatever version it names: anybody can write a version into an
     * address, and a copy that was compared so lately is served.
     */
    public static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

    /** Who does what when a document has changed. */
    public enum Mode {
        /** The home sends the new bytes to every holder. */
        ACTIVE_UPDATE,
        /** The home tells every holder to forget its copy. */
        EXPLICIT_NOTIFICATION,
        /** Links carry the version; a copy that is older is compared before it is served. */
        IMPLICIT_NOTIFICATION,
        /** Nobody is told; copies are compared when they have aged. */
        VALIDATION;

        /** The name in configurations. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What a co-op does with its copy. */
    public enum Use {
        SERVE,
        /** Ask the home whether it is still the same, which sends the bytes if not. */
        VALIDATE
    }

    /** What a home sends a holder. */
    public sealed interface Notice {
        String server();

        /** The new bytes. */
        record Bytes(String server, String path, long version) implements Notice {}

        /** The copy is to be forgotten. */
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
     * What to do with a copy for a request.
     *
     * @param held the copy's version
     * @param wanted the version that the link names, which is the client's word alone; 0 where it names none
     * @param sinceChecked how long ago the copy was known to be the original's
     */
    public Use use(long held, long wanted, Duration sinceChecked) {
        if (mode == Mode.IMPLICIT_NOTIFICATION && wanted > held) {
            return sinceChecked.compareTo(min(BETWEEN_QUESTIONS)) >= 0 ? Use.VALIDATE : Use.SERVE;
        }
        return sinceChecked.compareTo(validateAfter) >= 0 ? Use.VALIDATE : Use.SERVE;
    }

    /** What to send when a document has changed; the list is empty in modes in which nobody is told. */
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
     * Whether bytes that were fetched may be kept: not if a notice overtook them on their way.
     *
     * @param fetched the version that came
     * @param told the highest version that a notice named while the fetch was open; 0 for none
     */
    public static boolean mayKeep(long fetched, long told) {
        return fetched >= told;
    }

    /**
     * How long after a change a client may still get the old bytes.
     *
     * @param delivery how long a message takes at most
     * @param lost whether messages may be lost
     * @param pageAge how old the page may be whose link the client follows
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
