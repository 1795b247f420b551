package io.gosling.gos.warm;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/** Settings for moving memory contents when nodes join and leave: the section {@code warm}. Immutable. */
public record WarmSettings(SettingValues values) implements SettingGroup<WarmSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Double> SHARE = DECLARED.setting(
            "warm.share",
            SettingType.decimal(0, 1),
            "0.5",
            "Part of its memory that a joining node fills with the objects that are requested most at the others,"
                    + " before it reports that it is ready; 0 for none.");

    public static final Setting<Long> RATE = DECLARED.setting(
            "warm.rate",
            SettingType.size(64 << 10, 1L << 40),
            "32MiB",
            "Bytes a second that a joining node fetches from the others to fill its memory.");

    public static final Setting<Duration> TIMEOUT = DECLARED.setting(
            "warm.timeout",
            SettingType.duration(Duration.ZERO, Duration.ofMinutes(10)),
            "10s",
            "Time after which a joining node reports that it is ready, however much it has fetched; joining is"
                    + " included.");

    public static final Setting<Duration> HAND_OVER = DECLARED.setting(
            "warm.transfer-time",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "20s",
            "Time for a drained node to transfer to the others the objects that it alone has; after TERM at most half"
                    + " of drain.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public WarmSettings of(SettingValues other) {
        return new WarmSettings(other);
    }
}
