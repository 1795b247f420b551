package io.gosling.origin.upstream;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A client's request body that remembers its own failure, so that it is not mistaken for a failure of the origin. Used
 * by one thread, but for {@link #close}.
 */
public final class ClientBodyStream extends FilterInputStream {
    private @Nullable IOException failure;
    private volatile boolean closed;

    public ClientBodyStream(InputStream body) {
        super(body);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        try {
            return super.read(to, offset, length);
        } catch (IOException e) {
            failure = closed ? failure : e;
            throw e;
        }
    }

    /** Ends the reading, whose failure is not the client's then. Any thread. */
    @Override
    public void close() throws IOException {
        closed = true;
        super.close();
    }

    /** Throws the failure of the client's connection, if there is one. */
    public void rethrow() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
