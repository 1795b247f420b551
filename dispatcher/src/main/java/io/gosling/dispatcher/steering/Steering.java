package io.gosling.dispatcher.steering;

import io.gosling.netty.transport.SocketPair;
import java.io.IOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where the packets go of clients whose connections were moved to other hosts. All of them come to this host, whose address
 * clients know. Safe for use by many threads.
 */
public interface Steering extends AutoCloseable {
    /**
     * The way to another host, for as long as this is open.
     *
     * @throws IOException when no packets can be brought there; says why
     */
    Route route(InetAddress host) throws IOException;

    /**
     * From now on each packet of a client's connection that this host gets goes there as it is, too.
     *
     * @param next number of the byte that its client sends next (RFC 9293), by which older packets and younger connections are told
     *     from its own
     * @param over run once, on any thread and briefly, when that has ended
     * @return null when it cannot be done: too many are, or packets of this client's do not come by here
     */
    @Nullable
    Flow steer(SocketPair connection, int next, Route to, Runnable over);

    /** Connections whose packets are steered, those included that have ended a short time ago. */
    int flows();

    /** Packets that were steered. */
    long packets();

    /** Packets that came and were lost, or that the network did not take. */
    long lost();

    /** Ends it for all. */
    @Override
    void close();

    /** One connection's packets. Safe for use by many threads. */
    interface Flow {
        /**
         * The other host has closed the connection. What of it is still under way goes on for a while, since a client that has
         * not read everything still acknowledges; and ends at once if the client begins another one from the same port.
         */
        void ended();

        /** The packets are this host's again, or nobody's. */
        void drop();
    }

    /** The way to a host. */
    interface Route {
        /** Where it is, for people. */
        @Override
        String toString();
    }
}
