package io.gosling.dispatcher.settings;

import io.gosling.common.Bounds;
import io.gosling.netty.listen.ProxyProtocol;
import java.net.SocketAddress;
import java.time.Duration;

/**
 * Settings of the relay of requests and responses.
 *
 * @param responseHeader from the end of the request to the header of its response, 1 ms to 1 h; then 504
 * @param responseTry the same, 1 ms to 1 h; then a safe request is sent to another back-end, if there is one.
 *     Of no effect unless shorter than {@code responseHeader}
 * @param repetitionPercent how many of a hundred requests may be retried for that, 0 to 100
 * @param responseIdle between two pieces of a response, 1 ms to 1 h; then the client's connection is closed
 * @param forwarding treatment of {@code Forwarded} and {@code X-Forwarded-*} from clients
 * @param pseudonym the name in {@code Via} (RFC 9110, section 7.6.3), 1 to 64 letters, digits, dots, dashes
 * @param nameBackend whether responses say in {@code Gosling-Backend} which back-end answered
 * @param tunnels tunnels and event streams
 * @param introduction the PROXY protocol header that back-ends get before the first request of a client's connection
 * @param hedging hedging of safe requests
 */
public record RelaySettings(
        Duration responseHeader,
        Duration responseTry,
        int repetitionPercent,
        Duration responseIdle,
        Forwarding forwarding,
        String pseudonym,
        boolean nameBackend,
        TunnelSettings tunnels,
        ProxyProtocol introduction,
        HedgeSettings hedging) {
    private static final Duration LEAST = Duration.ofMillis(1);
    private static final Duration MOST = Duration.ofHours(1);

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

        /** Whether the headers of this client are kept. */
        boolean believes(SocketAddress client);
    }

    public RelaySettings {
        Bounds.requireIso("response header time-out", responseHeader, LEAST, MOST);
        Bounds.requireIso("response try time-out", responseTry, LEAST, MOST);
        Bounds.require("percentage of repetitions", repetitionPercent, 0, 100);
        Bounds.requireIso("response idle time-out", responseIdle, LEAST, MOST);
        if (!pseudonym.matches("[A-Za-z0-9.-]{1,64}")) {
            throw new IllegalArgumentException("the pseudonym for Via is \"" + pseudonym
                    + "\"; expected 1 to 64 letters, digits, dots and dashes");
        }
    }

    /**
     * These settings with the timeouts of others, their bounds of tunnels and event streams, and their trust in
     * clients.
     */
    public RelaySettings withChangesOf(RelaySettings other) {
        return new RelaySettings(
                other.responseHeader,
                other.responseTry,
                repetitionPercent,
                other.responseIdle,
                other.forwarding,
                pseudonym,
                nameBackend,
                new TunnelSettings(
                        tunnels.protocols(),
                        other.tunnels.idle(),
                        tunnels.counted(),
                        other.tunnels.most(),
                        other.tunnels.mostEach()),
                introduction,
                hedging);
    }

    /**
     * 30 s to the header, 3 s if another back-end may be tried, retries for 20 % of requests at most, 30 s between
     * pieces, untrusted clients, {@code Via: 1.1 gosling}, no {@code Gosling-Backend}.
     */
    public static RelaySettings defaults() {
        return new RelaySettings(
                Duration.ofSeconds(30),
                Duration.ofSeconds(3),
                20,
                Duration.ofSeconds(30),
                Forwarding.REPLACE,
                "gosling",
                false,
                TunnelSettings.defaults(),
                ProxyProtocol.OFF,
                HedgeSettings.none());
    }

    /** These settings with other timeouts. */
    public RelaySettings withTimeouts(Duration header, Duration idle) {
        return new RelaySettings(
                header,
                responseTry,
                repetitionPercent,
                idle,
                forwarding,
                pseudonym,
                nameBackend,
                tunnels,
                introduction,
                hedging);
    }

    /** These settings with another timeout before another back-end is tried. */
    public RelaySettings withTry(Duration time, int percent) {
        return new RelaySettings(
                responseHeader,
                time,
                percent,
                responseIdle,
                forwarding,
                pseudonym,
                nameBackend,
                tunnels,
                introduction,
                hedging);
    }

    /** These settings with another trust in clients. */
    public RelaySettings withForwarding(Forwarding trust) {
        return new RelaySettings(
                responseHeader,
                responseTry,
                repetitionPercent,
                responseIdle,
                trust,
                pseudonym,
                nameBackend,
                tunnels,
                introduction,
                hedging);
    }

    /** These settings with {@code Gosling-Backend} on or off. */
    public RelaySettings withNamedBackend(boolean named) {
        return new RelaySettings(
                responseHeader,
                responseTry,
                repetitionPercent,
                responseIdle,
                forwarding,
                pseudonym,
                named,
                tunnels,
                introduction,
                hedging);
    }

    /** These settings with other tunnels and event streams. */
    public RelaySettings withTunnels(TunnelSettings other) {
        return new RelaySettings(
                responseHeader,
                responseTry,
                repetitionPercent,
                responseIdle,
                forwarding,
                pseudonym,
                nameBackend,
                other,
                introduction,
                hedging);
    }

    /** These settings with another version of the PROXY protocol. */
    public RelaySettings withIntroduction(ProxyProtocol version) {
        return new RelaySettings(
                responseHeader,
                responseTry,
                repetitionPercent,
                responseIdle,
                forwarding,
                pseudonym,
                nameBackend,
                tunnels,
                version,
                hedging);
    }

    /** These settings with other hedging. */
    public RelaySettings withHedging(HedgeSettings other) {
        return new RelaySettings(
                responseHeader,
                responseTry,
                repetitionPercent,
                responseIdle,
                forwarding,
                pseudonym,
                nameBackend,
                tunnels,
                introduction,
                other);
    }
}
