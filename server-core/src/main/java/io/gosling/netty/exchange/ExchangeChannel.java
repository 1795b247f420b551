package io.gosling.netty.exchange;

import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The channel of one exchange, a connection of HTTP/1 or a stream of HTTP/2, as the exchange's thread sees it: its
 * addresses and state, and the way to respond.
 */
public interface ExchangeChannel {
    SocketAddress UNKNOWN = InetSocketAddress.createUnresolved("unknown", 0);

    /** Begins the response; {@code keepAlive} if a client of HTTP/1.0 must be sent keep-alive. */
    ResponseWriter respond(Http1ResponseHeadEncoder head, boolean keepAlive);

    /**
     * Ends HTTP on the connection, before the response that says so is sent.
     *
     * @return the bytes that the client sends from now on
     * @throws StatusException when it has sent more already, or the protocol has no upgrade
     * @throws IOException when it has left
     */
    RequestBody upgrade() throws IOException;

    /** Sends an interim response. */
    void sendInterim(int status, Headers fields);

    boolean clientLeft();

    boolean isDraining();

    boolean isSecure();

    /** Returns the verified certificate of the client; null if it has presented none, or one of the cluster. */
    @Nullable
    X509Certificate clientCertificate();

    SocketAddress remoteAddress();

    SocketAddress localAddress();
}
