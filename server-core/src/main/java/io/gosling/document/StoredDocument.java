package io.gosling.document;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A whole document in memory off the heap, with its response header prepared, shared by many responses. Immutable but
 * for its reference count: created with one reference, which belongs to the cache. Any thread may call any method;
 * {@link #tryRetain()} may be called without holding a reference, as readers of a concurrent map do. The count is
 * separate from the buffer's, because a pooled buffer that was freed may already be in use elsewhere.
 */
public final class StoredDocument {
    private static final AtomicIntegerFieldUpdater<StoredDocument> REFERENCES =
            AtomicIntegerFieldUpdater.newUpdater(StoredDocument.class, "references");

    private final String key;
    private final Representation representation;
    private final FileStamp stamp;
    private final ByteBuf body;
    private final PreparedHeaders fields;

    private volatile int references = 1;

    /**
     * @param key the key that it is found by
     * @param body direct, or each client's write would copy all of it; read-only from now on; one reference of it
     *     passes to the new document
     * @param fields made by {@code io.gosling.http.documents.DocumentHeaderBuilder} so that both paths send the same
     */
    public StoredDocument(
            String key, Representation representation, FileStamp stamp, ByteBuf body, PreparedHeaders fields) {
        this.key = key;
        this.representation = representation;
        this.stamp = stamp;
        this.body = body;
        this.fields = fields;
    }

    /**
     * Returns the same bytes with another header: another document, created with one reference of its own. The caller
     * must hold a reference to this one.
     */
    public StoredDocument with(PreparedHeaders other) {
        return new StoredDocument(key, representation, stamp, body.retain(), other);
    }

    /** Returns the key that it is found by: a document's path, or an origin's URL and variant. */
    public String key() {
        return key;
    }

    public Representation representation() {
        return representation;
    }

    public FileStamp stamp() {
        return stamp;
    }

    /**
     * The bytes, valid while a reference to this document is held; duplicate before reading. A
     * {@link ByteBuf#retainedDuplicate()} stays valid after {@link #release()}.
     */
    public ByteBuf body() {
        return body;
    }

    public PreparedHeaders fields() {
        return fields;
    }

    /** Takes a reference unless the last one was released already; returns true when it was taken. */
    public boolean tryRetain() {
        int seen = references;
        while (seen > 0) {
            if (REFERENCES.compareAndSet(this, seen, seen + 1)) {
                return true;
            }
            seen = references;
        }
        return false;
    }

    /** Releases a reference; the last one frees the bytes. */
    public void release() {
        int left = REFERENCES.decrementAndGet(this);
        if (left == 0) {
            body.release();
        } else if (left < 0) {
            throw new IllegalStateException(key + " was released more often than it was retained");
        }
    }
}
