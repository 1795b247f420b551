package io.gosling.gos.repository;

import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a node's part in the object repository, which stores objects of programs: the section {@code repository}.
 * Objects are on the heap; sizes that are not given are shares of it in {@link #of(SettingValues, long)}, and fixed
 * otherwise. Immutable.
 */
public record RepositorySettings(SettingValues values) implements SettingGroup<RepositorySettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final int MIB = 1 << 20;
    private static final long MOST_BYTES = 1L << 40;
    private static final int STORAGE_SHARE = 8;
    private static final int COPIES_SHARE = 32;
    private static final int IN_FLIGHT_SHARE = 16;
    private static final int MOST_OBJECTS = 1_000_000_000;

    /** The highest {@link #LARGEST}, in bytes. */
    public static final int MOST_OBJECT = 64 << 20;

    public enum WhenFull {
        /** New objects are refused. */
        REFUSE,
        /** Objects are evicted, as {@link HomeReplacement} says: the repository is a cache. */
        DROP
    }

    /** The choice among a few random objects when some have to go. */
    public enum HomeReplacement {
        /** The one that is requested least. */
        LFU,
        /** The one that was requested longest ago. */
        LRU,
        /** Any. */
        RND
    }

    public static final Setting<Integer> OBJECTS = DECLARED.setting(
            "repository.objects",
            SettingType.integer("N", 1, MOST_OBJECTS),
            "100000",
            "Objects of programs at home on this node; beyond, repository.full decides.");

    public static final Setting<Long> BYTES = DECLARED.optional(
            "repository.bytes",
            SettingType.size(MIB, MOST_BYTES),
            "Heap for the objects at home on this node, backups of other nodes' objects not counted; by default an"
                    + " eighth.");

    public static final Setting<WhenFull> FULL = DECLARED.setting(
            "repository.full",
            SettingType.constant(WhenFull.class),
            "refuse",
            "Behaviour of a full home node: refuse answers full; drop makes the repository a cache, which evicts the"
                    + " objects of repository.home-replacement when repository.objects or repository.bytes is used up."
                    + " The same on every node.");

    public static final Setting<HomeReplacement> HOME_REPLACEMENT = DECLARED.setting(
            "repository.home-replacement",
            SettingType.constant(HomeReplacement.class),
            "lfu",
            "Objects that a full home node evicts, with repository.full drop: of a few random ones the least requested"
                    + " (lfu), the one requested longest ago (lru), or any (rnd).");

    public static final Setting<Integer> BACKUPS = DECLARED.setting(
            "repository.backups",
            SettingType.integer("N", 0, 3),
            "1",
            "Other nodes that have each object too, so that as many may crash; the same on every node.");

    public static final Setting<Integer> LARGEST = DECLARED.setting(
            "repository.largest",
            SettingType.smallSize(1, MOST_OBJECT),
            "4MiB",
            "Largest object of the repository; the same on every node.");

    public static final Setting<Long> CACHE_BYTES = DECLARED.optional(
            "repository.cache-bytes",
            SettingType.size(0, MOST_BYTES),
            "Heap for copies of objects at home on other nodes; by default a thirty-second.");

    public static final Setting<Integer> CACHE_OBJECTS = DECLARED.setting(
            "repository.cache-objects",
            SettingType.integer("N", 0, MOST_OBJECTS),
            "100000",
            "Copies of objects at home on other nodes.");

    public static final Setting<Integer> LARGEST_CACHED = DECLARED.setting(
            "repository.largest-cached",
            SettingType.smallSize(0, MOST_OBJECT),
            "1MiB",
            "Largest object of another node of which a copy is kept.");

    public static final Setting<String> REPLACEMENT = DECLARED.setting(
            "repository.replacement",
            SettingType.choice(ReplacementPolicy.names()),
            "lru",
            "Replacement policy for copies of other nodes' objects when there are as many as may be.");

    public static final Setting<Duration> COPY_AGE = DECLARED.setting(
            "repository.copy-age",
            SettingType.duration(Duration.ofMillis(100), Duration.ofDays(1)),
            "10s",
            "Age after which a copy is compared with its home whatever the voters say: the bound for an old copy when"
                    + " the answer to a put or remove was lost.");

    public static final Setting<Duration> DEADLINE = DECLARED.setting(
            "repository.deadline",
            SettingType.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "5s",
            "Time for the home of an object to answer.");

    public static final Setting<Long> IN_FLIGHT_BYTES = DECLARED.optional(
            "repository.in-flight-bytes",
            SettingType.size(MIB, MOST_BYTES),
            "Bytes of objects that are put or got through this node at a time; more are answered 503. By default a"
                    + " sixteenth of the heap.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** The defaults, whatever the size of the heap. */
    public static RepositorySettings defaults() {
        return new RepositorySettings(SettingValues.none());
    }

    /**
     * Settings whose sizes, where they are not given, are shares of a heap.
     *
     * @throws BadConfigurationException when the objects would take more than half of the heap
     */
    public static RepositorySettings of(SettingValues values, long heap) throws BadConfigurationException {
        long copies = values.find(CACHE_BYTES).orElse(heap / COPIES_SHARE);
        int backups = values.get(BACKUPS);
        long fits = (heap / 2 - copies) / (1 + backups);
        long bytes = values.find(BYTES).orElse(Math.max(MIB, Math.min(heap / STORAGE_SHARE, fits)));
        long taken = bytes * (1 + backups) + copies;
        if (taken > heap / 2) {
            throw new BadConfigurationException("repository.bytes: " + ByteSizeFormat.format(bytes) + " with " + backups
                    + " backups and " + ByteSizeFormat.approximately(copies) + " for copies are "
                    + ByteSizeFormat.approximately(taken) + "; expected at most half of the heap of "
                    + ByteSizeFormat.approximately(heap) + ": a larger one is given with -Xmx");
        }
        long inFlight = values.find(IN_FLIGHT_BYTES).orElse(Math.max(MIB, heap / IN_FLIGHT_SHARE));
        return new RepositorySettings(values)
                .with(BYTES, bytes)
                .with(CACHE_BYTES, copies)
                .with(IN_FLIGHT_BYTES, inFlight);
    }

    @Override
    public RepositorySettings of(SettingValues other) {
        return new RepositorySettings(other);
    }

    /** Heap for the objects at home here: 64 MiB by default. */
    public long bytes() {
        return find(BYTES).orElse(64L * MIB);
    }

    /** Heap for copies: 16 MiB by default. */
    public long copyBytes() {
        return find(CACHE_BYTES).orElse(16L * MIB);
    }

    /** Bytes of objects in flight: 64 MiB by default. */
    public long inFlightBytes() {
        return find(IN_FLIGHT_BYTES).orElse(64L * MIB);
    }

    /** Returns true if objects are evicted for new ones. */
    public boolean dropsWhenFull() {
        return get(FULL) == WhenFull.DROP;
    }
}
