package io.gosling.origin.upstream;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/** Lifetimes of responses for which the origin states none: settings of the section {@code origin}. Immutable. */
public record Lifetimes(Values values) implements SettingGroup<Lifetimes> {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Duration> GUESS_MOST = DECLARED.setting(
            "origin.heuristic-ttl",
            Kind.duration(Duration.ZERO, Duration.ofDays(365)),
            "1d",
            "Longest heuristic lifetime of a response that states none and has a Last-Modified; 0s for none.");

    public static final Setting<Duration> NEGATIVE = DECLARED.setting(
            "origin.negative-ttl",
            Kind.duration(Duration.ZERO, Duration.ofDays(365)),
            "0s",
            "Lifetime of a 404, 405, 410, 414 or 501 that states none itself; 0s for none.");

    public static final Setting<Duration> ERROR = DECLARED.setting(
            "origin.error-ttl",
            Kind.duration(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "Lifetime of a 500, 502, 503 or 504 that states none itself; 0s for none.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public Lifetimes of(Values other) {
        return new Lifetimes(other);
    }
}
