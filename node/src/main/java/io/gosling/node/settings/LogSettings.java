package io.gosling.node.settings;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.accesslog.LineFormat;
import io.gosling.accesslog.Rotation;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the log and the access log, on nodes and front-ends alike. */
public final class LogSettings {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<String> LEVEL = new Declarations()
            .setting(
                    "log-level",
                    Kind.choice(List.of("info", "debug")),
                    "info",
                    "Level of messages logged to standard error; debug is what --verbose shows.");

    public static final Setting<String> FILE = DECLARED.optional(
            "access-log",
            Kind.text("FILE|-", "a file, or - for standard output"),
            "File to which a line is written for each request, or - for standard output. USR1 opens it again.");

    static final Setting<LineFormat> FORMAT = DECLARED.setting(
            "access-log-format",
            Kind.of(
                    "FORMAT",
                    "common, combined, json, or a text with names in braces: " + String.join(", ", LineFormat.known()),
                    LineFormat::parse),
            "combined",
            "Lines of the access log: common, combined, json, or a text with names such as {remote}, {request} and"
                    + " {status}.");

    static final Setting<Long> SIZE = DECLARED.setting(
            "access-log-size",
            Kind.size(0, 1L << 40),
            "0b",
            "Size at which the access log is renamed to FILE.1 and a new file is begun; 0b for never.");

    static final Setting<Duration> TIME = DECLARED.setting(
            "access-log-time",
            Kind.duration(Duration.ZERO, Duration.ofDays(366)),
            "0s",
            "Time at whose multiples the access log is renamed to FILE.1 and a new file is begun: 1d at midnight (UTC),"
                    + " 1h at every hour; 0s for never.");

    static final Setting<Integer> KEEP = DECLARED.setting(
            "access-log-keep", Kind.integer("N", 0, 1000), "10", "Number of renamed access log files that are kept.");

    static final Setting<Long> QUEUE = DECLARED.setting(
            "access-log-queue",
            Kind.size(128 << 10, 1 << 30),
            "4MiB",
            "Size of the access log lines that may wait for the disk; more are dropped and counted.");

    /** The settings of the access log. */
    public static final List<Setting<?>> OF_REQUESTS = DECLARED.all();

    public static final List<Setting<?>> ALL = Declarations.inOrder(List.of(List.of(LEVEL), OF_REQUESTS));

    private LogSettings() {}

    /** The settings of the access log; empty if none is to be written. */
    public static Optional<AccessLogSettings> of(Values values) {
        return values.find(FILE)
                .map(file -> new AccessLogSettings(
                        file,
                        values.get(FORMAT),
                        new Rotation(values.get(SIZE), values.get(TIME), values.get(KEEP)),
                        values.get(QUEUE)));
    }
}
