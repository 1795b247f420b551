package io.gosling.gos.disk;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings of the disk tier below memory: the section {@code disk}. Immutable. */
public record DiskSettings(SettingValues values) implements SettingGroup<DiskSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Path> PATH = DECLARED.optional(
            "disk.path",
            SettingType.path("DIR", "a path for a directory"),
            "Directory in which responses of an origin are kept as well, and found again after a restart; each node has"
                    + " its own. For gosling serve URL, not for directories and sites; refused there.");

    public static final Setting<Long> BYTES = DECLARED.setting(
            "disk.bytes",
            SettingType.size(DiskStore.LEAST, 1L << 50),
            "1GiB",
            "Disk space for the responses in disk.path.");

    public static final Setting<Integer> OBJECTS = DECLARED.setting(
            "disk.objects",
            SettingType.integer("N", 1024, 100_000_000),
            "100000",
            "Responses in disk.path; each takes about 160 bytes of heap, of which all may take an eighth.");

    public static final Setting<Double> SHARE = DECLARED.setting(
            "disk.share",
            SettingType.decimal(0, 1),
            "0.5",
            "Part of its memory that a node fills from disk.path when it has started, after revalidating each response"
                    + " with the origin; 0 for none.");

    public static final Setting<Duration> READ_TIME = DECLARED.setting(
            "disk.read-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
            "500ms",
            "Time for a read from disk.path; after it the disk is treated as empty for 10 s.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public DiskSettings of(SettingValues other) {
        return new DiskSettings(other);
    }

    /** The largest response that is written: the store frees a sixteenth of its space at a time. */
    public long largest() {
        return get(BYTES) / 16;
    }
}
