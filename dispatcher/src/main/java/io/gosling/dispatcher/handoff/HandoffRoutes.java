package io.gosling.dispatcher.handoff;

import io.gosling.netty.server.AdoptedConnections;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ways of a front-end's connections to nodes, one for each node and event loop. Safe for use by many threads. */
public interface HandoffRoutes extends AutoCloseable {
    /** Connections may come back to there from now on, if they do. To be said before nodes are named. */
    default void home(AdoptedConnections of) {}

    /** Where clients come. Nothing goes to other hosts before this is said. */
    default void listening(List<InetSocketAddress> addresses) {}

    /** All back-ends there are. */
    void nodes(Collection<InetSocketAddress> all);

    /**
     * The way by which a connection of this loop may be offered to a node; null when there is none, which is counted. On that
     * loop.
     */
    @Nullable
    HandoffRoute to(EventLoop loop, InetSocketAddress node);

    /** A connection could not go, whoever was chosen for it. */
    void bound();

    /** What became of handoffs. */
    HandoffCounts counts();

    /** Nodes are to end what they have behind what is under way, where that ends with this process. */
    default void leave() {}

    /** Waits until nothing is here any more of connections that nodes have, where that ends with this process. */
    default void settle(Duration deadline) {}

    @Override
    void close();
}
