package io.gosling.dispatcher.settings;

import io.gosling.netty.listen.ProxyProtocolVersion;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Settings of the relay of requests and responses. Immutable. */
public record RelaySettings(SettingValues values) implements SettingGroup<RelaySettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final Duration SILENCE = Duration.ofSeconds(3);

    /**
     * Decides which clients are trusted proxies, whose forwarding headers are believed. Called for each request, on
     * event loops.
     */
    @FunctionalInterface
    public interface Forwarding {
        /** Clients are untrusted: their headers are dropped, and the front-end writes its own. */
        Forwarding REPLACE = client -> false;

        /** Clients are trusted proxies: their headers are kept, and the front-end adds itself. */
        Forwarding APPEND = client -> true;

        /** Returns true if the headers of this client are kept. */
        boolean believes(SocketAddress client);
    }

    public static final Setting<Duration> HEADER_TIME = DECLARED.setting(
            "relay.header-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            "30s",
            "Time within which a back-end must begin its response; after it the client is answered 504.");

    public static final Setting<Duration> TRY_TIME = DECLARED.setting(
            "relay.try-time",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "Time within which a back-end must begin its response to a GET, HEAD or OPTIONS without a body; after it"
                    + " another is asked instead, if there is one. Of no effect unless shorter than"
                    + " relay.header-time; 0s for never.");

    public static final Setting<Integer> REPEAT_PERCENT = DECLARED.setting(
            "relay.retry-percent",
            SettingType.integer("PERCENT", 0, 100),
            "20",
            "Percentage of the requests that may be sent to another back-end because the first takes "
                    + "long, closes a new connection, or answers with one of relay.retry-statuses; 0 for none.");

    public static final Setting<Set<Integer>> RETRY_STATUSES = DECLARED.optional(
            "relay.retry-statuses",
            SettingType.list("STATUS", "some of 502, 503 and 504", RelaySettings::retryStatus)
                    .as(Set::copyOf),
            "Statuses of responses after which a GET, HEAD, OPTIONS, PUT or DELETE is sent to another back-end once,"
                    + " within relay.retry-percent. By default none.");

    public static final Setting<Duration> IDLE_TIME = DECLARED.setting(
            "relay.idle-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            "30s",
            "Longest pause of a back-end within its response; after it the connection of the client is closed.");

    public static final Setting<Forwarding> FORWARDED = DECLARED.setting(
            "relay.forwarded",
            SettingType.choice(
                    List.of("replace", "append"),
                    word -> word.equals("append") ? Forwarding.APPEND : Forwarding.REPLACE),
            "replace",
            "Treatment of Forwarded, X-Forwarded-For and other headers that name a client: replaced or dropped, or"
                    + " kept from whoever sends them (append). If this is not given, those of trusted-proxies are"
                    + " kept.");

    public static final Setting<String> VIA = DECLARED.setting(
            "relay.via",
            SettingType.text("NAME", "1 to 64 letters, digits, dots and dashes")
                    .checked(RelaySettings::requirePseudonym),
            "gosling",
            "Name of the front-end in Via.");

    public static final Setting<Boolean> REQUEST_ID = DECLARED.setting(
            "relay.request-id",
            SettingType.toggle(),
            "off",
            "on gives each request to a back-end an X-Request-Id: the client's if there is one of at most 128"
                    + " letters, digits and ._~+/=:@-, otherwise a new one. off passes on what the client sends.");

    public static final Setting<Integer> TRACE_PERCENT = DECLARED.setting(
            "relay.trace-percent",
            SettingType.integer("PERCENT", 0, 100),
            "0",
            "Percentage of requests without a valid traceparent (W3C Trace Context) that begin a sampled trace; the"
                    + " others get a traceparent that says not sampled. 0 makes none, and passes on what the client"
                    + " sends.");

    public static final Setting<ErrorPages> ERROR_PAGES = DECLARED.optional(
            "relay.error-pages",
            SettingType.pairs("STATUS=FILE", "statuses from 400 to 599, each with a readable file of at most 64 KiB")
                    .as(ErrorPages::read),
            "Files that clients get as the body of errors of the front-end itself, by status. Read again by each"
                    + " reload.");

    public static final Setting<Boolean> NAME_BACKEND = DECLARED.setting(
            "debug-backend-header",
            SettingType.toggle(),
            "off",
            "on adds to responses Gosling-Backend with the name of the back-end, and Server-Timing with the"
                    + " milliseconds in the queue, to connect, and from then to the header of the response.");

    public static final Setting<ProxyProtocolVersion> PROXY_PROTOCOL = new SettingDeclarations()
            .setting(
                    "relay.proxy-protocol",
                    SettingType.constant(ProxyProtocolVersion.class),
                    "off",
                    "Version of the PROXY protocol in which a connection to a back-end begins with the address "
                            + "of the client; such a connection serves that client alone. Back-ends must expect it "
                            + "(proxy-protocol-from of a node).");

    /** The settings of front-ends and of nodes that dispatch, which do not have {@link #PROXY_PROTOCOL}. */
    public static final List<Setting<?>> ALL = DECLARED.all();

    /** Settings that may change while the front-end runs: timeouts, bounds of tunnels, headers, and error pages. */
    public static final List<Setting<?>> LIVE = List.of(
            HEADER_TIME,
            TRY_TIME,
            RETRY_STATUSES,
            IDLE_TIME,
            TunnelSettings.IDLE_TIME,
            TunnelSettings.STREAM_TYPES,
            TunnelSettings.MOST,
            TunnelSettings.MOST_EACH,
            FORWARDED,
            REQUEST_ID,
            TRACE_PERCENT,
            ERROR_PAGES);

    @Override
    public RelaySettings of(SettingValues other) {
        return new RelaySettings(other);
    }

    /** Time after which another back-end is asked; that of the whole wait if none is. */
    public Duration tryTime() {
        return get(TRY_TIME).isPositive() ? get(TRY_TIME) : get(HEADER_TIME);
    }

    /** Time after which a back-end that has sent nothing at all is suspect. */
    public Duration silence() {
        return get(TRY_TIME).isPositive() ? get(TRY_TIME) : SILENCE;
    }

    public TunnelSettings tunnels() {
        return new TunnelSettings(values);
    }

    private static Integer retryStatus(String text) {
        if (!text.matches("50[234]")) {
            throw new IllegalArgumentException("not to be retried: " + text);
        }
        return Integer.valueOf(text);
    }

    private static void requirePseudonym(String name) {
        if (!name.matches("[A-Za-z0-9.-]{1,64}")) {
            throw new IllegalArgumentException("not a pseudonym: " + name);
        }
    }
}
