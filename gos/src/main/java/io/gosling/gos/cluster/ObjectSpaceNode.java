package io.gosling.gos.cluster;

import io.gosling.document.DocumentSource;
import io.gosling.document.Ticker;
import io.gosling.gos.Node;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.ObjectView;
import io.gosling.http.HotDocuments;
import io.gosling.netty.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node's whole part in the object space: its memory, its tables, the peer channel and its membership.
 *
 * <pre>
 *   1 open:   serves from memory and files, alone
 *   2 join:   binds the peer channel; the cluster is joined in the background, and used when it has been
 *   3 leave:  the others are told; still serves, alone
 *   4 close:  memory is given back
 * </pre>
 *
 * Safe for use by many threads; the life cycle is driven by one.
 */
public final class ObjectSpaceNode implements AutoCloseable {
    private ObjectSpaceNode() {}

    /** A node with empty memory over its files; not in a cluster yet. The transport stays the caller's. */
    public static ObjectSpaceNode open(
            ObjectSpaceSettings settings, DocumentSource files, Transport transport, Ticker ticker) {
        throw new UnsupportedOperationException(settings.node() + files + transport + ticker);
    }

    /**
     * Takes part in a cluster. Returns when the ports are bound; HTTP need not wait for the rest.
     *
     * @throws IOException when a port is in use; the message names it
     */
    public void join(ClusterSettings cluster) throws IOException {
        throw new UnsupportedOperationException(cluster.node());
    }

    /** The object space, for the document handler. */
    public DocumentSource documents() {
        throw new UnsupportedOperationException();
    }

    /** The objects in this node's memory, for the fast lane. */
    public HotDocuments hotDocuments() {
        throw new UnsupportedOperationException();
    }

    /** What has happened so far. */
    public ObjectSpaceStatistics statistics() {
        throw new UnsupportedOperationException();
    }

    /** Objects in this node's memory. */
    public int objectsHeld() {
        throw new UnsupportedOperationException();
    }

    /** Their bytes, overhead included. */
    public long bytesHeld() {
        throw new UnsupportedOperationException();
    }

    /** The objects that are asked for most in the cluster, as this node knows it. */
    public List<ObjectView> hottest(int most) {
        throw new UnsupportedOperationException();
    }

    /** This node as the others know it. */
    public Node self() {
        throw new UnsupportedOperationException();
    }

    /** The other members, front-ends included. */
    public List<Node> members() {
        throw new UnsupportedOperationException();
    }

    /** Told the other members after each change. */
    public void onMembers(Consumer<List<Node>> listener) {
        throw new UnsupportedOperationException();
    }

    /** Whether the cluster has been joined. */
    public boolean isJoined() {
        throw new UnsupportedOperationException();
    }

    /** Where other nodes fetch objects from this one; null before {@link #join}. */
    public @Nullable InetSocketAddress peerAddress() {
        throw new UnsupportedOperationException();
    }

    /** Where other members reach this one; null before {@link #join}. */
    public @Nullable InetSocketAddress clusterAddress() {
        throw new UnsupportedOperationException();
    }

    /** Empties the Global Object Table of the whole cluster, which costs fetches until it has filled again; for drills. */
    public void emptyTable() {
        throw new UnsupportedOperationException();
    }

    /** Tells the others that this node is going, so that front-ends send nothing new; the node goes on serving. */
    public void announceLeaving() {
        throw new UnsupportedOperationException();
    }

    /** Leaves the cluster within the leave deadline; the node goes on serving, alone. Before or while HTTP drains. */
    public void leave() {
        throw new UnsupportedOperationException();
    }

    /** Leaves if it has not left, and gives memory back. After HTTP has been closed. */
    @Override
    public void close() {}
}
