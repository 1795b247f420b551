package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.balancer.Dispatcher;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.ForwardedFor;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.ClientLog;
import io.gosling.dispatcher.status.Outcome;
import io.gosling.dispatcher.status.Outcomes;
import io.gosling.document.Ticker;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.client.Connections;
import io.gosling.netty.listen.Endpoint;
import io.gosling.netty.limits.LimitCounts;
import io.gosling.netty.listen.Peer;
import io.gosling.netty.listen.ProxyProtocol;
import io.gosling.netty.http1.WireRules;
import io.gosling.netty.client.http2.StreamPool;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of a front-end share.
 *
 * @param draining set before the connections are told, so that an answer under way and a connection just accepted know
 * @param streams null where back-ends are spoken to by HTTP/1.1
 * @param lines null without an access log
 */
public record Wiring(
        AtomicReference<Terms> terms,
        Dispatcher dispatcher,
        Delivery delivery,
        ConnectionPool pool,
        @Nullable StreamPool streams,
        ForwardedFor forwardedFor,
        Outcomes outcomes,
        LimitCounts limits,
        SlowClients.Loops slowClients,
        ClientLog.@Nullable Loops lines,
        AtomicBoolean draining,
        Ticker ticker) {

    /** The settings and what follows from them. */
    public record Terms(FrontEndSettings settings, WireRules rules) {
        public static Terms of(FrontEndSettings settings) {
            return new Terms(settings, new WireRules(settings.http()));
        }
    }

    /**
     * Where a client's requests get their connections to back-ends: all from one pool, or, if back-ends are told of each
     * client, from one of its own that ends with the client's connection.
     */
    public ConnectionPool poolOf(Channel client) {
        ProxyProtocol introduction = settings().relay().introduction();
        if (introduction == ProxyProtocol.OFF) {
            return pool;
        }
        ConnectionPool own = pool.beginningWith(introduction.of(Peer.of(client), client.localAddress()));
        client.closeFuture().addListener(closed -> own.close());
        return own;
    }

    /**
     * Where a request gets what it is sent on. What may become another protocol needs a connection for itself.
     *
     * @param own of its client
     */
    Connections connections(ConnectionPool own, ClientRequestHead request) {
        return streams == null || request.upgrade() != null ? own : streams;
    }

    /** Closes what goes to back-ends. */
    public void close() {
        if (streams != null) {
            streams.close();
        }
        pool.close();
    }

    /** The settings as they are now. */
    public FrontEndSettings settings() {
        return terms.get().settings();
    }

    public WireRules rules() {
        return terms.get().rules();
    }

    /**
     * A request is over.
     *
     * @param status that was sent, 0 for none
     */
    public void count(Outcome outcome, int status) {
        outcomes.count(outcome);
        if (outcome == Outcome.REFUSED && status != 408) {
            limits.refused(status);
        }
    }

    /** The same for one place where clients come. */
    public Wiring at(Endpoint endpoint) {
        return new Wiring(
                terms,
                dispatcher,
                delivery,
                pool,
                streams,
                new ForwardedFor(() -> settings().relay(), endpoint.tls() != null),
                outcomes,
                limits,
                slowClients,
                lines,
                draining,
                ticker);
    }
}
