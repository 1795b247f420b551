package io.gosling.netty.handoff;

import io.gosling.netty.SocketPair;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
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

    /** Everything that its client has asked for is answered. */
    record Quiet(int number) implements HandoffFrame {}

    /** Its client has asked for something again. */
    record Busy(int number) implements HandoffFrame {}

    /** It has closed. */
    record Ended(int number) implements HandoffFrame {}
}
