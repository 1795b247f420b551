package io.gosling.dispatcher.packet;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/** Settings of standby operation: several dispatchers that share one cluster address. */
public record StandbySettings(SettingValues values) implements SettingGroup<StandbySettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Integer> PRIORITY = DECLARED.optional(
            "packet.priority",
            SettingType.integer("N", 1, 255),
            "Priority of this dispatcher among several that share the vip, of which one is active and the others stand"
                    + " by: of two that are active the one with the higher priority stays active. Without it the"
                    + " dispatcher is alone.");

    public static final Setting<Duration> TAKE_OVER_AFTER = DECLARED.setting(
            "packet.take-over-after",
            SettingType.duration(Duration.ofMillis(300), Duration.ofMinutes(1)),
            "1s",
            "Time after which a dispatcher on standby, which has a packet.priority, takes over from an active one that"
                    + " it no longer hears.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public StandbySettings of(SettingValues other) {
        return new StandbySettings(other);
    }

    public boolean isShared() {
        return find(PRIORITY).isPresent();
    }

    /** The priority; 0 for a dispatcher that is alone. */
    int priority() {
        return find(PRIORITY).orElse(0);
    }
}
