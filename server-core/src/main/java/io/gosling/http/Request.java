package io.gosling.http;

import java.io.InputStream;
import java.net.SocketAddress;

/** A request as a handler sees it. Used by one virtual thread at a time; reading the body may block. */
public interface Request {
    /** The method as sent, such as {@code GET}; methods are case-sensitive. */
    String method();

    /** The raw path of the request target, from its slash up to the query. */
    String rawPath();

    /** The raw query without its question mark, or an empty string. */
    String rawQuery();

    /** The request's header fields. Read-only. */
    Headers headers();

    /** The peer's address; a {@link java.net.InetSocketAddress} for TCP. */
    SocketAddress remoteAddress();

    /** The request's body, bounded by the server's body limit; at its end when there is none. */
    InputStream body();

    /**
     * Has something done when the response was sent or given up, on the request's thread: the place to give back what the
     * response needed. Actions run in the reverse of their order; one that fails is logged and does not stop the others.
     */
    void whenDone(Runnable action);
}
