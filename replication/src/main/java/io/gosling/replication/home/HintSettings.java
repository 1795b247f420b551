package io.gosling.replication.home;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.util.List;

/** Settings of hints and prefetching, by which a home acts on its pages' links before they are requested. */
public record HintSettings(Values values) implements SettingGroup<HintSettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Integer> PRELOAD = DECLARED.setting(
            "replication.preload",
            Kind.integer("N", 0, 32),
            "0",
            "Styles and scripts of a page that its header names (Link with rel=preload), at the servers that this"
                    + " response has chosen for them; 0 names none.");

    public static final Setting<Boolean> EARLY_HINTS = DECLARED.setting(
            "replication.early-hints",
            Kind.toggle(),
            "off",
            "on also sends the links of replication.preload before a page that is not in memory (103 Early Hints), to"
                    + " clients of HTTP/2.");

    public static final Setting<Integer> PREFETCH = DECLARED.setting(
            "replication.prefetch",
            Kind.integer("N", 0, 100),
            "0",
            "Pages, of those that a page leads to, that are loaded into memory when the page itself was not there; 0"
                    + " loads none.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public HintSettings of(Values other) {
        return new HintSettings(other);
    }
}
