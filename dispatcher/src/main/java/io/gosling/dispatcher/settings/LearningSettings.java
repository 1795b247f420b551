package io.gosling.dispatcher.settings;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/** Settings of the values that a front-end learns by itself. Immutable. */
public record LearningSettings(Values values) implements SettingGroup<LearningSettings> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Boolean> WEIGHTS = DECLARED.setting(
            "weights",
            Kind.choice(List.of("given", "learnt"), "learnt"::equals),
            "given",
            "Capacity of back-ends: their configured weight (given), or up to four times more or less, "
                    + "by the time that they take for requests while any of them is busy (learnt).");

    public static final Setting<Duration> DIFFERENCE = DECLARED.setting(
            "max-delay-difference",
            Kind.duration(Duration.ZERO, Duration.ofMinutes(10)),
            "0s",
            "Time by which one back-end may take longer than another, with forwarding proxy. Once back-ends were"
                    + " busy, lard.low and lard.high follow from it and from the load that back-ends were seen"
                    + " to carry; until then, and with 0s, they are as set.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public LearningSettings of(Values other) {
        return new LearningSettings(other);
    }
}
