package io.gosling.netty.transport;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What tells one TCP connection of a host from every other that is open: the addresses and ports of both its ends, as its
 * socket has them (RFC 9293, section 3.3.1).
 */
public record SocketPair(InetSocketAddress remote, InetSocketAddress local) {
    /** A connection's; null when it has none, or none any more, as after a reset. */
    public static @Nullable SocketPair of(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress remote
                        && connection.localAddress() instanceof InetSocketAddress local
                        && !remote.isUnresolved()
                        && !local.isUnresolved()
                ? new SocketPair(remote, local)
                : null;
    }
}
