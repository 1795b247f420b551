package io.gosling.dispatcher.health;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Settings of active health checks, in HAProxy's terms: the front-end checks back-ends by requests of its own. Each
 * interval is up to a fifth longer or shorter at random. Immutable.
 */
public record HealthCheckSettings(SettingValues values) implements SettingGroup<HealthCheckSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final Duration HOUR = Duration.ofHours(1);

    /** The kind of health check. */
    public enum Means {
        OFF,
        TCP,
        /** By a GET that is answered with a status from 200 to 399. */
        HTTP
    }

    public static final Setting<Means> BY = DECLARED.setting(
            "check.by",
            SettingType.constant(Means.class),
            "off",
            "Active health checks of back-ends: by connecting (tcp), or by a GET that is answered with "
                    + "200 to 399 (http). A back-end that has answered a request within check.interval is not "
                    + "checked, except by http if back-ends are fixed.");

    public static final Setting<String> PATH = DECLARED.setting(
            "check.path",
            SettingType.matching(
                    "PATH",
                    "a path that begins with a slash, of visible ASCII characters, 1024 at most",
                    "/[!-~]{0,1023}"),
            "/",
            "Path of the GET by which back-ends are checked with check.by http.");

    public static final Setting<String> HOST = DECLARED.optional(
            "check.host",
            SettingType.matching(
                    "HOST", "a host name or an address, with or without a port", "[A-Za-z0-9.:\\[\\]_-]{1,255}"),
            "Host of the GET by which back-ends are checked with check.by http; by default the address of the"
                    + " back-end.");

    public static final Setting<Duration> INTERVAL = DECLARED.setting(
            "check.interval",
            SettingType.duration(Duration.ofMillis(50), HOUR),
            "2s",
            "Time from one check of a back-end to the next, a fifth more or less at random.");

    public static final Setting<Duration> TIMEOUT = DECLARED.setting(
            "check.timeout",
            SettingType.duration(Duration.ofMillis(1), HOUR),
            "1s",
            "Longest time of one health check of a back-end.");

    public static final Setting<Integer> RISE = DECLARED.setting(
            "check.rise",
            SettingType.integer("N", 1, 1000),
            "2",
            "Checks passed in a row after which a back-end that failed them takes requests again.");

    public static final Setting<Integer> FALL = DECLARED.setting(
            "check.fall",
            SettingType.integer("N", 1, 1000),
            "3",
            "Checks failed in a row after which a back-end takes no requests.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public HealthCheckSettings of(SettingValues other) {
        return new HealthCheckSettings(other);
    }

    /**
     * Returns true if a back-end that has answered a request within the interval is taken for healthy and not checked.
     * A path may tell more about a server than that it answers; nodes of a cluster report this themselves.
     */
    public boolean skipsBusy() {
        return get(BY) != Means.HTTP || !values.isGiven(BackendSource.FIXED);
    }
}
