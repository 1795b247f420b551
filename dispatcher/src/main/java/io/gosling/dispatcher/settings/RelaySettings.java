package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.health.Bounds;
import io.gosling.netty.listen.ProxyProtocol;
import java.net.SocketAddress;
import java.time.Duration;

/**
 * How requests and responses are passed on.
 *
 * @param responseHeader from the end of the request to the header of its response, 1 ms to 1 h; then 504
 * @param responseTry the same, 1 ms to 1 h; then a request that only asks is sent to another back-end, if there is one.
 *     Of no effect unless shorter than {@code responseHeader}
 * @param repetitionPercent how many of a hundred requests may be sent again so, 0 to 100
 * @param responseIdle between two pieces of a response, 1 ms to 1 h; then the client's connection is closed
 * @param forwarding what becomes of {@code Forwarded} and {@code X-Forwarded-*} that clients send
 * @param pseudonym the name in {@code Via} (RFC 9110, section 7.6.3), 1 to 64 letters, digits, dots, dashes
 * @param nameBackend whether responses say in {@code Gosling-Backend} which back-end answered
 * @param tunnels what lasts
 * @param introduction what back-ends are told of a client's connection before its first request
 * @param hedging when a request that only asks is sent to a second back-end as well
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

    /** Which clients are believed about who they forward for. Asked for each request, on event loops. */
    @FunctionalInterface
    public interface Forwarding {
        /** Clients are strangers: what they say is dropped, and what the front-end knows is said. */
        Forwarding REPLACE = client -> false;

        /** Clients are proxies of ours: what they say is kept, and the front-end adds itself. */
        Forwarding APPEND = client -> true;

        /** Whether what this client says is kept. */
        boolean believes(SocketAddress client);
    }

    public RelaySettings {
        Bounds.require("response header time-out", responseHeader, LEAST, MOST);
        Bounds.require("response try time-out", responseTry, LEAST, MOST);
        Bounds.require("percentage of repetitions", repetitionPercent, 0, 100);
        Bounds.require("response idle time-out", responseIdle, LEAST, MOST);
        if (!pseudonym.matches("[A-Za-z0-9.-]{1,64}")) {
            throw new IllegalArgumentException("the pseudonym for Via is \"" + pseudonym
                    + "\"; expected 1 to 64 letters, digits, dots and dashes");
        }
    }

    /** These settings with the times of others, their bounds of what lasts, and their trust in clients. */
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
     * 30 s to the header, 3 s where another may be asked and 20 % of requests at most, 30 s between pieces, strangers,
     * {@code Via: 1.1 gosling}, no naming.
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

    /** These settings with other time-outs. */
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

    /** These settings with another patience where somebody else may be asked. */
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

    /** These settings with another notion of what lasts. */
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

    /** These settings with another word to back-ends about clients. */
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

    /** These settings with another way of asking twice. */
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
