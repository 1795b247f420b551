package io.gosling.node.settings;

import io.gosling.gos.disk.DiskStore;
import java.nio.file.Path;
import java.util.List;

/** A disk below the memory: the section {@code disk}. */
public final class DiskSettings {
    /** Where; a directory of this node alone. */
    public static final Setting<Path> PATH = Setting.optional(
            "disk.path",
            Kind.path("DIR", "a path for a directory"),
            "Directory in which responses of an origin are kept as well, and found again after a restart; each node has its"
                    + " own.");

    /** How much of it. */
    public static final Setting<Long> BYTES =
            new Setting<>("disk.bytes", Kind.size(DiskStore.LEAST, 1L << 50), "1GiB", "What they may take there.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = List.of(PATH, BYTES);

    private DiskSettings() {}
}
