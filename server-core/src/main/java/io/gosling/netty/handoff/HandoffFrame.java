package io.gosling.netty.handoff;

import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A frame of the protocol by which a front-end and a node hand off connections to each other. They have two Unix
 * sockets between them: frames go through the first, descriptors through the second, and the n-th offer belongs to the
 * n-th descriptor. A system may drop a descriptor on its way, so each offer names its connection, and the node
 * compares.
 *
 * <ol>
 *   <li>the front-end opens the first socket and sends {@link Hello}; the node answers {@link Welcome} or
 *       {@link Refusal}
 *   <li>the front-end opens the second and sends {@link Join}; the node answers {@link Ready} on the first. From now on
 *       the second carries descriptors only
 *   <li>for each connection: {@link Offer} and its descriptor; then {@link Taken} before the node has read or written a
 *       byte of it, or {@link Declined}; then {@link Quiet} and {@link Busy} in turn; {@link Ended} last
 *   <li>instead of that, where the front-end has said in its {@link Hello} that it wants connections back: the node
 *       sends an {@link Offer} of a connection that it has, by the number that it had, with a descriptor on the second
 *       socket; the front-end answers {@link Taken}, after which the number is void, or {@link Declined}, after which
 *       everything is as before. The n-th offer belongs to the n-th descriptor here, too
 * </ol>
 *
 * The number of a connection is valid on one link only.
 */
public sealed interface HandoffFrame {
    /** The version that both sides must speak. */
    int VERSION = 2;

    /**
     * The version of the protocol between two hosts, which share one connection of
     * {@link io.gosling.netty.tls.ClusterTls}:
     *
     * <ol>
     *   <li>the front-end sends {@link Knock}; the node answers {@link Welcome} or {@link Refusal}
     *   <li>for each connection: {@link Transfer}; then {@link Restored} before the node has read or written a byte of
     *       it, or {@link Declined}; then {@link Quiet} and {@link Busy} in turn; {@link Ended} last
     * </ol>
     *
     * The end of the control connection ends all connections that came by it, since their clients' packets are no
     * longer redirected.
     */
    int ACROSS_HOSTS = 1;

    /**
     * The first frame, sent by the front-end.
     *
     * @param backFrom bytes of an average response that a node does not have in memory, from which on it is to return
     *     connections with such a request; {@link #NEVER} where they stay
     * @param timeoutMillis timeout for a connection that is on its way between them, in either direction
     */
    record Hello(int version, long backFrom, int timeoutMillis) implements HandoffFrame {
        /** Connections stay with the node. */
        public static final long NEVER = -1;
    }

    /**
     * The node accepts the link.
     *
     * @param link by which the second socket names the first
     * @param address address of the node; null when that is each address of its host
     */
    record Welcome(long link, @Nullable InetSocketAddress address) implements HandoffFrame {}

    /** The node accepts nothing from this front-end. */
    record Refusal(String reason) implements HandoffFrame {}

    /** The first frame on the second socket. */
    record Join(long link) implements HandoffFrame {}

    /** Connections may be offered. */
    record Ready() implements HandoffFrame {}

    /**
     * Offers a connection to the other side.
     *
     * @param number unique on its link; of a node's offer, the number by which the connection came
     * @param connection the addresses and ports of its socket
     * @param client the client at its other end, where it differs from the socket's address
     * @param again true if this node has returned it to this loop, and the front-end has chosen the node once more
     * @param begun bytes that were read and not answered, from the beginning of a request; they belong to the holder of
     *     the frame
     */
    record Offer(
            int number,
            ConnectionAddresses connection,
            @Nullable InetSocketAddress client,
            boolean again,
            ByteBuf begun)
            implements HandoffFrame {}

    /** The connection belongs to the other side from now on. */
    record Taken(int number) implements HandoffFrame {}

    /**
     * The connection stays with the side that has offered it: the other side has no room for it, or is leaving, or it
     * is closed already.
     */
    record Declined(int number) implements HandoffFrame {}

    /**
     * The first frame of a front-end on another host.
     *
     * @param version as {@link #ACROSS_HOSTS}
     * @param addresses for its clients, which the node must have, too, without announcing them on the network
     */
    record Knock(int version, List<InetSocketAddress> addresses) implements HandoffFrame {
        public Knock {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * Offers a connection to the node's host: as {@link Offer}, with its TCP state in place of its descriptor.
     *
     * @param begun as in {@link Offer}
     */
    record Transfer(
            int number,
            ConnectionAddresses connection,
            @Nullable InetSocketAddress client,
            TcpRepairState state,
            ByteBuf begun)
            implements HandoffFrame {}

    /**
     * A transferred connection belongs to the node from now on.
     *
     * @param micros that it took to restore it
     */
    record Restored(int number, int micros) implements HandoffFrame {}

    /**
     * The front-end on another host is leaving: the connections that it has transferred must close after the requests
     * under way.
     */
    record Leaving() implements HandoffFrame {}

    /** The connection is idle: its client has sent no request, or must send or read more before work goes on. */
    record Quiet(int number) implements HandoffFrame {}

    /** The connection is active again. */
    record Busy(int number) implements HandoffFrame {}

    /** The connection has closed. */
    record Ended(int number) implements HandoffFrame {}
}
