package io.gosling.netty.transport;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The addresses and ports of both ends of a TCP connection, as its socket has them, which identify it (RFC 9293,
 * section 3.3.1).
 */
public record ConnectionAddresses(InetSocketAddress remote, InetSocketAddress local) {
    /** Returns the pair of a connection; null when it has none, as after a reset. */
    public static @Nullable ConnectionAddresses of(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress remote
                        && connection.localAddress() instanceof InetSocketAddress local
                        && !remote.isUnresolved()
                        && !local.isUnresolved()
                ? new ConnectionAddresses(remote, local)
                : null;
    }
}
