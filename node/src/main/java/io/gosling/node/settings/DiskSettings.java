package io.gosling.node.settings;

import io.gosling.gos.disk.DiskStore;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings of the disk tier below memory: the section {@code disk}. */
public final class DiskSettings {
    private static final Declarations DECLARED = new Declarations();

    /** The directory, of this node alone. */
    public static final Setting<Path> PATH = DECLARED.optional(
            "disk.path",
            Kind.path("DIR", "a path for a directory"),
            "Directory in which responses of an origin are kept as well, and found again after a restart; each node has its"
                    + " own. For gosling serve URL, not for directories and sites; refused there.");

    /** Its size. */
    public static final Setting<Long> BYTES =
            DECLARED.setting("disk.bytes", Kind.size(DiskStore.LEAST, 1L << 50), "1GiB", "What they may take there.");

    /** Its maximum number of objects. */
    public static final Setting<Integer> OBJECTS = DECLARED.setting(
            "disk.objects",
            Kind.integer("N", 1024, 100_000_000),
            "100000",
            "How many of them are found there; each takes about 160 bytes of heap, of which they get an eighth.");

    /** The part of memory that is filled from disk at the start. */
    public static final Setting<Double> SHARE = DECLARED.setting(
            "disk.share",
            Kind.decimal(0, 1),
            "0.5",
            "The part of its memory that a node fills from there when it has started, by asking the origin whether what is"
                    + " there still holds; 0 for none.");

    /** The timeout of a read. */
    public static final Setting<Duration> READ_TIME = DECLARED.setting(
            "disk.read-time",
            Kind.duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
            "500ms",
            "How long a read from there is waited for; then it is as if nothing were there, for 10 s.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = DECLARED.all();

    private DiskSettings() {}
}
