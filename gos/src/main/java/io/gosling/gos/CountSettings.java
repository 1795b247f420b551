package io.gosling.gos;

import io.gosling.gos.replacement.AgeingSettings;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/** Settings for counting accesses over the cluster: the section {@code report}, and their ageing. Immutable. */
public record CountSettings(Values values) implements SettingGroup<CountSettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Duration> INTERVAL = DECLARED.setting(
            "report.interval",
            Kind.duration(Duration.ofMillis(50), Duration.ofMinutes(1)),
            "1s",
            "Interval at which access counts are reported to the owners of directory entries.");

    public static final Setting<Integer> SLICES = DECLARED.setting(
            "report.slices",
            Kind.integer("N", 1, 3600),
            "30",
            "Reports in which all held objects are announced again; more if half of report.rows is too few.");

    public static final Setting<Integer> ROWS = DECLARED.setting(
            "report.rows",
            Kind.integer("N", 16, 1_000_000),
            "10000",
            "Directory entries in one report; the rest waits for the next.");

    public static final Setting<Integer> REMEMBERED = DECLARED.setting(
            "report.remembered",
            Kind.integer("N", 16, 100_000_000),
            "65536",
            "Objects not held here whose access counts are remembered.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public CountSettings of(Values other) {
        return new CountSettings(other);
    }

    public AgeingSettings ageing() {
        return new AgeingSettings(values);
    }
}
