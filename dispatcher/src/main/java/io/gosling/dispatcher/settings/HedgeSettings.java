package io.gosling.dispatcher.settings;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Settings of hedged requests: a safe request is also sent to a second back-end, whose response counts if it begins
 * first (Dean and Barroso 2013, "The Tail at Scale"). Immutable.
 */
public record HedgeSettings(SettingValues values) implements SettingGroup<HedgeSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final SettingType<Duration> TIME = SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1));

    /** The kind of delay before a request is hedged. */
    public enum When {
        NEVER,
        AFTER,
        /** The 95th percentile of the recent response times of the same back-end pool. */
        P95
    }

    /**
     * The delay before a request is hedged.
     *
     * @param time of {@link When#AFTER}; of no account otherwise
     */
    public record Delay(When when, Duration time) {
        public Delay {
            TIME.check().accept(time);
        }

        private static Delay parse(String text) {
            return switch (text) {
                case "off" -> new Delay(When.NEVER, Duration.ofSeconds(1));
                case "p95" -> new Delay(When.P95, Duration.ofSeconds(1));
                default -> new Delay(When.AFTER, TIME.reader().apply(List.of(text)));
            };
        }
    }

    public static final Setting<Delay> AFTER = DECLARED.setting(
            "hedge.after",
            SettingType.of("off|p95|TIME", "off, p95, or a duration from 1ms to 1h such as 50ms", Delay::parse),
            "off",
            "Time without the beginning of a response after which a GET or HEAD is sent to a second back-end as well: "
                    + "the first response counts. p95 is the time within which 95 of 100 recent responses began.");

    public static final Setting<Integer> PERCENT = DECLARED.setting(
            "hedge.percent",
            SettingType.integer("PERCENT", 0, 100),
            "5",
            "Percentage of the requests that may be hedged, sent to two back-ends; none is while others "
                    + "wait for a place.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public HedgeSettings of(SettingValues other) {
        return new HedgeSettings(other);
    }

    public When when() {
        return get(AFTER).when();
    }

    /** The delay of {@link When#AFTER}. */
    public Duration delay() {
        return get(AFTER).time();
    }

    public boolean isOn() {
        return when() != When.NEVER && get(PERCENT) > 0;
    }
}
