package io.gosling.node.run;

import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.document.Ticker;
import io.gosling.netty.limits.AddressLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.node.admin.Metrics;
import io.gosling.node.configuration.NodeDispatch;
import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.LimitSettings;
import io.gosling.node.settings.Values;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where clients come to a node: to its server, or, if it dispatches, to a front-end of its own, behind which its server answers
 * what nodes send each other. Safe for use by many threads.
 */
final class ClientListeners implements AutoCloseable {
    private final HttpServer server;
    private final @Nullable NodeFrontEnd frontEnd;

    /** @param frontEnd null where the node serves itself what its clients ask for */
    ClientListeners(HttpServer server, @Nullable NodeFrontEnd frontEnd) {
        this.server = server;
        this.frontEnd = frontEnd;
    }

    /** The limits of the server: those of one address are for clients, and have been kept where these came. */
    static HttpLimits limitsOfServer(Values values, boolean dispatches) {
        HttpLimits limits = LimitSettings.ofNode(values);
        return dispatches ? limits.withAddresses(AddressLimits.none()) : limits;
    }

    /** Where clients connect. */
    List<InetSocketAddress> addresses() {
        return frontEnd == null ? server.addresses() : frontEnd.addresses();
    }

    /** The first of those. */
    InetSocketAddress address() {
        return addresses().getFirst();
    }

    /** Where what was dispatched is served; null where the server is the clients'. */
    @Nullable
    InetSocketAddress serving() {
        return frontEnd == null ? null : server.address();
    }

    /** Connections of clients. */
    int connections() {
        return frontEnd == null ? server.connections() : frontEnd.status().connections();
    }

    /** How requests are dispatched; null where they are not. */
    @Nullable
    Map<String, @Nullable Object> status() {
        return frontEnd == null ? null : FrontEndReport.dispatching(frontEnd.status());
    }

    void addTo(Metrics metrics) {
        if (frontEnd == null) {
            metrics.gauge("gosling.connections", "Clients' connections open", server::connections);
            LimitMetrics.add(metrics, server.limits());
        } else {
            frontEnd.addTo(metrics);
            LimitMetrics.add(metrics, frontEnd.limits(), server.limits());
        }
    }

    /**
     * What takes over from other values the settings that may change.
     *
     * @param trusting says which proxies are trusted from then on by what serves
     */
    Runnable change(Values values, Values trusting) throws BadConfiguration {
        HttpLimits limits = limitsOfServer(values, frontEnd != null);
        FrontEndSettings dispatching = NodeDispatch.of(values, trusting);
        return () -> {
            server.limit(limits);
            if (frontEnd != null && dispatching != null) {
                frontEnd.change(dispatching);
            }
        };
    }

    /** The node has become ready, or is leaving: then it sends what its clients still ask for to the others. */
    void phaseChanged() {
        if (frontEnd != null) {
            frontEnd.phaseChanged();
        }
    }

    /** Stops accepting, ends what has begun, then closes; gives up at the deadline. Blocks. */
    void drain(Duration deadline) {
        Ticker ticker = Ticker.system();
        long until = ticker.nanos() + deadline.toNanos();
        if (frontEnd != null) {
            frontEnd.drain(deadline);
        }
        server.drain(Duration.ofNanos(Math.max(0, until - ticker.nanos())));
    }

    @Override
    public void close() {
        if (frontEnd != null) {
            frontEnd.close();
        }
        server.close();
    }
}
