package io.gosling.dispatcher.health;

import io.gosling.common.Bounds;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/**
 * Settings of outlier detection: passive ejection, for which the clients' requests themselves are the probes. Failures
 * are connections refused or broken before any response, and timeouts. Immutable.
 */
public record ProbationSettings(Values values) implements SettingGroup<ProbationSettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Integer> FAILURES = DECLARED.setting(
            "ejection.failures",
            Kind.integer("N", 1, 1000),
            "2",
            "Failures in a row after which a back-end is ejected for a time.");

    public static final Setting<Duration> FIRST = DECLARED.setting(
            "ejection.first",
            Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "1s",
            "First time for which a back-end that failed is ejected; doubled while it goes on failing.");

    public static final Setting<Duration> LONGEST = DECLARED.setting(
            "ejection.longest",
            Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "30s",
            "Longest time for which a back-end that failed is ejected.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when the longest ejection is shorter than the first */
    public ProbationSettings {
        requireOrder(values);
    }

    /** Refuses a longest ejection that is shorter than the first. */
    public static void requireOrder(Values values) {
        Bounds.require("longest probation", values.get(LONGEST), values.get(FIRST), Duration.ofHours(1));
    }

    @Override
    public ProbationSettings of(Values other) {
        return new ProbationSettings(other);
    }
}
