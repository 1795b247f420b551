package io.gosling.gos.warm;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.time.Duration;
import java.util.List;

/** The setting for moving memory contents when nodes leave: the section {@code warm}. */
public final class WarmSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Duration> HAND_OVER = DECLARED.setting(
            "warm.transfer-time",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "20s",
            "Time for a drained node to transfer to the others the objects that it alone has; after TERM at most half"
                    + " of drain.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private WarmSettings() {}
}
