package io.gosling.dispatcher.settings;

import io.gosling.netty.client.PoolLimits;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/** Settings of the path from the front-end to back-ends: the forwarding mode and the connections. Immutable. */
public record ForwardingSettings(SettingValues values) implements SettingGroup<ForwardingSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<ForwardingMode> FORWARDING = DECLARED.setting(
            "forwarding",
            SettingType.constant(ForwardingMode.class),
            "proxy",
            "Way of a request to its back-end: through the front-end (proxy); by sending the client there with 307"
                    + " (redirect), if it is a GET or HEAD and the node has a public-url; by passing the client's"
                    + " connection to the node's process on the same host (handoff-local), by handoff.directory, or to"
                    + " the node's host on the same segment (handoff), by handoff.port; or, packet by packet, by"
                    + " hardware address (lsmac) or address (lsnat), at --vip and --interface.");

    public static final Setting<Duration> REDIRECT_LOAD = DECLARED.setting(
            "redirect.load-time",
            SettingType.duration(Duration.ZERO, Duration.ofMinutes(1)),
            "100ms",
            "Time for which a request that was redirected to a node counts as its load, since the answer is not seen.");

    public static final Setting<Boolean> H2C = DECLARED.setting(
            "relay.protocol",
            SettingType.choice(List.of("http1", "h2c"), "h2c"::equals),
            "http1",
            "Protocol towards back-ends: HTTP/1.1, or HTTP/2, many requests on a connection: within TLS to nodes of a"
                    + " cluster with a secret and with relay.tls, and otherwise without TLS and without asking first"
                    + " (of a node, http2.prior-knowledge: on). Back-ends without HTTP/2 count as unreachable then.");

    public static final Setting<Integer> STREAMS = DECLARED.setting(
            "relay.streams",
            SettingType.integer("N", 1, 10_000),
            "100",
            "Requests at a time on one connection to a back-end with relay.protocol h2c; fewer where the back-end"
                    + " allows fewer.");

    public static final Setting<Integer> CONNECTIONS = DECLARED.setting(
            "relay.connections",
            SettingType.integer("N", 1, 100_000),
            "4096",
            "Connections of one event loop to one back-end; more requests wait.");

    public static final Setting<Integer> WAITING = DECLARED.setting(
            "relay.waiting",
            SettingType.integer("N", 0, 1_000_000),
            "1024",
            "Requests of one event loop that may wait for a connection to one back-end.");

    public static final Setting<Duration> KEEP_TIME = DECLARED.setting(
            "relay.keep-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            "30s",
            "Time for which an unused connection to a back-end is kept; shorter than the back-end keeps it.");

    public static final Setting<Duration> CONNECT_TIME = DECLARED.setting(
            "relay.connect-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            "5s",
            "Longest time for looking up a back-end's name and connecting to it, and for waiting for a connection;"
                    + " after 250ms of it another back-end is tried, if there is one.");

    /** @throws IllegalArgumentException for a forwarding mode of packets, or one without what it needs */
    public ForwardingSettings {
        ForwardingMode forwarding = values.get(FORWARDING);
        if (forwarding.isOfPackets()) {
            throw new IllegalArgumentException(
                    "forwarding " + forwarding.label() + " sees packets; a front-end with it is none");
        }
        if (forwarding == ForwardingMode.HANDOFF && !values.isGiven(HandoffSettings.PORT)) {
            throw new IllegalArgumentException(
                    "forwarding handoff without handoff.port and secret-file; expected those of"
                            + " the nodes on other hosts");
        }
        if (forwarding == ForwardingMode.HANDOFF_LOCAL && !values.isGiven(HandoffSettings.DIRECTORY)) {
            throw new IllegalArgumentException(
                    "forwarding handoff-local without handoff.directory; expected the directory"
                            + " that is handoff.directory of the nodes on this host");
        }
    }

    @Override
    public ForwardingSettings of(SettingValues other) {
        return new ForwardingSettings(other);
    }

    /** Limits of the connections to back-ends; as many as there are slow clients wait for those. */
    public PoolLimits pool() {
        return new PoolLimits(get(CONNECTIONS), get(WAITING), get(KEEP_TIME), get(CONNECT_TIME))
                .withAside(PoolLimits.MOST_ASIDE);
    }
}
