package io.gosling.netty;

import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;

/**
 * A response whose header has come and whose body may still be coming. Used by one thread, which closes it: a body that
 * was not read to its end costs the connection.
 */
public final class ClientResponse implements AutoCloseable {
    private final int status;
    private final Headers headers;

    ClientResponse(int status, Headers headers) {
        this.status = status;
        this.headers = headers;
    }

    public int status() {
        return status;
    }

    public Headers headers() {
        return headers;
    }

    /** The announced body length in bytes, or -1 when it is not known. */
    public long length() {
        throw new UnsupportedOperationException();
    }

    /**
     * The body as it arrives; reading from the connection stops while nobody reads here. Ends with an
     * {@link IOException} when the connection breaks before the announced end or time runs out.
     */
    public InputStream body() {
        throw new UnsupportedOperationException();
    }

    /**
     * The whole body in one direct buffer, which the caller releases.
     *
     * @param limit bytes; a longer body is an IOException, known before reading when its length was announced
     */
    public ByteBuf readFully(int limit) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
