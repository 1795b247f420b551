package io.gosling.dispatcher.handoff;

import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import io.netty.channel.unix.UnixChannel;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The means by which a {@link HandoffLink} reaches its node and moves connections there. Called on the link's loop. */
interface HandoffTransport {
    /** Connections on their way at a time. */
    int mostUnderWay();

    /** Returns true if connections that the node has end with the link. */
    boolean carriesHeldConnections();

    void open();

    /** Handles a frame that not every link has, or throws {@link IllegalStateException}. */
    void received(HandoffFrame frame);

    /** As {@link HandoffLink#readies}. */
    default boolean readies(UnixChannel connection, int room, Consumer<ByteBuf> came) {
        return true;
    }

    /** Prepares a connection for an offer; null when it stays after all, which is counted. */
    @Nullable
    Parcel prepare(UnixChannel connection, ConnectionAddresses pair);

    /** Keeps a connection that is not offered; returns false when it cannot be used any more. */
    default boolean keep(UnixChannel connection) {
        return true;
    }

    /** Nothing more goes either way, but frames that are awaited. */
    default void stop() {}

    /** A connection on its way to the node, or the node's. */
    interface Parcel {
        /** Sends the offer; releases {@code begun}. */
        void send(int number, @Nullable InetSocketAddress client, ByteBuf begun);

        /** Takes back what the node has not taken; returns false when it cannot be used any more. */
        default boolean takeBack() {
            return true;
        }

        /** The node has ended it, or brought it back. */
        default void ended() {}

        /** The link is over, and the node had it. */
        default void drop() {}
    }
}
