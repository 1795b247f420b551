package io.gosling.netty.server;

import io.gosling.document.Body;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;

/** A stream whose first bytes were read already, so that a source that fails at once can still be answered with 500. */
final class Prefetched {
    private static final int FIRST = 8 << 10;

    private Prefetched() {}

    static InputStream of(Body.Streamed stream) throws IOException {
        if (stream.length() == 0) {
            return stream.in();
        }
        byte[] first = new byte[(int) (stream.length() < 0 ? FIRST : Math.min(FIRST, stream.length()))];
        int read = stream.in().read(first, 0, first.length);
        if (read < 0) {
            if (stream.length() > 0) {
                throw new EOFException("the body of " + stream.length() + " bytes has none");
            }
            return InputStream.nullInputStream();
        }
        return new SequenceInputStream(new ByteArrayInputStream(first, 0, read), stream.in());
    }
}
