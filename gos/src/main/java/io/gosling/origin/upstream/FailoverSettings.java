package io.gosling.origin.upstream;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * The rules by which a server of an origin is ejected and comes back, by which its health is checked, and by which its
 * requests are sent to another one: settings of the section {@code origin}. Immutable.
 */
public record FailoverSettings(SettingValues values) implements SettingGroup<FailoverSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    /** The longest ejection of a single server, except for a longer first one: no other answers meanwhile. */
    private static final Duration LONGEST_ALONE = Duration.ofSeconds(1);

    public static final Setting<Integer> FAILURES = DECLARED.setting(
            "origin.failures",
            SettingType.integer("N", 1, 1000),
            "3",
            "Failures in a row after which a server of the origin is ejected for a while.");

    public static final Setting<Duration> PAUSE = time(
            "origin.ejection-time",
            "1s",
            "Time for which a server of the origin is ejected at first; it doubles each time that the server fails"
                    + " again.");

    public static final Setting<Duration> LONGEST_PAUSE = time(
            "origin.longest-ejection",
            "30s",
            "Longest time for which a server of the origin is ejected; then one request tests it.");

    public static final Setting<Integer> REPEAT_PERCENT = DECLARED.setting(
            "origin.retry-percent",
            SettingType.integer("N", 0, 100),
            "20",
            "Requests of a hundred that may be sent to another server of the origin after they failed.");

    public static final Setting<Integer> REPEAT_LEAST = DECLARED.setting(
            "origin.retry-least",
            SettingType.integer("N", 0, 10_000),
            "1",
            "Retries a second at other servers of the origin that are allowed however few requests there are.");

    public static final Setting<String> CHECK = DECLARED.optional(
            "origin.check",
            SettingType.of("PATH", "a path that begins with a slash, such as /healthz", FailoverSettings::target)
                    .checked(FailoverSettings::target),
            "Path that is requested from every server of the origin at intervals, and that a healthy server answers"
                    + " below 400; by default there are no checks.");

    public static final Setting<Duration> CHECK_INTERVAL = DECLARED.setting(
            "origin.check-interval",
            SettingType.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "5s",
            "Interval of health checks of the origin's servers, a fifth more or less.");

    public static final Setting<Duration> CHECK_TIME = DECLARED.setting(
            "origin.check-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
            "2s",
            "Time for the answer to a health check of a server of the origin.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when the ejection times do not fit together */
    public FailoverSettings {
        if (values.get(LONGEST_PAUSE).compareTo(values.get(PAUSE)) < 0) {
            throw new IllegalArgumentException(
                    "origin.longest-ejection: shorter than origin.ejection-time; expected at least as long");
        }
    }

    @Override
    public FailoverSettings of(SettingValues other) {
        return new FailoverSettings(other);
    }

    FailoverSettings ofOneAlone() {
        Duration first = get(PAUSE);
        Duration longest = first.compareTo(LONGEST_ALONE) > 0 ? first : LONGEST_ALONE;
        return longest.compareTo(get(LONGEST_PAUSE)) < 0 ? with(LONGEST_PAUSE, longest) : this;
    }

    private static Setting<Duration> time(String name, String initial, String prose) {
        return DECLARED.setting(name, SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1)), initial, prose);
    }

    private static String target(String text) {
        if (!text.matches("/[!-~&&[^#]]*")) {
            throw new IllegalArgumentException("no path: " + text);
        }
        return text;
    }
}
