package io.gosling.node.settings;

import io.gosling.netty.limits.AddressLimits;
import io.gosling.netty.limits.HttpLimits;
import java.time.Duration;
import java.util.List;

/** Limits on what one client connection may use, on nodes and front-ends alike: the section {@code limits}. */
public final class LimitSettings {
    private static final int MIB = 1 << 20;

    static final Setting<Long> REQUEST_LINE = new Setting<>(
            "limits.request-line", Kind.size(64, MIB), "8KiB", "Longest request line; longer is answered 414.");
    static final Setting<Long> HEADER = new Setting<>(
            "limits.header",
            Kind.size(256, MIB),
            "16KiB",
            "All header fields together; more is answered 431. A node takes 1KiB more, for what a front-end adds.");
    static final Setting<Integer> FIELDS = new Setting<>(
            "limits.header-fields",
            Kind.integer("N", 1, 10_000),
            "100",
            "Header fields; more is answered 431. A node takes 10 more, for those that a front-end adds.");
    static final Setting<Long> BODY = new Setting<>(
            "limits.body", Kind.size(0, (long) MIB * MIB), "1MiB", "Longest request body; longer is answered 413.");
    static final Setting<Duration> HEADER_TIME =
            time("limits.header-time", "10s", "For a whole request header, from its first byte; then 408.");
    static final Setting<Duration> IDLE_TIME =
            time("limits.idle-time", "60s", "How long a connection without a request stays open.");
    static final Setting<Duration> BODY_TIME = time("limits.body-time", "30s", "Between two pieces of a request body.");
    static final Setting<Duration> WRITE_TIME =
            time("limits.write-time", "30s", "How long a client may read nothing of its response.");
    /** The maximum number of open connections. */
    public static final Setting<Integer> CONNECTIONS = new Setting<>(
            "limits.connections",
            Kind.integer("N", 1, 10_000_000),
            "10000",
            "Connections open at a time; more wait in the system's queue.");

    static final Setting<Integer> PIPELINED = new Setting<>(
            "limits.pipelined",
            Kind.integer("N", 1, 10_000),
            "32",
            "Requests of one connection that wait their turn; reading stops there.");
    static final Setting<Integer> EXCHANGES = new Setting<>(
            "limits.exchanges",
            Kind.integer("N", 1, 1_000_000),
            "2048",
            "Requests of a server at a time that are not answered from memory; more are answered 503. Those that only wait"
                    + " for their clients are not counted, up to limits.slow-client-memory.");

    static final Setting<Duration> REQUEST_TIME = new Setting<>(
            "limits.request-time",
            Kind.duration(Duration.ZERO, Duration.ofDays(1)),
            "0s",
            "For a whole request and its answer, but for answers from memory and WebSockets; 0s for no limit.");
    static final Setting<Long> SLOW_CLIENT_MEMORY = new Setting<>(
            "limits.slow-client-memory",
            Kind.size(MIB, 1L << 40),
            "128MiB",
            "Memory that may be held for slow clients: response bytes that they have not taken, and a fixed amount for each."
                    + " When it is exceeded, a front-end gives up the clients that it has waited for longest, and a node"
                    + " counts requests that wait for their clients among limits.exchanges.");
    static final Setting<Integer> ADDRESS_CONNECTIONS = new Setting<>(
            "limits.address-connections",
            Kind.integer("N", 0, 1_000_000),
            "0",
            "Connections of one address (of IPv6, of one /64); more are closed at once. 0 for no limit.");
    static final Setting<Integer> ADDRESS_RATE = new Setting<>(
            "limits.address-rate",
            Kind.integer("N", 0, 1_000_000),
            "0",
            "Requests a second of one address; more are answered 429. 0 for no limit.");
    static final Setting<Integer> ADDRESS_BURST = new Setting<>(
            "limits.address-burst",
            Kind.integer("N", 1, 1_000_000),
            "100",
            "Requests that one address may make at once after a pause, where its rate is limited.");
    static final Setting<Integer> ADDRESSES = new Setting<>(
            "limits.addresses",
            Kind.integer("N", 16, 10_000_000),
            "65536",
            "Addresses without a connection whose rate is remembered.");

    /** In the order of the help text; all may change while the process runs. */
    public static final List<Setting<?>> ALL = List.of(
            REQUEST_LINE,
            HEADER,
            FIELDS,
            BODY,
            HEADER_TIME,
            IDLE_TIME,
            BODY_TIME,
            WRITE_TIME,
            CONNECTIONS,
            PIPELINED,
            EXCHANGES,
            REQUEST_TIME,
            SLOW_CLIENT_MEMORY,
            ADDRESS_CONNECTIONS,
            ADDRESS_RATE,
            ADDRESS_BURST,
            ADDRESSES);

    private LimitSettings() {}

    /** The limits of a node, which accepts whatever a front-end with the same settings lets through. */
    public static HttpLimits ofNode(Values values) {
        return of(values).behindFrontEnds();
    }

    /** The server's limits. */
    public static HttpLimits of(Values values) {
        return new HttpLimits(
                values.get(REQUEST_LINE).intValue(),
                values.get(HEADER).intValue(),
                values.get(FIELDS),
                values.get(BODY),
                values.get(HEADER_TIME),
                values.get(IDLE_TIME),
                values.get(BODY_TIME),
                values.get(WRITE_TIME),
                values.get(CONNECTIONS),
                values.get(PIPELINED),
                values.get(EXCHANGES),
                values.get(REQUEST_TIME),
                values.get(SLOW_CLIENT_MEMORY),
                new AddressLimits(
                        values.get(ADDRESS_CONNECTIONS),
                        values.get(ADDRESS_RATE),
                        values.get(ADDRESS_BURST),
                        values.get(ADDRESSES)));
    }

    private static Setting<Duration> time(String name, String initial, String prose) {
        return new Setting<>(name, Kind.duration(Duration.ofMillis(1), Duration.ofHours(1)), initial, prose);
    }
}
