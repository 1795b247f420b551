package io.gosling.netty;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A listening socket with its open connections: limit, accept that survives a full descriptor table, drain. */
public final class Listener implements AutoCloseable {
    /**
     * Fired as a user event on every open connection when draining begins, and on those that are accepted after it: the
     * pipeline ends what it has begun, says {@code Connection: close}, and closes.
     */
    public enum Drain {
        BEGUN
    }

    private Listener() {}

    /**
     * Binds and accepts.
     *
     * @param connections open at a time; at the limit accepting pauses and clients wait in the system's queue
     * @param pipeline sets up each connection
     * @throws IOException when the address cannot be bound; the message names it and what to do
     */
    public static Listener bind(
            Transport transport, InetSocketAddress address, int connections, ChannelInitializer<SocketChannel> pipeline)
            throws IOException {
        throw new UnsupportedOperationException(transport.toString() + address + connections + pipeline);
    }

    /** The bound address, with the port that was picked where 0 was asked for. */
    public InetSocketAddress address() {
        throw new UnsupportedOperationException();
    }

    /** Connections open now. */
    public int connections() {
        throw new UnsupportedOperationException();
    }

    /** Stops accepting, tells every connection, and waits; what is still open at the deadline is closed. */
    public void drain(Duration deadline) {
        throw new UnsupportedOperationException();
    }

    /** Closes at once. */
    @Override
    public void close() {}
}
