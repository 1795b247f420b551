package io.gosling.dispatcher.policy;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/**
 * The thresholds of LARD: the section {@code lard}. Loads are active requests on a back-end of weight 1. For a
 * permitted difference D of delays between back-ends and a mean service time R, the high threshold is (low + D/R) / 2.
 * Immutable.
 */
public record LardSettings(Values values) implements SettingGroup<LardSettings> {
    private static final Declarations DECLARED = new Declarations();
    private static final int MOST_LOAD = 100_000;

    /** Loads in the simulator, which has clusters of any size. */
    private static final Kind<Integer> SIMULATED_LOAD = Kind.integer("N", 1, 1_000_000);

    public static final Setting<Integer> LOW = DECLARED.setting(
            "lard.low",
            Kind.integer("N", 1, MOST_LOAD).withinForCode(SIMULATED_LOAD),
            "25",
            "Requests below which a back-end counts as having room for more.");

    public static final Setting<Integer> HIGH = DECLARED.setting(
            "lard.high",
            Kind.integer("N", 1, MOST_LOAD).withinForCode(SIMULATED_LOAD),
            "65",
            "Requests above which a back-end hands routing keys over to another that has room.");

    public static final Setting<Duration> REPLICA_AGE = DECLARED.setting(
            "lard.timeout",
            Kind.duration(Duration.ofMillis(10), Duration.ofHours(1))
                    .withinForCode(Kind.duration(Duration.ofMillis(1), Duration.ofSeconds(1_000_000))),
            "20s",
            "Time for which the set of back-ends of a routing key stays unchanged before it shrinks.");

    public static final Setting<Integer> TARGETS = DECLARED.setting(
            "lard.routing-keys",
            Kind.integer("N", 1, 1 << 28),
            "1000000",
            "Routing keys whose back-ends are remembered; the least recently used is forgotten first.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when the high threshold is below the low one */
    public LardSettings {
        requireOrder(values);
    }

    public static void requireOrder(Values values) {
        int low = values.get(LOW);
        int high = values.get(HIGH);
        if (high < low) {
            throw new IllegalArgumentException("T_high is " + high + "; it must be at least T_low, " + low);
        }
    }

    /** The paper's 25, 65 and 20 s, and a table of a million targets. */
    public static LardSettings defaults() {
        return new LardSettings(Values.none());
    }

    @Override
    public LardSettings of(Values other) {
        return new LardSettings(other);
    }

    /** These settings with other thresholds, both at once, since each bounds the other. */
    public LardSettings withThresholds(int low, int high) {
        return of(values.withValue(LOW, low).withValue(HIGH, high));
    }
}
