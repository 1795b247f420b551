package io.gosling.netty.handoff;

import io.gosling.netty.transport.SocketPair;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a front-end and a node say to each other about connections that go from one to the other. They have two Unix sockets
 * between them: frames go through the first, descriptors through the second, and the n-th offer belongs to the n-th
 * descriptor. A system may drop a descriptor on its way, so each offer names its connection, and the node compares.
 *
 * <ol>
 *   <li>the front-end opens the first socket and says {@link Hello}; the node answers {@link Welcome} or {@link Refusal}
 *   <li>the front-end opens the second and says {@link Join}; the node answers {@link Ready} on the first. From now on the
 *       second carries descriptors only
 *   <li>for each connection: {@link Offer} and its descriptor; then {@link Taken} before the node has read or written a
 *       byte of it, or {@link Declined}; then {@link Quiet} and {@link Busy} in turn; {@link Ended} last
 *   <li>instead of that, where the front-end has said in its {@link Hello} that it wants them back: the node says
 *       {@link Offer} of a connection that it has, by the number that it had, with a descriptor on the second socket; and the
 *       front-end {@link Taken}, after which the number means nothing any more, or {@link Declined}, after which everything
 *       is as before. The n-th offer belongs to the n-th descriptor here, too
 * </ol>
 *
 * A number of a connection means something on one link only.
 */
public sealed interface HandoffFrame {
    /** What both sides must speak. */
    int VERSION = 2;

    /** The same between two hosts, who have one TCP connection between them, sealed as {@link EncryptedFrames} has it:
     *
     * <ol>
     *   <li>the front-end says {@link Knock}; the node answers {@link Welcome} or {@link Refusal}
     *   <li>for each connection: {@link Transfer}; then {@link Restored} before the node has read or written a byte of it, or
     *       {@link Declined}; then {@link Quiet} and {@link Busy} in turn; {@link Ended} last
     * </ol>
     *
     * The end of the control connection is the end of all connections that came by it, since nobody steers their clients'
     * packets any more.
     */
    int ACROSS_HOSTS = 1;

    /**
     * Said first, by the front-end.
     *
     * @param backFrom bytes of an average answer that a node does not have in memory, from which on it is to bring connections
     *     back with such a request; {@link #NEVER} where they stay
     * @param patienceMillis for a connection that is on its way between them, either way
     */
    record Hello(int version, long backFrom, int patienceMillis) implements HandoffFrame {
        /** Connections stay with the node. */
        public static final long NEVER = -1;
    }

    /**
     * @param link by which the second socket names the first
     * @param address where the node answers; null when that is each address of its host
     */
    record Welcome(long link, @Nullable InetSocketAddress address) implements HandoffFrame {}

    /** The node takes nothing from this front-end. */
    record Refusal(String reason) implements HandoffFrame {}

    /** Said first on the second socket. */
    record Join(long link) implements HandoffFrame {}

    /** Connections may be offered. */
    record Ready() implements HandoffFrame {}

    /**
     * A connection is to go over to the other side.
     *
     * @param number each once on its link; of a node's, the one by which the connection came
     * @param connection which it is
     * @param client who is at its other end, where that is not what its socket says
     * @param again whether this node has brought it back to this loop, and the front-end has chosen it once more
     * @param begun what was read of it and not answered, the beginning of a request first; whoever has the frame has it
     */
    record Offer(
            int number, SocketPair connection, @Nullable InetSocketAddress client, boolean again, ByteBuf begun)
            implements HandoffFrame {}

    /** It is the other side's from now on. */
    record Taken(int number) implements HandoffFrame {}

    /** It stays with who has offered it: the other side has no room for it, or is leaving, or it is closed already. */
    record Declined(int number) implements HandoffFrame {}

    /**
     * Said first, by a front-end on another host.
     *
     * @param version as {@link #ACROSS_HOSTS}
     * @param addresses where its clients come, which the node has to have, too, without saying so on the network
     */
    record Knock(int version, List<InetSocketAddress> addresses) implements HandoffFrame {
        /** Copies. */
        public Knock {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * A connection is to go over to the node's host: as {@link Offer}, with its state in place of its descriptor.
     *
     * @param begun as in {@link Offer}
     */
    record Transfer(
            int number, SocketPair connection, @Nullable InetSocketAddress client, TcpState state, ByteBuf begun)
            implements HandoffFrame {}

    /**
     * What was transferred is the node's from now on.
     *
     * @param micros that it took to have it there
     */
    record Restored(int number, int micros) implements HandoffFrame {}

    /** The front-end on another host is leaving: what it has transferred is to end behind what is under way. */
    record Leaving() implements HandoffFrame {}

    /** Nothing is done for its client: it has asked for nothing, or has to send or take more before anything is. */
    record Quiet(int number) implements HandoffFrame {}

    /** Something is done for its client again. */
    record Busy(int number) implements HandoffFrame {}

    /** It has closed. */
    record Ended(int number) implements HandoffFrame {}
}
