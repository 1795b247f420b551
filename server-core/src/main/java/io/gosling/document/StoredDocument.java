package io.gosling.document;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;

/**
 * A whole document in memory off the heap, with its response header prepared, shared by many responses.
 *
 * <p>Immutable but for its reference count, which is the body buffer's: born with one reference that belongs to the
 * cache. {@link #tryRetain()} may be called by a thread that holds no reference, as readers of a concurrent map do.
 */
public final class StoredDocument {
    private final DocumentPath path;
    private final Representation representation;
    private final Stamp stamp;
    private final ByteBuf body;
    private final byte[] headerFields;

    /**
     * @param body direct and read-only from now on; one reference passes to the new document
     * @param headerFields the header fields that every 200 of it carries, each ended by CRLF, ASCII: everything but the
     *     status line, Date and connection management
     */
    public StoredDocument(
            DocumentPath path, Representation representation, Stamp stamp, ByteBuf body, byte[] headerFields) {
        this.path = path;
        this.representation = representation;
        this.stamp = stamp;
        this.body = body;
        this.headerFields = headerFields;
    }

    public DocumentPath path() {
        return path;
    }

    public Representation representation() {
        return representation;
    }

    public Stamp stamp() {
        return stamp;
    }

    /** The bytes; duplicate before reading. Valid while a reference is held. */
    public ByteBuf body() {
        return body;
    }

    /** The prepared header fields; never modified. */
    @SuppressWarnings("EI_EXPOSE_REP")
    public byte[] headerFields() {
        return headerFields;
    }

    /** Takes a reference unless the document is being freed. */
    public boolean tryRetain() {
        throw new UnsupportedOperationException();
    }

    /** Gives a reference back; the last one frees the bytes. */
    public void release() {
        ((ReferenceCounted) body).release();
    }
}
