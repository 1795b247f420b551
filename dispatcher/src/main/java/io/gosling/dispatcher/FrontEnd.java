package io.gosling.dispatcher;

import io.gosling.document.Ticker;
import io.gosling.netty.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * The front-end of a cluster: one address for clients, a policy that says who serves each request, and a relay.
 *
 * <p>Everything runs on the transport's event loops; nothing blocks. Safe for use by many threads. Does not own its
 * transport.
 */
public final class FrontEnd implements AutoCloseable {
    private FrontEnd() {}

    /**
     * Binds and serves.
     *
     * @param address where clients come; port 0 picks one
     * @throws IOException when the address cannot be bound
     */
    public static FrontEnd start(
            FrontEndSettings settings, InetSocketAddress address, Transport transport, Backends source, Ticker ticker)
            throws IOException {
        throw new IOException(settings.toString() + address + transport + source + ticker);
    }

    /** The bound address. */
    public InetSocketAddress address() {
        throw new UnsupportedOperationException();
    }

    /** Loads, states and counts now. */
    public FrontEndStatus status() {
        throw new UnsupportedOperationException();
    }

    /** Stops accepting, finishes what has begun, then closes; gives up at the deadline. Blocks. */
    public void drain(Duration deadline) {}

    /** Closes at once. */
    @Override
    public void close() {}
}
