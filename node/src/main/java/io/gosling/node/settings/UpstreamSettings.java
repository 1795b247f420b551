package io.gosling.node.settings;

import io.gosling.origin.OriginAddress;
import io.gosling.origin.OriginSettings;
import java.time.Duration;
import java.util.List;

/** Where what is served comes from, if that is another HTTP server: the section {@code origin}. */
public final class UpstreamSettings {
    /** The origin. */
    public static final Setting<OriginAddress> URL = Setting.optional(
            "origin.url",
            Kind.origin(),
            "The HTTP server to answer for, instead of a directory; on the command line also the plain argument.");

    static final Setting<Boolean> KEEP_HOST = new Setting<>(
            "origin.keep-host",
            Kind.toggle(),
            "off",
            "Whether the origin is told the host that the client asked for, and each host has its own responses.");
    static final Setting<Duration> CONNECT_TIME =
            time("origin.connect-time", "3s", "For a connection to the origin, TLS included; then 502.");
    static final Setting<Duration> HEADER_TIME =
            time("origin.header-time", "30s", "For the header of the origin's response; then 504.");
    static final Setting<Duration> PROGRESS_TIME =
            time("origin.progress-time", "30s", "Between two pieces of a body, to or from the origin.");
    static final Setting<Duration> TOTAL_TIME = new Setting<>(
            "origin.total-time",
            Kind.duration(Duration.ofMillis(1), Duration.ofDays(1)),
            "1h",
            "For a whole request to the origin and its response.");
    static final Setting<Integer> CONNECTIONS = new Setting<>(
            "origin.connections",
            Kind.integer("N", 1, 100_000),
            "256",
            "Connections to one address of the origin, on each event loop.");
    static final Setting<Duration> GUESS_MOST = new Setting<>(
            "origin.guess-most",
            Kind.duration(Duration.ZERO, Duration.ofDays(365)),
            "1d",
            "Longest lifetime of what has none but a Last-Modified; 0s for no guessing.");
    static final Setting<Duration> APART = new Setting<>(
            "origin.apart",
            Kind.duration(Duration.ZERO, Duration.ofDays(1)),
            "120s",
            "How long requests for what could not be shared do not wait for each other.");
    static final Setting<Integer> REMEMBERED = new Setting<>(
            "origin.remembered",
            Kind.integer("N", 16, 100_000_000),
            "65536",
            "URLs of which it is remembered that they vary, or cannot be shared.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = List.of(
            URL,
            KEEP_HOST,
            CONNECT_TIME,
            HEADER_TIME,
            PROGRESS_TIME,
            TOTAL_TIME,
            CONNECTIONS,
            GUESS_MOST,
            APART,
            REMEMBERED);

    private UpstreamSettings() {}

    /** The origin of a node that has one. */
    public static OriginSettings of(OriginAddress address, Values values) {
        return new OriginSettings(
                address,
                values.get(KEEP_HOST),
                new OriginSettings.Times(
                        values.get(CONNECT_TIME),
                        values.get(HEADER_TIME),
                        values.get(PROGRESS_TIME),
                        values.get(TOTAL_TIME)),
                values.get(CONNECTIONS),
                values.get(GUESS_MOST),
                values.get(NodeSettings.REFRESH_GRACE),
                values.get(NodeSettings.FILL_WAIT),
                values.get(APART),
                values.get(REMEMBERED));
    }

    private static Setting<Duration> time(String name, String initial, String prose) {
        return new Setting<>(name, Kind.duration(Duration.ofMillis(1), Duration.ofHours(1)), initial, prose);
    }
}
