package io.gosling.dispatcher.settings;

import io.gosling.netty.limits.StreamingMediaTypes;
import io.gosling.netty.limits.UpgradeProtocolSettingType;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Settings of exchanges without a foreseeable end: connections that change their protocol, and event streams. They
 * never count for the admission limit. Immutable.
 */
public record TunnelSettings(SettingValues values) implements SettingGroup<TunnelSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Set<String>> PROTOCOLS = DECLARED.setting(
            "tunnel.protocols",
            UpgradeProtocolSettingType.KIND,
            "websocket",
            "Protocols to which the connection of a client may change with Upgrade, if the back-end grants it:"
                    + " bytes pass both ways from then on. none allows no protocol.");

    public static final Setting<Duration> IDLE_TIME = DECLARED.setting(
            "tunnel.idle-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofDays(7)),
            "1h",
            "Time without data after which a connection that has changed its protocol, or a stream of one of"
                    + " tunnel.stream-types, is closed.");

    public static final Setting<StreamingMediaTypes> STREAM_TYPES = DECLARED.setting(
            "tunnel.stream-types",
            StreamingMediaTypes.KIND,
            StreamingMediaTypes.DEFAULT,
            "Media types of responses without a length that may pause for tunnel.idle-time, such as streams of events;"
                    + " a star at the end stands for any text.");

    public static final Setting<Boolean> COUNTED = DECLARED.setting(
            "tunnel.counted",
            SettingType.toggle(),
            "on",
            "on lets policies count connections that have changed their protocol, and streams of "
                    + "events, as requests of their back-end. The admission limit never does.");

    public static final Setting<Integer> MOST = DECLARED.setting(
            "tunnel.most",
            SettingType.integer("N", 0, 10_000_000),
            "10000",
            "Connections that have changed their protocol, and streams of events, at a time; more are "
                    + "answered 503. Each has a socket to its back-end.");

    public static final Setting<Integer> MOST_EACH = DECLARED.setting(
            "tunnel.most-each",
            SettingType.integer("N", 0, 10_000_000),
            "10000",
            "Connections that have changed their protocol, and streams of events, at a time on one "
                    + "back-end; more are answered 503.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public TunnelSettings of(SettingValues other) {
        return new TunnelSettings(other);
    }
}
