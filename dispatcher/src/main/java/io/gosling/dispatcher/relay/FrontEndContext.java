package io.gosling.dispatcher.relay;

import io.gosling.common.DurationHistogram;
import io.gosling.common.EventCounters;
import io.gosling.dispatcher.balancer.AdmissionController;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.route.FrontEndRoutes;
import io.gosling.dispatcher.settings.ErrorPages;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.RoutingKeyRule;
import io.gosling.dispatcher.status.ClientConnectionAccessLog;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.document.Ticker;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.client.RequestChannelPool;
import io.gosling.netty.client.http2.Http2ConnectionPool;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.listen.ProxyProtocolVersion;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * State that all connections of a front-end share.
 *
 * @param draining set before the connections are notified, so that it also holds for responses under way and for
 *     connections just accepted
 * @param streams null if back-ends are reached by HTTP/1.1
 */
public record FrontEndContext(
        AtomicReference<Terms> terms,
        AdmissionController dispatcher,
        DeliveryStrategy delivery,
        ConnectionPool pool,
        @Nullable Http2ConnectionPool streams,
        EventCounters<RequestOutcome> outcomes,
        DurationHistogram durations,
        LimitCounters limits,
        SlowClientMemoryLimiter.Loops slowClients,
        ClientConnectionAccessLog.Loops lines,
        AtomicBoolean draining,
        Ticker ticker) {

    /**
     * The settings, those that are used for each request, and the rules derived from them.
     *
     * @param readsHeaders true if a header of a request may decide about it, or is changed or added
     */
    public record Terms(
            FrontEndSettings settings,
            HttpLimits http,
            RelaySettings relay,
            RoutingKeyRule routingKeyRule,
            FrontEndRoutes routes,
            Duration headerTime,
            Duration tryTime,
            Set<Integer> retryStatuses,
            Duration idleTime,
            Duration bodyTime,
            long body,
            boolean namesBackend,
            boolean readsHeaders,
            ErrorPages errorPages,
            RequestValidator rules) {
        public static Terms of(FrontEndSettings settings) {
            HttpLimits http = settings.http();
            RelaySettings relay = settings.relay();
            return new Terms(
                    settings,
                    http,
                    relay,
                    settings.get(FrontEndSettings.TARGET),
                    settings.routes(),
                    relay.get(RelaySettings.HEADER_TIME),
                    relay.tryTime(),
                    relay.find(RelaySettings.RETRY_STATUSES).orElse(Set.of()),
                    relay.get(RelaySettings.IDLE_TIME),
                    http.get(HttpLimits.BODY_TIME),
                    http.get(HttpLimits.BODY),
                    relay.get(RelaySettings.NAME_BACKEND),
                    settings.get(FrontEndSettings.TARGET).ofUrl("/").isEmpty()
                            || !settings.routes().isEmpty()
                            || relay.get(RelaySettings.REQUEST_ID)
                            || relay.get(RelaySettings.TRACE_PERCENT) > 0,
                    relay.find(RelaySettings.ERROR_PAGES).orElse(ErrorPages.NONE),
                    new RequestValidator(http));
        }

        /** @param ofRoute replaces that of all requests; null if there is none */
        ResponseHeaderTimeout headerTimeout(@Nullable Duration ofRoute) {
            if (ofRoute == null) {
                return new ResponseHeaderTimeout(headerTime, tryTime);
            }
            Duration step = relay.get(RelaySettings.TRY_TIME);
            return new ResponseHeaderTimeout(ofRoute, step.isPositive() ? step : ofRoute);
        }
    }

    /**
     * The pool from which a client's requests get their connections to back-ends: one for all clients, or, if back-ends
     * learn of each client, one of its own that ends with the client's connection.
     */
    public ConnectionPool poolOf(Channel client) {
        ProxyProtocolVersion introduction = settings().get(RelaySettings.PROXY_PROTOCOL);
        if (introduction == ProxyProtocolVersion.OFF) {
            return pool;
        }
        ConnectionPool own =
                pool.beginningWith(introduction.of(ClientAddressAttribute.of(client), client.localAddress()));
        client.closeFuture().addListener(closed -> own.close());
        return own;
    }

    /** Returns the source of the request's connection or stream; an upgrade needs its own connection. */
    RequestChannelPool connections(ConnectionPool own, ClientRequestHead request) {
        return streams == null || request.upgrade() != null ? own : streams;
    }

    public void close() {
        if (streams != null) {
            streams.close();
        }
        pool.close();
    }

    public FrontEndSettings settings() {
        return terms.get().settings();
    }

    public HttpLimits http() {
        return terms.get().http();
    }

    public RelaySettings relay() {
        return terms.get().relay();
    }

    public RequestValidator rules() {
        return terms.get().rules();
    }

    /**
     * Counts a request that is over; {@code status} is 0 if none was sent. Its duration from {@code began} counts too,
     * unless its connection was handed off or changed its protocol.
     */
    public void count(RequestOutcome outcome, int status, long began) {
        outcomes.count(outcome);
        if (outcome != RequestOutcome.HANDED_OFF && status != 101) {
            durations.add(ticker.nanos() - began);
        }
        if (outcome == RequestOutcome.REFUSED && status != 408) {
            limits.refused(status);
        }
    }

    /** The access log of a connection or stream that opens now. */
    public ClientConnectionAccessLog log(Channel client) {
        return lines.of(client, terms.get().namesBackend());
    }
}
