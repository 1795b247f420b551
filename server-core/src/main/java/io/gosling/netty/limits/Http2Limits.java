package io.gosling.netty.limits;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Limits of one connection of HTTP/2, beside {@link HttpLimits}: the section {@code http2} of nodes and front-ends. A
 * client that exceeds a limit on flood-like behaviour is sent ENHANCE_YOUR_CALM and disconnected.
 */
public record Http2Limits(SettingValues values) implements SettingGroup<Http2Limits> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final int FLOOD = 1_000_000;

    public static final Setting<Boolean> OFFERED = DECLARED.setting(
            "http2.offered",
            SettingType.toggle(),
            "on",
            "on offers HTTP/2 over TLS; clients that do not support it use HTTP/1.1.");

    public static final Setting<Boolean> PRIOR_KNOWLEDGE = DECLARED.setting(
            "http2.prior-knowledge",
            SettingType.toggle(),
            "off",
            "on lets clients on --port begin with HTTP/2 without asking (h2c).");

    public static final Setting<Integer> STREAMS =
            count("http2.streams", 10_000, "100", "Concurrent requests of one HTTP/2 connection.");

    public static final Setting<Integer> STREAM_WINDOW = DECLARED.setting(
            "http2.stream-window",
            SettingType.smallSize(65_535, 16 << 20),
            "65535",
            "Bytes of a request's body that may arrive before they are read.");

    public static final Setting<Integer> CONNECTION_WINDOW = DECLARED.setting(
            "http2.connection-window",
            SettingType.smallSize(65_535, 1 << 30),
            "1MiB",
            "Bytes of the bodies of all requests of a connection that may arrive before they are read.");

    public static final Setting<Duration> WINDOW = DECLARED.setting(
            "http2.flood-window",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            "30s",
            "Time for which frames of a client are counted; a client that exceeds a count is disconnected.");

    public static final Setting<Integer> RESETS = count(
            "http2.resets",
            FLOOD,
            "200",
            "Most RST_STREAM frames in http2.flood-window; a client that sends more (rapid reset) is disconnected.");

    public static final Setting<Integer> CONTROL_FRAMES = count(
            "http2.control-frames",
            FLOOD,
            "3000",
            "Most SETTINGS, PING, PRIORITY and WINDOW_UPDATE frames in http2.flood-window; a client that sends more is"
                    + " disconnected. One WINDOW_UPDATE for each 256 bytes sent to it does not count, up to as many.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    public static Http2Limits defaults() {
        return new Http2Limits(SettingValues.none());
    }

    @Override
    public Http2Limits of(SettingValues other) {
        return new Http2Limits(other);
    }

    private static Setting<Integer> count(String name, int most, String initial, String prose) {
        return DECLARED.setting(name, SettingType.integer("N", 1, most), initial, prose);
    }
}
