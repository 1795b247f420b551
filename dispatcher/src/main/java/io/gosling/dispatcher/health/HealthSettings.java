package io.gosling.dispatcher.health;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/** Settings of the health of back-ends. Immutable. */
public record HealthSettings(Values values) implements SettingGroup<HealthSettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Duration> SLOW_START = DECLARED.setting(
            "slow-start",
            Kind.duration(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "Longest time for which a new or recovered back-end takes less than its share, from a tenth "
                    + "upwards: by its hit ratio relative to that of the others if it reports it in Cache-Status, "
                    + "else by the time; 0s for none.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when the longest ejection is shorter than the first */
    public HealthSettings {
        ProbationSettings.requireOrder(values);
    }

    @Override
    public HealthSettings of(Values other) {
        return new HealthSettings(other);
    }

    public ProbationSettings probation() {
        return new ProbationSettings(values);
    }

    public Checking checks() {
        return new Checking(values);
    }

    /** Bounds of the share of back-ends that may be unhealthy. */
    public Shares shares() {
        return new Shares(values);
    }
}
