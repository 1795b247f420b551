package io.gosling.replication.home;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the pages that are kept as rendered, with chosen links, for the event-loop path, and of hints and
 * prefetching, by which a home acts on its pages' links before they are requested; parts of {@link HomeSettings}.
 */
public final class PageSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Duration> AGE = DECLARED.setting(
            "replication.choice-age",
            SettingType.duration(Duration.ZERO, Duration.ofSeconds(10)),
            "1s",
            "Longest time for which a page in memory is sent with the same choice of links, one of several kept at a"
                    + " time; 0s chooses for each response.");

    public static final Setting<Long> MEMORY = DECLARED.setting(
            "replication.choice-memory",
            SettingType.size(0, 1L << 40),
            "16MiB",
            "Memory for pages that are kept with their links chosen; for pages beyond it links are chosen for each"
                    + " response.");

    public static final Setting<Integer> PRELOAD = DECLARED.setting(
            "replication.preload",
            SettingType.integer("N", 0, 32),
            "0",
            "Styles and scripts of a page that its header names (Link with rel=preload), at the servers that this"
                    + " response has chosen for them; 0 names none.");

    public static final Setting<Boolean> EARLY_HINTS = DECLARED.setting(
            "replication.early-hints",
            SettingType.toggle(),
            "off",
            "on also sends the links of replication.preload before a page that is not in memory (103 Early Hints), to"
                    + " clients of HTTP/2.");

    public static final Setting<Integer> PREFETCH = DECLARED.setting(
            "replication.prefetch",
            SettingType.integer("N", 0, 100),
            "0",
            "Pages, of those that a page leads to, that are loaded into memory when the page itself was not there; 0"
                    + " loads none.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private PageSettings() {}
}
