package io.gosling.dispatcher.steering;

import io.gosling.netty.transport.SocketPair;
import java.io.IOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Redirects the packets of clients whose connections were moved to other hosts. All of these packets arrive at this
 * host, whose address clients know. Safe for use by many threads.
 */
public interface Steering extends AutoCloseable {
    /**
     * The route to another host, for as long as this is open.
     *
     * @throws IOException when no packets can be sent there; says why
     */
    Route route(InetAddress host) throws IOException;

    /**
     * Redirects each packet of a client's connection that this host receives, unchanged, from now on.
     *
     * @param next sequence number of the byte that its client sends next (RFC 9293), to recognise old packets and new
     *     connections
     * @param over run once, on any thread and briefly, when that has ended
     * @return null when it cannot be done: too many connections are redirected, or packets of this client do not pass
     *     this host
     */
    @Nullable
    Flow steer(SocketPair connection, int next, Route to, Runnable over);

    /** Connections whose packets are redirected, including those that have ended a short time ago. */
    int flows();

    long packets();

    /** Packets that were lost here, or that the network did not accept. */
    long lost();

    @Override
    void close();

    /** The redirection of one connection's packets. Safe for use by many threads. */
    interface Flow {
        /** Redirects for a while after the other host's close, for the client's last acknowledgements. */
        void ended();

        /** Ends the redirection: the packets stay on this host. */
        void drop();
    }

    interface Route {
        @Override
        String toString();
    }
}
