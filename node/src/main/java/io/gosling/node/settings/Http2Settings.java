package io.gosling.node.settings;

import io.gosling.netty.limits.Http2Limits;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.time.Duration;
import java.util.List;

/** Settings of HTTP/2 with clients, on nodes and front-ends alike: the section {@code http2}. */
public final class Http2Settings {
    private static final Declarations DECLARED = new Declarations();

    private static final int FLOOD = 1_000_000;

    /** Whether HTTP/2 is offered over TLS. */
    public static final Setting<Boolean> OFFERED = DECLARED.setting(
            "http2.offered",
            Kind.toggle(),
            "on",
            "on offers HTTP/2 over TLS; clients that do not know it get HTTP/1.1.");

    /** Whether HTTP/2 is spoken without TLS, by prior knowledge. */
    public static final Setting<Boolean> PRIOR_KNOWLEDGE = DECLARED.setting(
            "http2.prior-knowledge",
            Kind.toggle(),
            "off",
            "on lets clients on --port begin with HTTP/2 without asking (h2c).");

    static final Setting<Integer> STREAMS =
            count("http2.streams", 10_000, "100", "Requests of a connection at a time.");
    static final Setting<Long> STREAM_WINDOW = DECLARED.setting(
            "http2.stream-window",
            Kind.size(65_535, 16 << 20),
            "65535",
            "Bytes of a request's body that may come unread.");
    static final Setting<Long> CONNECTION_WINDOW = DECLARED.setting(
            "http2.connection-window",
            Kind.size(65_535, 1 << 30),
            "1MiB",
            "The same for all requests of a connection together.");
    static final Setting<Long> FRAME =
            DECLARED.setting("http2.frame", Kind.size(16 << 10, (16 << 20) - 1), "16KiB", "Longest frame taken.");
    static final Setting<Long> HEADER_TABLE = DECLARED.setting(
            "http2.header-table", Kind.size(0, 64 << 10), "4KiB", "Table for compressed header fields.");
    static final Setting<Duration> WINDOW = DECLARED.setting(
            "http2.flood-window",
            Kind.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            "30s",
            "The time for which the frames below are counted; who sends more of them is disconnected.");
    static final Setting<Integer> RESETS =
            count("http2.resets", FLOOD, "200", "RST_STREAM frames in that time (rapid reset).");
    static final Setting<Integer> SETTINGS = count("http2.settings", FLOOD, "100", "SETTINGS frames in that time.");
    static final Setting<Integer> PINGS = count("http2.pings", FLOOD, "300", "PING frames in that time.");
    static final Setting<Integer> PRIORITIES =
            count("http2.priorities", FLOOD, "1000", "PRIORITY frames in that time.");
    static final Setting<Integer> UPDATES = count(
            "http2.window-updates",
            FLOOD,
            "2000",
            "WINDOW_UPDATE frames in that time, beside one for each 256 bytes sent.");
    static final Setting<Integer> EMPTY = count("http2.empty-data", 1000, "2", "Empty DATA frames in a row.");
    static final Setting<Integer> CONTINUATIONS =
            count("http2.continuations", 1000, "16", "Small CONTINUATION frames of one header.");
    static final Setting<Integer> QUEUED =
            count("http2.queued-control", 100_000, "1000", "Frames that wait to be sent in answer to a client's own.");

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = DECLARED.all();

    private Http2Settings() {}

    /** The server's limits. */
    public static Http2Limits of(Values values) {
        return new Http2Limits(
                values.get(STREAMS),
                values.get(STREAM_WINDOW).intValue(),
                values.get(CONNECTION_WINDOW).intValue(),
                values.get(FRAME).intValue(),
                values.get(HEADER_TABLE).intValue(),
                values.get(WINDOW),
                values.get(RESETS),
                values.get(SETTINGS),
                values.get(PINGS),
                values.get(PRIORITIES),
                values.get(UPDATES),
                values.get(EMPTY),
                values.get(CONTINUATIONS),
                values.get(QUEUED));
    }

    private static Setting<Integer> count(String name, int most, String initial, String prose) {
        return DECLARED.setting(name, Kind.integer("N", 1, most), initial, prose);
    }
}
