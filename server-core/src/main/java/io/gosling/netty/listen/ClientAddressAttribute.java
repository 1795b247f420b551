package io.gosling.netty.listen;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.netty.exchange.ExchangeChannel;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The address of a connection's client, which is the remote address of its socket, or the client that a proxy named
 * before the first byte ({@link ProxyProtocolHeader}), and its certificate. Safe for use by many threads once the
 * connection speaks HTTP.
 */
public final class ClientAddressAttribute {
    /** Any client of a Unix socket, which has no address. */
    public static final SocketAddress OF_UNIX_SOCKET = UnixDomainSocketAddress.of("");

    private static final AttributeKey<SocketAddress> NAMED =
            AttributeKey.valueOf(ClientAddressAttribute.class, "named");

    private ClientAddressAttribute() {}

    /** Sets the client of a connection, whatever its socket says. */
    public static void name(Channel connection, SocketAddress client) {
        connection.attr(NAMED).set(client);
    }

    /** Returns the client's address: an {@link InetSocketAddress} or {@link #OF_UNIX_SOCKET}. */
    public static SocketAddress of(Channel connection) {
        SocketAddress named = connection.hasAttr(NAMED) ? connection.attr(NAMED).get() : null;
        if (named != null) {
            return named;
        }
        SocketAddress remote = connection.remoteAddress();
        return remote == null ? ExchangeChannel.UNKNOWN : remote;
    }

    /** Returns the client's address where a proxy has named it; null where it is the socket's. */
    public static @Nullable InetSocketAddress named(Channel connection) {
        SocketAddress client = of(connection);
        boolean named = !client.equals(connection.remoteAddress());
        return named && client instanceof InetSocketAddress inet && !inet.isUnresolved() ? inet : null;
    }

    /** Returns whether a client uses TLS; that between processes of a cluster says nothing of a client. On its loop. */
    public static boolean isEncrypted(Channel connection) {
        return connection.pipeline().get(SslHandler.class) != null
                && !(of(connection) instanceof ClusterProcessAddress);
    }

    /** Returns the verified certificate of the client; null if it has presented none, or one of the cluster. */
    public static @Nullable X509Certificate certificate(Channel connection) {
        SslHandler tls = connection.pipeline().get(SslHandler.class);
        if (tls == null || of(connection) instanceof ClusterProcessAddress) {
            return null;
        }
        try {
            return tls.engine().getSession().getPeerCertificates()[0] instanceof X509Certificate presented
                    ? presented
                    : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /**
     * Returns the address for a log, without its port and without the name of an interface; {@code unix:} for a Unix
     * socket's.
     */
    public static String text(SocketAddress address) {
        if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
            return literal(inet.getAddress());
        }
        return address instanceof UnixDomainSocketAddress ? "unix:" : String.valueOf(address);
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
