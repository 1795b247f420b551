package io.gosling.node.run;

import io.gosling.accesslog.AccessLog;
import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.node.admin.MetricsRegistry;
import io.gosling.node.configuration.NodeFrontEndConfigurationConverter;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The listeners for a node's clients: those of its server, or, if it dispatches, those of a front-end of its own,
 * behind which its server answers what nodes send each other. Safe for use by many threads.
 *
 * <p>That front-end relays requests from the clients' port to the serving port of the chosen node, this one included
 * (as in Aron et al. 2000, with a decision at each node). No request is dispatched twice, since the serving port
 * belongs to the server, which knows of no other nodes.
 *
 * @param forFrontEnds true if the server's last address is for front-ends
 * @param frontEnd null if the node itself serves its clients' requests
 * @param nodes the back-ends of that front-end; none without it
 */
record ClientListeners(
        HttpServer server, boolean forFrontEnds, @Nullable FrontEnd frontEnd, MemberBackends nodes)
        implements AutoCloseable {
    ClientListeners(HttpServer server, boolean forFrontEnds) {
        this(server, forFrontEnds, null, new MemberBackends(List::of, null));
    }

    /**
     * Binds the ports for clients of a node that dispatches.
     *
     * @param profile with the serving address, if requests to it are encrypted
     * @param tls for these; null for plain text
     * @param frontEnds the number of front-ends; 0 to count them
     */
    static ClientListeners dispatching(
            HttpServer server,
            FrontEndSettings settings,
            List<ListenEndpoint> endpoints,
            Transport transport,
            @Nullable AccessLog lines,
            ObjectSpaceNode space,
            NodeProfile profile,
            @Nullable ClusterTls tls,
            int frontEnds)
            throws IOException {
        MemberBackends nodes = new MemberBackends(
                () -> MemberBackends.withSelf(self(space, server.address(), profile), space.members()),
                tls == null ? null : () -> tls);
        FrontEnd frontEnd = FrontEnd.start(settings, endpoints, transport, nodes, lines, Ticker.system());
        frontEnd.setFrontEnds(Math.max(1, frontEnds));
        space.onMembers(members -> {
            nodes.changed();
            if (frontEnds == 0) {
                frontEnd.setFrontEnds(MemberBackends.frontEnds(members) + 1);
            }
        });
        return new ClientListeners(server, true, frontEnd, nodes);
    }

    /** This node as a back-end, which serves before it has joined a cluster. */
    private static ClusterMember self(ObjectSpaceNode space, InetSocketAddress serving, NodeProfile profile) {
        ClusterMember self = space.self();
        return new ClusterMember(self.name(), self.tag(), self.role(), null, serving, null, self.phase(), profile);
    }

    /** The server's limits; with dispatching, the front-end enforces those on client addresses. */
    static HttpLimits limitsOfServer(SettingValues values, boolean dispatches) {
        HttpLimits limits = new HttpLimits(values).behindFrontEnds();
        return dispatches ? limits.withoutAddressLimits() : limits;
    }

    List<InetSocketAddress> addresses() {
        if (frontEnd != null) {
            return frontEnd.addresses();
        }
        List<InetSocketAddress> all = server.addresses();
        return forFrontEnds ? all.subList(0, all.size() - 1) : all;
    }

    InetSocketAddress address() {
        return addresses().getFirst();
    }

    /** The address at which requests of front-ends are served; null if these come where clients do. */
    @Nullable
    InetSocketAddress serving() {
        return forFrontEnds ? server.addresses().getLast() : null;
    }

    int connections() {
        return frontEnd == null ? server.connections() : frontEnd.status().connections();
    }

    @Nullable
    Map<String, @Nullable Object> status() {
        return frontEnd == null ? null : FrontEndStatusResponseBuilder.dispatching(frontEnd.status());
    }

    void addTo(MetricsRegistry metrics) {
        if (frontEnd == null) {
            metrics.gauge("gosling.connections", "Clients' connections open", server::connections);
            FrontEndMetrics.limits(metrics, server.limits());
        } else {
            FrontEndMetrics.add(metrics, frontEnd);
            FrontEndMetrics.limits(metrics, frontEnd.limits(), server.limits());
        }
    }

    /** Prepares changed settings, applied by the result; {@code trusting} names the trusted proxies. */
    Runnable change(SettingValues values, SettingValues trusting) throws BadConfigurationException {
        HttpLimits limits = limitsOfServer(values, frontEnd != null);
        FrontEndSettings dispatching = NodeFrontEndConfigurationConverter.of(values, trusting);
        return () -> {
            server.limit(limits);
            if (frontEnd != null && dispatching != null) {
                frontEnd.change(dispatching);
            }
        };
    }

    /** Handles a change of the node's phase: when leaving, it dispatches to other nodes only. */
    void phaseChanged() {
        nodes.changed();
    }

    /** Closes every connection after its next response, while accepting goes on. */
    void closeAfterAnswers() {
        server.closeAfterAnswers();
        if (frontEnd != null) {
            frontEnd.closeAfterAnswers();
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
