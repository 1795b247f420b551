package io.gosling.document;

import java.io.IOException;
import java.io.OutputStream;

/** Writes a body, on the thread of the request that it answers. */
@FunctionalInterface
public interface BodyWriter {
    /**
     * Writes everything and returns. Writing blocks while the client does not read; what was written leaves when a
     * piece is full, and at once with {@link OutputStream#flush()}. Closing the stream is not needed, and flushes.
     *
     * @param out for this thread, until this method returns; fails with an {@link IOException} once the client has left
     * @throws Exception breaks the body off so that the client notices; before the first piece has left, the answer is
     * 500
     */
    void writeTo(OutputStream out) throws Exception;
}
