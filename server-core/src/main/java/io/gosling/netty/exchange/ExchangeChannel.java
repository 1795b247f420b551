package io.gosling.netty.exchange;

import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * What an exchange's thread may ask of where its request came from, a connection of HTTP/1 or a stream of HTTP/2, and the way
 * back.
 */
public interface ExchangeChannel {
    SocketAddress UNKNOWN = InetSocketAddress.createUnresolved("unknown", 0);

    /**
     * Begins the response.
     *
     * @param keepAlive whether a client of HTTP/1.0 must be told that its connection stays open
     */
    ResponseWriter respond(ResponseHead head, boolean keepAlive);

    /**
     * Ends HTTP on the connection, before the response that says so is sent.
     *
     * @return what the client sends from now on
     * @throws StatusException when it has sent more already, or the protocol has no upgrade
     * @throws IOException when it has left
     */
    RequestBody upgrade() throws IOException;

    /** Sends fields of the answer before it; nothing where the protocol's clients may not expect that. */
    default void hint(Headers fields) {}

    /** Whether nobody will see an answer. */
    boolean clientLeft();

    boolean isDraining();

    /** Whether it speaks TLS. */
    boolean isSecure();

    SocketAddress remoteAddress();

    SocketAddress localAddress();
}
