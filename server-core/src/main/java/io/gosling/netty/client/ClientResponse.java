package io.gosling.netty.client;

import io.gosling.http.Headers;
import java.io.IOException;
import java.io.InputStream;

/**
 * A response whose header has arrived and whose body may still be arriving. Used by one thread, which closes it: a body
 * that was not read to its end costs the connection.
 */
public final class ClientResponse implements AutoCloseable {
    private final int status;
    private final Headers headers;
    private final long length;
    private final ClientResponseBody body;
    private final Sender sender;

    /** Sends bytes behind a 101. */
    @FunctionalInterface
    public interface Sender {
        /** @throws IOException when they have not left in time, or the connection is broken */
        void send(byte[] piece, int length) throws IOException;
    }

    ClientResponse(int status, Headers headers, long length, ClientResponseBody body, Sender sender) {
        this.status = status;
        this.headers = headers;
        this.length = length;
        this.body = body;
        this.sender = sender;
    }

    public int status() {
        return status;
    }

    public Headers headers() {
        return headers;
    }

    /** The announced body length in bytes, or -1 when it is not known. */
    public long length() {
        return length;
    }

    /**
     * Returns the body as it arrives; reading from the connection stops while the body is not read. Ends with an {@link
     * IOException} when the connection breaks before the announced end, no bytes arrive for too long, or time runs out.
     */
    public InputStream body() {
        return body;
    }

    /** Returns the way to the other side in the protocol that a 101 has switched to; {@link #body} is the way back. */
    public Sender sender() {
        return sender;
    }

    @Override
    public void close() {
        body.close();
    }
}
