package io.gosling.gos;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * The time for which a copy may be served without being compared with its file: the section {@code refresh}. Immutable.
 */
public record FreshnessSettings(SettingValues values) implements SettingGroup<FreshnessSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Duration> INTERVAL = DECLARED.setting(
            "refresh.interval",
            SettingType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "2s",
            "Time for which a copy in memory is served without being compared with its file.");

    public static final Setting<Duration> GRACE = DECLARED.setting(
            "refresh.grace",
            SettingType.duration(Duration.ZERO, Duration.ofDays(1)),
            "60s",
            "Time for which a stale copy is served while its home node or its origin does not answer.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public FreshnessSettings of(SettingValues other) {
        return new FreshnessSettings(other);
    }
}
