package io.gosling.origin.upstream;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A client's body that remembers its own failure, so that it is not taken for the origin's. Used by one thread. */
public final class ClientBodyStream extends FilterInputStream {
    private @Nullable IOException failure;

    public ClientBodyStream(InputStream body) {
        super(body);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        try {
            return super.read(to, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Throws what the client's connection has thrown, if it has. */
    public void rethrow() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }
}
