package io.gosling.gos.cluster;

import io.gosling.gos.AddressBook;
import io.gosling.gos.Node;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

/** Membership in a cluster, joined in the background. Safe for use by many threads. */
public final class ClusterMember implements AutoCloseable {
    private ClusterMember() {}

    /**
     * Checks that the cluster port is free, then starts to join and returns.
     *
     * @param onChange told all other members, self excluded, after each change, by one thread at a time
     * @throws IOException when the port is in use; the message names it
     */
    public static ClusterMember start(ClusterSettings settings, Consumer<List<Node>> onChange) throws IOException {
        throw new UnsupportedOperationException(settings.node() + onChange);
    }

    /** Who there is. */
    public AddressBook book() {
        throw new UnsupportedOperationException();
    }

    /** Where other members reach this one. */
    public InetSocketAddress address() {
        throw new UnsupportedOperationException();
    }

    /** Whether Hazelcast has started: the node is in a cluster, if only its own. */
    public boolean isJoined() {
        throw new UnsupportedOperationException();
    }

    /** Tells the other members that nothing new should be sent here. */
    public void announceLeaving() {
        throw new UnsupportedOperationException();
    }

    /** Leaves the cluster; returns within the leave deadline. */
    @Override
    public void close() {}
}
