package io.gosling.netty.limits;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Limits of one server, its connections, their requests and their clients' addresses: the section {@code limits} of
 * nodes and front-ends. All may change while the server runs. Immutable.
 */
public record HttpLimits(SettingValues values) implements SettingGroup<HttpLimits> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final int MIB = 1 << 20;
    private static final int MILLION = 1_000_000;
    private static final int MOST_HEADERS = 10_000;

    /** Headers that a front-end adds: five that identify its client, and those of a body and of trailers. */
    private static final int HEADERS_OF_FRONT_END = 10;

    private static final int BYTES_OF_FRONT_END = 1 << 10;

    public static final Setting<Integer> REQUEST_LINE = DECLARED.setting(
            "limits.request-line",
            SettingType.smallSize(64, MIB),
            "8KiB",
            "Longest request line; a longer one is answered 414.");

    public static final Setting<Integer> HEADER = DECLARED.setting(
            "limits.header",
            SettingType.smallSize(256, MIB),
            "16KiB",
            "All headers of a request together; more are answered 431. A node takes 1KiB more, for what a front-end"
                    + " adds.");

    public static final Setting<Integer> HEADER_COUNT = DECLARED.setting(
            "limits.header-fields",
            SettingType.integer("N", 1, MOST_HEADERS),
            "100",
            "Headers in a request; more are answered 431. A node takes 10 more, for those that a front-end adds.");

    public static final Setting<Long> BODY = DECLARED.setting(
            "limits.body",
            SettingType.size(0, (long) MIB * MIB),
            "1MiB",
            "Longest request body; a longer one is answered 413.");

    public static final Setting<Duration> HEADER_TIME = time(
            "limits.header-time",
            "10s",
            "Time for a whole request header, from its first byte; after it the answer is 408.");

    public static final Setting<Duration> IDLE_TIME =
            time("limits.idle-time", "60s", "Time that a connection without a request stays open.");

    public static final Setting<Duration> BODY_TIME = time(
            "limits.body-time",
            "30s",
            "Longest pause between two pieces of a request body; at a node also the time for all that is left of a"
                    + " body whose request has been answered.");

    public static final Setting<Duration> WRITE_TIME = time(
            "limits.write-time",
            "30s",
            "Time that a client may read nothing of its response before it is disconnected.");

    public static final Setting<Integer> CONNECTIONS = DECLARED.setting(
            "limits.connections",
            SettingType.integer("N", 1, 10 * MILLION),
            "10000",
            "Connections open at a time. At the limit, those that have been idle longest (2s at least) are closed;"
                    + " without any, more wait in the system's queue.");

    public static final Setting<Integer> PIPELINED = DECLARED.setting(
            "limits.pipelined",
            SettingType.integer("N", 1, 10_000),
            "32",
            "Requests of one connection that wait their turn; reading stops there.");

    public static final Setting<Integer> EXCHANGES = DECLARED.setting(
            "limits.exchanges",
            SettingType.integer("N", 1, MILLION),
            "2048",
            "Requests of a server at a time that are not answered from memory; more are answered 503. Those that only"
                    + " wait for their clients are not counted, up to limits.slow-client-memory.");

    public static final Setting<Duration> REQUEST_TIME = DECLARED.setting(
            "limits.request-time",
            SettingType.duration(Duration.ZERO, Duration.ofDays(1)),
            "0s",
            "Time for a whole request and its answer, except answers from memory and WebSockets; 0s for no limit.");

    public static final Setting<Long> SLOW_CLIENT_MEMORY = DECLARED.setting(
            "limits.slow-client-memory",
            SettingType.size(MIB, 1L << 40),
            "128MiB",
            "Memory that may be held for slow clients: response bytes that they have not taken, and a fixed amount for"
                    + " each. When it is exceeded, a front-end gives up the clients that it has waited for longest, and"
                    + " a node counts requests that wait for their clients among limits.exchanges.");

    public static final Setting<Integer> ADDRESS_CONNECTIONS = DECLARED.setting(
            "limits.address-connections",
            SettingType.integer("N", 0, MILLION),
            "0",
            "Connections of one address (of IPv6, of one /64); more are closed at once. 0 for no limit.");

    public static final Setting<Integer> ADDRESS_RATE = DECLARED.setting(
            "limits.address-rate",
            SettingType.integer("N", 0, MILLION),
            "0",
            "Requests a second of one address; more are answered 429. 0 for no limit.");

    public static final Setting<Integer> ADDRESS_BURST = DECLARED.setting(
            "limits.address-burst",
            SettingType.integer("N", 1, MILLION),
            "100",
            "Requests that one address may make at once after a pause, where its rate is limited.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    public static HttpLimits defaults() {
        return new HttpLimits(SettingValues.none());
    }

    @Override
    public HttpLimits of(SettingValues other) {
        return new HttpLimits(other);
    }

    /**
     * Limits for a server behind front-ends that have these limits: 10 headers and 1 KiB more, so that a request which
     * a front-end lets through, with its own headers added, is let through here.
     */
    public HttpLimits behindFrontEnds() {
        return with(HEADER, Math.min(MIB, get(HEADER) + BYTES_OF_FRONT_END))
                .with(HEADER_COUNT, Math.min(MOST_HEADERS, get(HEADER_COUNT) + HEADERS_OF_FRONT_END));
    }

    public HttpLimits withoutAddressLimits() {
        return with(ADDRESS_CONNECTIONS, 0).with(ADDRESS_RATE, 0);
    }

    /** Returns true if more time than a limit has passed, both times in a ticker's nanoseconds. */
    public boolean isOver(Setting<Duration> limit, long since, long now) {
        return now - since > get(limit).toNanos();
    }

    public boolean limitsAddresses() {
        return get(ADDRESS_CONNECTIONS) > 0 || get(ADDRESS_RATE) > 0;
    }

    private static Setting<Duration> time(String name, String initial, String prose) {
        return DECLARED.setting(name, SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1)), initial, prose);
    }
}
