package io.gosling.dispatcher.policy;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.util.List;

/** Parameters of the policies: those of LARD, and the section {@code balance}. Immutable. */
public record PolicySettings(Values values) implements SettingGroup<PolicySettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Integer> BOUND = DECLARED.setting(
            "balance.bound",
            Kind.integer("PERCENT", 1, 1000),
            "25",
            "Percentage by which the requests of a back-end may exceed the average, by weight, with policies chbl"
                    + " and lard-b.");

    public static final Setting<Integer> MISS_COST = DECLARED.setting(
            "balance.miss-cost",
            Kind.integer("N", 0, 100_000),
            "50",
            "Requests that a back-end that has the routing key may have more than another before the other reads it"
                    + " too, with policy ext-lard.");

    public static final Setting<Long> NODE_MEMORY = DECLARED.setting(
            "balance.node-memory",
            Kind.size(64L << 10, 1L << 50),
            "256m",
            "Memory that a back-end of weight 1 is assumed to have, with policy lb-gc.");

    /** The settings beside those of LARD. */
    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when LARD's high threshold is below the low one */
    public PolicySettings {
        LardSettings.requireOrder(values);
    }

    /** The paper's thresholds, a quarter above the average, 50, and 256 MiB. */
    public static PolicySettings defaults() {
        return new PolicySettings(Values.none());
    }

    @Override
    public PolicySettings of(Values other) {
        return new PolicySettings(other);
    }

    public LardSettings lard() {
        return new LardSettings(values);
    }

    /** The bound as a share of the average. */
    double bound() {
        return get(BOUND) / 100.0;
    }
}
