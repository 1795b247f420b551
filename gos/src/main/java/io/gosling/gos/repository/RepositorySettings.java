package io.gosling.gos.repository;

import io.gosling.common.Bounds;
import io.gosling.gos.replacement.ReplacementPolicy;
import java.time.Duration;

/**
 * A node's part in the repository. Immutable; bounds are checked when it is built.
 *
 * @param deadline timeout of a home, 100 ms to 1 minute
 * @param inFlightBytes of objects on their way at a time, 1 MiB to 1 TiB; beyond, requests are answered
 *     <em>unavailable</em>
 */
public record RepositorySettings(
        Storage storage, Copies copies, Writing writing, Duration deadline, long inFlightBytes) {
    /** The largest object there may be, in bytes. */
    public static final int LARGEST = 64 << 20;

    private static final long MOST_BYTES = 1L << 40;

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public RepositorySettings {
        Bounds.require("repository.deadline", deadline, Duration.ofMillis(100), Duration.ofMinutes(1));
        Bounds.require("repository.in-flight-bytes", inFlightBytes, 1L << 20, MOST_BYTES);
    }

    /** With 64 MiB on their way. */
    public RepositorySettings(Storage storage, Copies copies, Writing writing, Duration deadline) {
        this(storage, copies, writing, deadline, 64L << 20);
    }

    /**
     * Settings of the objects for which a node is the home.
     *
     * @param objects at home on this node, 1 to 1 000 000 000; beyond, puts are answered <em>full</em>
     * @param bytes the memory that they may take, 1 MiB to 1 TiB
     * @param drop true if objects are evicted for new ones when the bytes are used up, instead of the answer
     *     <em>full</em>
     * @param backups other nodes that have each object too, 0 to 3; the same on every node
     * @param largest the largest object, 1 byte to 64 MiB
     */
    public record Storage(int objects, long bytes, boolean drop, int backups, int largest) {
        /** @throws IllegalArgumentException naming the setting, its value and its bounds */
        public Storage {
            Bounds.require("repository.objects", objects, 1, 1_000_000_000);
            Bounds.require("repository.bytes", bytes, 1L << 20, MOST_BYTES);
            Bounds.require("repository.backups", backups, 0, 3);
            Bounds.require("repository.largest", largest, 1, LARGEST);
        }

        /** 100 000 objects in 64 MiB, <em>full</em> beyond, one backup, 4 MiB the largest. */
        public static Storage defaults() {
            return new Storage(100_000, 64L << 20, false, 1, 4 << 20);
        }
    }

    /**
     * Copies of objects that are at home elsewhere.
     *
     * @param bytes for all of them, 0 to 1 TiB
     * @param largest larger ones are not kept, 0 to 64 MiB
     * @param replacement a name of {@link ReplacementPolicy#names()}
     * @param age after which one is always compared with its home, 100 ms to 1 day
     */
    public record Copies(long bytes, int largest, String replacement, Duration age) {
        /** @throws IllegalArgumentException naming the setting, its value and its bounds */
        public Copies {
            Bounds.require("repository.cache-bytes", bytes, 0, MOST_BYTES);
            Bounds.require("repository.largest-cached", largest, 0, LARGEST);
            Bounds.require("repository.copy-age", age, Duration.ofMillis(100), Duration.ofDays(1));
            if (!ReplacementPolicy.names().contains(replacement)) {
                throw new IllegalArgumentException("repository.replacement: '" + replacement
                        + "' is not known; expected one of " + String.join(", ", ReplacementPolicy.names()));
            }
        }

        /** Compared after 10 s. */
        public Copies(long bytes, int largest, String replacement) {
            this(bytes, largest, replacement, Duration.ofSeconds(10));
        }

        /** 16 MiB, up to 1 MiB each, least recently used first, compared after 10 s. */
        public static Copies defaults() {
            return new Copies(16L << 20, 1 << 20, "lru");
        }
    }

    /**
     * Settings for the handling of puts.
     *
     * @param back true if puts stay on this node until they are flushed (write-back)
     * @param bytes for those, 0 to 1 TiB; beyond, a put goes to its home at once
     * @param settleAfter time for which they stay, 100 ms to 1 minute
     */
    public record Writing(boolean back, long bytes, Duration settleAfter) {
        /** @throws IllegalArgumentException naming the setting, its value and its bounds */
        public Writing {
            Bounds.require("repository.unsettled-bytes", bytes, 0, MOST_BYTES);
            Bounds.require("repository.settle-after", settleAfter, Duration.ofMillis(100), Duration.ofMinutes(1));
        }

        /** Every put goes to its home. */
        public static Writing through() {
            return new Writing(false, 0, Duration.ofSeconds(5));
        }

        /** Up to 16 MiB stay for up to 5 s. */
        public static Writing behind() {
            return new Writing(true, 16L << 20, Duration.ofSeconds(5));
        }
    }

    /** The defaults of all parts: write-through, 5 s timeout. */
    public static RepositorySettings defaults() {
        return new RepositorySettings(Storage.defaults(), Copies.defaults(), Writing.through(), Duration.ofSeconds(5));
    }

    /** The same with another storage. */
    public RepositorySettings withStorage(Storage other) {
        return new RepositorySettings(other, copies, writing, deadline, inFlightBytes);
    }

    /** The same with other room for copies. */
    public RepositorySettings withCopies(Copies other) {
        return new RepositorySettings(storage, other, writing, deadline, inFlightBytes);
    }

    /** The same with another way of writing. */
    public RepositorySettings withWriting(Writing other) {
        return new RepositorySettings(storage, copies, other, deadline, inFlightBytes);
    }
}
