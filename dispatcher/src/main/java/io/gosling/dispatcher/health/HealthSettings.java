package io.gosling.dispatcher.health;

import io.gosling.common.BoundsCheck;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the health of back-ends: of passive ejection, for which the clients' requests themselves are the probes;
 * of the share of back-ends that may be unhealthy; and of slow start. Failures are connections refused or broken before
 * any response, and timeouts. Immutable.
 */
public record HealthSettings(SettingValues values) implements SettingGroup<HealthSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Integer> FAILURES = DECLARED.setting(
            "ejection.failures",
            SettingType.integer("N", 1, 1000),
            "2",
            "Failures in a row after which a back-end is ejected for a time.");

    public static final Setting<Duration> FIRST = DECLARED.setting(
            "ejection.first",
            SettingType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "1s",
            "First time for which a back-end that failed is ejected; doubled while it goes on failing.");

    public static final Setting<Duration> LONGEST = DECLARED.setting(
            "ejection.longest",
            SettingType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "30s",
            "Longest time for which a back-end that failed is ejected.");

    public static final Setting<Integer> MOST_EJECTED = DECLARED.setting(
            "ejection.most-percent",
            SettingType.integer("PERCENT", 0, 100),
            "100",
            "Percentage of the back-ends that may be ejected at a time for failed requests; one always "
                    + "may, unless it is 0.");

    public static final Setting<Integer> PANIC = DECLARED.setting(
            "panic-percent",
            SettingType.integer("PERCENT", 0, 100),
            "50",
            "Percentage of healthy back-ends below which checks are ignored, and no back-end is ejected for longer"
                    + " than ejection.first; 0 for never.");

    public static final Setting<Duration> SLOW_START = DECLARED.setting(
            "slow-start",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "Longest time for which a new or recovered back-end takes less than its share, from a tenth "
                    + "upwards, as the time passes; 0s for none.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when the longest ejection is shorter than the first */
    public HealthSettings {
        requireOrder(values);
    }

    /** Refuses a longest ejection that is shorter than the first. */
    public static void requireOrder(SettingValues values) {
        BoundsCheck.require("longest ejection", values.get(LONGEST), values.get(FIRST), Duration.ofHours(1));
    }

    @Override
    public HealthSettings of(SettingValues other) {
        return new HealthSettings(other);
    }

    public HealthCheckSettings checks() {
        return new HealthCheckSettings(values);
    }

    /** Returns true if one more may be ejected of {@code all} back-ends, that one included. */
    public boolean mayEject(int ejected, int all) {
        int percent = get(MOST_EJECTED);
        int most = percent == 0 ? 0 : Math.max(1, all * percent / 100);
        return ejected < most;
    }

    /** Returns true if there is panic; {@code all} are ready to take requests by their own account. */
    public boolean panics(int well, int all) {
        return (long) well * 100 < (long) all * get(PANIC);
    }
}
