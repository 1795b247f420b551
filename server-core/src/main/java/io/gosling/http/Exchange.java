package io.gosling.http;

import io.gosling.document.Provenance;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;

/**
 * One request and its response. Used by one virtual thread at a time; every method may block.
 *
 * <p>HEAD needs no care: the response's length is sent and its bytes are not.
 */
public interface Exchange {
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
     * Sends a whole response.
     *
     * @param response status, header fields, and body; its body is closed in every case
     * @throws IOException when the client has gone or did not read in time; the connection is closed
     */
    void respond(Response response) throws IOException;

    /** Says who had the bytes, for counting and for Cache-Status; without it the answer counts as generated or error. */
    void answeredFrom(Provenance provenance);
}
