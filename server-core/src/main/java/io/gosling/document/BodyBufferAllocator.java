package io.gosling.document;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A supplier of the buffer into which a source reads a document, so that the bytes need not be copied. */
@FunctionalInterface
public interface BodyBufferAllocator {
    /**
     * Returns an empty buffer with room for so many bytes, or null when the source may return them as it likes. One
     * reference passes to the source, which releases it if it returns no document.
     */
    @Nullable
    ByteBuf of(long length);

    /** No buffer: the source returns the bytes as it likes. */
    static BodyBufferAllocator none() {
        return length -> null;
    }
}
