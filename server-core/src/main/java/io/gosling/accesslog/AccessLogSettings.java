package io.gosling.accesslog;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Destination, format and rotation of the access log.
 *
 * @param values with {@link #FILE}; those of other groups are left out
 */
public record AccessLogSettings(SettingValues values) implements SettingGroup<AccessLogSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<String> FILE = DECLARED.optional(
            "access-log",
            SettingType.text("FILE|-", "a file, or - for standard output"),
            "File to which a line is written for each request, or - for standard output. The signal USR1 opens it"
                    + " again.");

    public static final Setting<LineFormat> FORMAT = DECLARED.setting(
            "access-log-format",
            SettingType.of(
                    "FORMAT",
                    "common, combined, json, or a text with names in braces: " + String.join(", ", LineFormat.known()),
                    LineFormat::parse),
            "combined",
            "Format of a line in the access log: common, combined, json, or a text with names such as {remote},"
                    + " {request} and {status}.");

    public static final Setting<Long> SIZE = DECLARED.setting(
            "access-log-size",
            SettingType.size(0, 1L << 40),
            "0b",
            "Size at which the access log is renamed to FILE.1 and a new file is begun; 0b for never.");

    public static final Setting<Duration> TIME = DECLARED.setting(
            "access-log-time",
            SettingType.duration(Duration.ZERO, Duration.ofDays(366)),
            "0s",
            "Time at whose multiples the access log is renamed to FILE.1 and a new file is begun: 1d at midnight (UTC),"
                    + " 1h at every hour; 0s for never.");

    public static final Setting<Integer> KEEP = DECLARED.setting(
            "access-log-keep",
            SettingType.integer("N", 0, 1000),
            "10",
            "Number of renamed access log files that are kept.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    public AccessLogSettings {
        values = values.only(ALL);
    }

    /** Returns settings for lines in the combined format that the server itself never rotates. */
    public static AccessLogSettings to(String file) {
        return new AccessLogSettings(SettingValues.none().withValue(FILE, file));
    }

    @Override
    public AccessLogSettings of(SettingValues other) {
        return new AccessLogSettings(other);
    }

    String file() {
        return find(FILE).orElseThrow();
    }

    /** Returns whether a file must be rotated before {@code more} bytes are written. An empty file never is. */
    boolean isDue(long size, long more, Instant begun, Instant now) {
        long most = get(SIZE);
        long period = get(TIME).toMillis();
        boolean full = most > 0 && size + more > most;
        boolean old =
                period > 0 && Math.floorDiv(begun.toEpochMilli(), period) != Math.floorDiv(now.toEpochMilli(), period);
        return size > 0 && (full || old);
    }
}
