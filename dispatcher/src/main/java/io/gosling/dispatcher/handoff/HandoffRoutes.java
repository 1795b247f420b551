package io.gosling.dispatcher.handoff;

import io.gosling.netty.server.AdoptedConnections;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of a front-end's connections to nodes, one for each node and event loop. Safe for use by many threads. */
public interface HandoffRoutes extends AutoCloseable {
    /** Sets the receiver of connections that come back. To be called before {@link #nodes}. */
    default void home(AdoptedConnections of) {}

    /** Sets the addresses at which clients connect. No connection goes to other hosts before this is called. */
    default void listening(List<InetSocketAddress> addresses) {}

    void nodes(Collection<InetSocketAddress> all);

    /**
     * The route by which a connection of this loop may be offered to a node; null when there is none, which is counted.
     * Called on that loop.
     */
    @Nullable
    HandoffRoute to(EventLoop loop, InetSocketAddress node);

    /** Counts a connection that cannot be handed off to any node. */
    void bound();

    HandoffCounts counts();

    /** Asks nodes to end their connections after the requests under way, if the connections depend on this process. */
    default void leave() {}

    /** Waits until no state of handed-off connections is left here, if the connections depend on this process. */
    default void settle(Duration deadline) {}

    @Override
    void close();
}
