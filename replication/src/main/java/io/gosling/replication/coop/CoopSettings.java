package io.gosling.replication.coop;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings of the copies that a server holds for others. */
public final class CoopSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Path> IMPORT_PATH = DECLARED.optional(
            "replication.import-path",
            SettingType.path("DIR", "a directory"),
            "Directory of the copies of other servers' documents (ImportPath); by default a temporary one. Files named"
                    + " *.gosling-copy in it are deleted at start.");

    public static final Setting<Long> DISK_QUOTA = DECLARED.setting(
            "replication.disk-quota",
            SettingType.size(0, 1L << 50),
            "1GiB",
            "Disk space for copies, for all homes together (DiskQuota); 0 keeps no copies.");

    public static final Setting<Long> COPY_MEMORY = DECLARED.setting(
            "replication.copy-memory",
            SettingType.size(0, 1L << 40),
            "8MiB",
            "Memory for copies that are requested again and again, each a sixteenth of it at most; 0 sends all copies"
                    + " from the disk.");

    public static final Setting<Duration> GRACE = DECLARED.setting(
            "replication.grace",
            SettingType.duration(Duration.ZERO, Duration.ofDays(1)),
            "1m",
            "Time beyond replication.validate-after for which a copy is served while its home does not answer.");

    public static final Setting<Integer> PULLS = DECLARED.setting(
            "replication.pulls",
            SettingType.integer("N", 1, 10_000),
            "64",
            "Copies fetched at a time; requests for further ones are redirected to their homes.");

    public static final Setting<Duration> PULL_WAIT = DECLARED.setting(
            "replication.pull-wait",
            SettingType.duration(Duration.ofMillis(100), Duration.ofMinutes(5)),
            "10s",
            "Time that a client waits for a copy that is being fetched before it is redirected to its home.");

    public static final Setting<Duration> PULL_TIME = DECLARED.setting(
            "replication.pull-time",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            "5m",
            "Time that fetching one copy may take in all. After a fetch that failed and took longer than"
                    + " replication.pull-wait, the copy is not fetched again for nine times as long.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private CoopSettings() {}
}
