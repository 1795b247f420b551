package io.gosling.node.run;

import io.gosling.accesslog.AccessLog;
import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.Profile;
import io.gosling.netty.limits.LimitCounts;
import io.gosling.netty.listen.Endpoint;
import io.gosling.netty.transport.Transport;
import io.gosling.node.admin.Metrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The front-end of a node that dispatches: it relays requests from the clients' port to the serving port of the chosen
 * node, this one included (as in Aron et al. 2000, with a decision at each node). No request is dispatched twice, since
 * the serving port belongs to another server, which knows of no other nodes. Safe for use by many threads.
 */
record NodeFrontEnd(FrontEnd frontEnd, MemberBackends nodes) implements AutoCloseable {
    /**
     * Binds the ports for clients.
     *
     * @param serving the address for dispatched requests
     * @param frontEnds the number of front-ends; 0 to count them
     */
    static NodeFrontEnd start(
            FrontEndSettings settings,
            List<Endpoint> endpoints,
            Transport transport,
            @Nullable AccessLog lines,
            ObjectSpaceNode space,
            InetSocketAddress serving,
            Profile profile,
            int frontEnds)
            throws IOException {
        MemberBackends nodes =
                new MemberBackends(() -> MemberBackends.withSelf(self(space, serving, profile), space.members()));
        FrontEnd frontEnd = FrontEnd.start(settings, endpoints, transport, nodes, lines, Ticker.system());
        frontEnd.among(Math.max(1, frontEnds));
        space.onMembers(members -> {
            nodes.changed();
            if (frontEnds == 0) {
                frontEnd.among(MemberBackends.frontEnds(members) + 1);
            }
        });
        return new NodeFrontEnd(frontEnd, nodes);
    }

    /** This node as a back-end, which serves before it has joined a cluster. */
    private static Node self(ObjectSpaceNode space, InetSocketAddress serving, Profile profile) {
        Node self = space.self();
        return new Node(self.name(), self.tag(), self.role(), null, serving, null, self.phase(), profile);
    }

    List<InetSocketAddress> addresses() {
        return frontEnd.addresses();
    }

    void phaseChanged() {
        nodes.changed();
    }

    /** Applies changed limits, as far as they may change. */
    void change(FrontEndSettings settings) {
        frontEnd.change(settings);
    }

    FrontEndStatus status() {
        return frontEnd.status();
    }

    LimitCounts limits() {
        return frontEnd.limits();
    }

    void addTo(Metrics metrics) {
        FrontEndMetrics.add(metrics, frontEnd);
    }

    void drain(Duration deadline) {
        frontEnd.drain(deadline);
    }

    @Override
    public void close() {
        frontEnd.close();
    }
}
