package io.gosling.gos;

import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/** Settings for counting accesses over the cluster: the section {@code report}, and their ageing. Immutable. */
public record CountSettings(SettingValues values) implements SettingGroup<CountSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Duration> INTERVAL = DECLARED.setting(
            "report.interval",
            SettingType.duration(Duration.ofMillis(50), Duration.ofMinutes(1)),
            "1s",
            "Interval at which access counts are reported to the owners of directory entries.");

    public static final Setting<Integer> SLICES = DECLARED.setting(
            "report.slices",
            SettingType.integer("N", 1, 3600),
            "30",
            "Reports in which all held objects are announced again; more if half a report is too short for them.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public CountSettings of(SettingValues other) {
        return new CountSettings(other);
    }

    public LfuAgingSettings ageing() {
        return new LfuAgingSettings(values);
    }
}
