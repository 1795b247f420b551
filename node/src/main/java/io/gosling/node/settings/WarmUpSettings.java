package io.gosling.node.settings;

import io.gosling.gos.warm.WarmSettings;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/** Settings for moving memory contents when nodes join and leave: the section {@code warm}. */
public final class WarmUpSettings {
    private static final Declarations DECLARED = new Declarations();

    /** The part of memory that a node fills before it takes its share. */
    public static final Setting<Double> SHARE = DECLARED.setting(
            "warm.share",
            Kind.decimal(0, 1),
            "0.5",
            "The part of its memory that a node that joins others fills with what is asked for most there, before it says"
                    + " that it is ready; 0 for none.");

    /** The maximum rate of filling. */
    public static final Setting<Long> RATE = DECLARED.setting(
            "warm.rate", Kind.size(64 << 10, 1L << 40), "32MiB", "How many bytes a second it fetches for that.");

    /** The maximum time of filling. */
    public static final Setting<Duration> TIMEOUT = DECLARED.setting(
            "warm.timeout",
            Kind.duration(Duration.ZERO, Duration.ofMinutes(10)),
            "10s",
            "After so long it says that it is ready, however much it has by then; joining is included.");

    /** The time in which a leaving node transfers its objects. */
    public static final Setting<Duration> HAND_OVER = DECLARED.setting(
            "warm.hand-over",
            Kind.duration(Duration.ZERO, Duration.ofHours(1)),
            "20s",
            "How long a node that is drained hands over to others what it alone has; after TERM half of drain at most.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = DECLARED.all();

    private WarmUpSettings() {}

    /** The warm-up settings as an object. */
    public static WarmSettings of(Values values) {
        return new WarmSettings(values.get(SHARE), values.get(RATE), values.get(TIMEOUT), values.get(HAND_OVER));
    }
}
