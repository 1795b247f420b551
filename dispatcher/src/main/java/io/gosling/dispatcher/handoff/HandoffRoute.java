package io.gosling.dispatcher.handoff;

import io.gosling.netty.transport.SocketPair;
import io.netty.buffer.ByteBuf;
import io.netty.channel.unix.UnixChannel;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The route of clients' connections from one event loop to one node. Belongs to that loop. */
public interface HandoffRoute {
    /**
     * Prepares a connection that its event loop has released: bytes that are no longer in the socket go along.
     *
     * @param room bytes that may go along beside those that were read before
     * @param came bytes that were still in its socket, if that does not go along by itself
     * @return false when it cannot be moved after all, and is unchanged except for {@code came}
     */
    default boolean readies(UnixChannel connection, int room, Consumer<ByteBuf> came) {
        return true;
    }

    /**
     * Offers a connection that is ready, registered with no event loop, and has nothing left to write.
     *
     * @param client the client, where it differs from the socket's address
     * @param begun unanswered bytes; released
     */
    void offer(
            UnixChannel connection,
            SocketPair pair,
            @Nullable InetSocketAddress client,
            ByteBuf begun,
            HandoffCallback takeover);
}
