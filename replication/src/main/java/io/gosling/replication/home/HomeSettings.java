package io.gosling.replication.home;

import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Settings of the replication of a server's own documents. The values include those of its decisions and its links.
 */
public record HomeSettings(SettingValues values) implements SettingGroup<HomeSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    /** The unit of the load figure, each a second. */
    public enum LoadUnit {
        REQUESTS,
        BYTES
    }

    public static final Setting<String> EXPORT_PATH = DECLARED.setting(
            "replication.export-path",
            SettingType.matching("PATH", "a path that begins with a slash", "/.*"),
            "/",
            "Beginning of the paths of documents that other servers may hold copies of (ExportPath).");

    public static final Setting<List<String>> ENTRIES = DECLARED.optional(
            "replication.entries",
            SettingType.list("PATH", "paths of files, each with its slash", HomeSettings::path),
            "Files at which clients enter the site and which are never copied; by default /index.html.");

    public static final Setting<LoadUnit> LOAD = DECLARED.setting(
            "replication.load",
            SettingType.constant(LoadUnit.class),
            "requests",
            "Unit of the load figure: requests or bytes a second.");

    public static final Setting<Duration> ROUND = DECLARED.setting(
            "replication.round",
            SettingType.duration(Duration.ofMillis(100), Duration.ofMinutes(10)).withinForCode(frequent()),
            "1s",
            "Time between two samples of the load, and between two decisions about copies.");

    public static final Setting<Duration> SCAN = DECLARED.setting(
            "replication.scan",
            SettingType.duration(Duration.ofMillis(50), Duration.ofHours(1)).withinForCode(frequent()),
            "5s",
            "Time between two scans of the site for files that have changed.");

    public static final Setting<Duration> PAGE_AGE = DECLARED.setting(
            "replication.page-age",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "10s",
            "Time for which browsers may keep a page whose links were chosen (max-age), in whole seconds.");

    public static final Setting<Long> PAGE_MEMORY = DECLARED.setting(
            "replication.page-memory",
            SettingType.size(0, 1L << 40),
            "16MiB",
            "Memory for pages that are not in the cache, while they are assembled and sent; in pages beyond it no links"
                    + " are chosen.");

    public static final Setting<Duration> CHOICE_AGE = DECLARED.setting(
            "replication.choice-age",
            SettingType.duration(Duration.ZERO, Duration.ofSeconds(10)),
            "1s",
            "Longest time for which a page in memory is sent with the same choice of links, one of several kept at a"
                    + " time; 0s chooses for each response.");

    public static final Setting<Long> CHOICE_MEMORY = DECLARED.setting(
            "replication.choice-memory",
            SettingType.size(0, 1L << 40),
            "16MiB",
            "Memory for pages that are kept with their links chosen; for pages beyond it links are chosen for each"
                    + " response.");

    /** All settings of the group, without those of its parts. */
    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public HomeSettings of(SettingValues other) {
        return new HomeSettings(other);
    }

    /** The paths of entry points, which stay at home. */
    public Set<String> entries() {
        return Set.copyOf(find(ENTRIES).orElse(List.of("/index.html")));
    }

    public LinkRuleSettings links() {
        return new LinkRuleSettings(values);
    }

    public PlanSettings plan() {
        return new PlanSettings(values);
    }

    /** Tests look and decide more often than a configuration may. */
    private static SettingType<Duration> frequent() {
        return SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1));
    }

    private static String path(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("not a path with its slash: " + text);
        }
        return text;
    }
}
