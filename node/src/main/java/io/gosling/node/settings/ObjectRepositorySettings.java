package io.gosling.node.settings;

import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.RepositorySettings.Copies;
import io.gosling.gos.repository.RepositorySettings.Storage;
import io.gosling.gos.repository.RepositorySettings.Writing;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.ByteSize;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the object repository, which stores objects of programs. They are on the heap, so its defaults are shares
 * of that.
 */
public final class ObjectRepositorySettings {
    private static final Declarations DECLARED = new Declarations();

    private static final long MIB = 1L << 20;
    private static final long MOST_BYTES = 1L << 40;
    private static final int STORAGE_SHARE = 8;
    private static final int COPIES_SHARE = 32;
    private static final int IN_FLIGHT_SHARE = 16;

    /** The maximum number of objects at home on this node. */
    public static final Setting<Integer> OBJECTS = DECLARED.setting(
            "repository.objects",
            Kind.integer("N", 1, 1_000_000_000),
            "100000",
            "Objects of programs at home on this node; beyond, puts are answered full.");

    /** The maximum size of these objects. */
    public static final Setting<Long> BYTES = DECLARED.optional(
            "repository.bytes",
            Kind.size(MIB, MOST_BYTES),
            "What they may take of this node's heap, backups of other nodes' objects not counted; by default an eighth.");

    /** The behaviour of a full home node. */
    public static final Setting<String> FULL = DECLARED.setting(
            "repository.full",
            Kind.choice(List.of("refuse", "drop")),
            "refuse",
            "refuse answers full; drop makes the repository a cache, in which those asked for least go when the bytes are"
                    + " used up. The same on every node.");

    /** The number of backups of each object. */
    public static final Setting<Integer> BACKUPS = DECLARED.setting(
            "repository.backups",
            Kind.integer("N", 0, 3),
            "1",
            "Other nodes that have each object too, so that as many may crash; the same on every node.");

    /** The largest object. */
    public static final Setting<Long> LARGEST = DECLARED.setting(
            "repository.largest",
            Kind.size(1, RepositorySettings.LARGEST),
            "4MiB",
            "The largest object; the same on every node.");

    /** The memory for copies of objects of other nodes. */
    public static final Setting<Long> CACHE_BYTES = DECLARED.optional(
            "repository.cache-bytes",
            Kind.size(0, MOST_BYTES),
            "For copies of objects at home on other nodes; by default a thirty-second of the heap.");

    /** The largest object that is kept as a copy. */
    public static final Setting<Long> LARGEST_CACHED = DECLARED.setting(
            "repository.largest-cached",
            Kind.size(0, RepositorySettings.LARGEST),
            "1MiB",
            "Larger objects are not kept as copies.");

    /** The replacement policy of copies. */
    public static final Setting<String> REPLACEMENT = DECLARED.setting(
            "repository.replacement",
            Kind.choice(ReplacementPolicy.names()),
            "lru",
            "Which copies leave when their memory is full.");

    /** The maximum age of a copy without revalidation. */
    public static final Setting<Duration> COPY_AGE = DECLARED.setting(
            "repository.copy-age",
            Kind.duration(Duration.ofMillis(100), Duration.ofDays(1)),
            "10s",
            "After so long a copy is compared with its home whatever the voters say: the bound for an old copy when the answer"
                    + " to a put or remove was lost.");

    /** The write mode: write-through or write-back. */
    public static final Setting<String> WRITE = DECLARED.setting(
            "repository.write",
            Kind.choice(List.of("through", "back")),
            "through",
            "through sends what is put to its home at once; back keeps it here for repository.settle-after, where a crash"
                    + " loses it, unless the put is to be visible everywhere.");

    /** The memory for objects that are not flushed yet, with write-back. */
    public static final Setting<Long> UNSETTLED_BYTES = DECLARED.optional(
            "repository.unsettled-bytes",
            Kind.size(0, MOST_BYTES),
            "For what waits here with write-back; by default a thirty-second of the heap.");

    /** The time after which an object is flushed. */
    public static final Setting<Duration> SETTLE_AFTER = DECLARED.setting(
            "repository.settle-after",
            Kind.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "5s",
            "How long it waits.");

    /** The timeout of a home node. */
    public static final Setting<Duration> DEADLINE = DECLARED.setting(
            "repository.deadline",
            Kind.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "5s",
            "How long a home is waited for.");

    /** The maximum size of concurrent puts and gets. */
    public static final Setting<Long> IN_FLIGHT_BYTES = DECLARED.optional(
            "repository.in-flight-bytes",
            Kind.size(MIB, MOST_BYTES),
            "Bytes of objects that are being put or got through this node at a time; beyond, the answer is 503. By default a"
                    + " sixteenth of the heap.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = DECLARED.all();

    private ObjectRepositorySettings() {}

    /**
     * The settings of the repository.
     *
     * @param heap bytes of this JVM's heap
     * @throws BadConfiguration when what was asked for is more than half of the heap
     */
    public static RepositorySettings of(Values values, long heap) throws BadConfiguration {
        long copies = values.find(CACHE_BYTES).orElse(heap / COPIES_SHARE);
        long unsettled = values.find(UNSETTLED_BYTES).orElse(heap / COPIES_SHARE);
        long fits = (heap / 2 - copies - unsettled) / (1 + values.get(BACKUPS));
        long share = Math.max(MIB, Math.min(heap / STORAGE_SHARE, fits));
        Storage storage = new Storage(
                values.get(OBJECTS),
                values.find(BYTES).orElse(share),
                values.get(FULL).equals("drop"),
                values.get(BACKUPS),
                Math.toIntExact(values.get(LARGEST)));
        long taken = storage.bytes() * (1 + storage.backups()) + copies + unsettled;
        if (taken > heap / 2) {
            throw new BadConfiguration(List.of("repository.bytes: " + ByteSize.format(storage.bytes()) + " with "
                    + storage.backups() + " backups and " + ByteSize.approximately(copies + unsettled)
                    + " for copies are " + ByteSize.approximately(taken) + "; expected at most half of the heap of "
                    + ByteSize.approximately(heap) + ": a larger one is given with -Xmx"));
        }
        return new RepositorySettings(
                storage,
                new Copies(
                        copies,
                        Math.toIntExact(values.get(LARGEST_CACHED)),
                        values.get(REPLACEMENT),
                        values.get(COPY_AGE)),
                new Writing(values.get(WRITE).equals("back"), unsettled, values.get(SETTLE_AFTER)),
                values.get(DEADLINE),
                values.find(IN_FLIGHT_BYTES).orElse(Math.max(MIB, heap / IN_FLIGHT_SHARE)));
    }
}
