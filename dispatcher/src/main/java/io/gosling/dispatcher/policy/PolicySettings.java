package io.gosling.dispatcher.policy;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Parameters of the policies: the sections {@code lard} and {@code balance}. Loads are active requests on a back-end of
 * weight 1. For a permitted difference D of delays between back-ends and a mean service time R, LARD's high threshold
 * is (low + D/R) / 2. Immutable.
 */
public record PolicySettings(SettingValues values) implements SettingGroup<PolicySettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final int MOST_LOAD = 100_000;

    /** Loads in the simulator, which has clusters of any size. */
    private static final SettingType<Integer> SIMULATED_LOAD = SettingType.integer("N", 1, 1_000_000);

    public static final Setting<Integer> LOW = DECLARED.setting(
            "lard.low",
            SettingType.integer("N", 1, MOST_LOAD).withinForCode(SIMULATED_LOAD),
            "25",
            "Requests below which a back-end counts as having room for more.");

    public static final Setting<Integer> HIGH = DECLARED.setting(
            "lard.high",
            SettingType.integer("N", 1, MOST_LOAD).withinForCode(SIMULATED_LOAD),
            "65",
            "Requests above which a back-end hands routing keys over to another that has room.");

    public static final Setting<Duration> REPLICA_AGE = DECLARED.setting(
            "lard.timeout",
            SettingType.duration(Duration.ofMillis(10), Duration.ofHours(1))
                    .withinForCode(SettingType.duration(Duration.ofMillis(1), Duration.ofSeconds(1_000_000))),
            "20s",
            "Time for which the set of back-ends of a routing key stays unchanged before it shrinks.");

    public static final Setting<Integer> TARGETS = DECLARED.setting(
            "lard.routing-keys",
            SettingType.integer("N", 1, 1 << 28),
            "1000000",
            "Routing keys whose back-ends are remembered; the least recently used is forgotten first.");

    public static final Setting<Integer> BOUND = DECLARED.setting(
            "balance.bound",
            SettingType.integer("PERCENT", 1, 1000),
            "25",
            "Percentage by which the requests of a back-end may exceed the average, by weight, with policy chbl.");

    public static final Setting<Integer> MISS_COST = DECLARED.setting(
            "balance.miss-cost",
            SettingType.integer("N", 0, 100_000),
            "50",
            "Requests that a back-end that has the routing key may have more than another before the other reads it"
                    + " too, with policy ext-lard.");

    public static final Setting<Long> NODE_MEMORY = DECLARED.setting(
            "balance.node-memory",
            SettingType.size(64L << 10, 1L << 50),
            "256m",
            "Memory that a back-end of weight 1 is assumed to have, with policy lb-gc.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when LARD's high threshold is below the low one */
    public PolicySettings {
        requireOrder(values);
    }

    public static void requireOrder(SettingValues values) {
        int low = values.get(LOW);
        int high = values.get(HIGH);
        if (high < low) {
            throw new IllegalArgumentException("T_high is " + high + "; it must be at least T_low, " + low);
        }
    }

    /** The paper's thresholds, a quarter above the average, 50, and 256 MiB. */
    public static PolicySettings defaults() {
        return new PolicySettings(SettingValues.none());
    }

    @Override
    public PolicySettings of(SettingValues other) {
        return new PolicySettings(other);
    }

    /** These settings with other thresholds, both at once, since each bounds the other. */
    public PolicySettings withThresholds(int low, int high) {
        return of(values.withValue(LOW, low).withValue(HIGH, high));
    }

    /** The bound as a share of the average. */
    double bound() {
        return get(BOUND) / 100.0;
    }
}
