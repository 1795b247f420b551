package io.gosling.document;

/**
 * A document that was found: its metadata, its body and its provenance.
 *
 * <p>Owned by its receiver, which closes it once; not safe for concurrent use.
 *
 * @param stamp the state of the file behind it, or a stamp with the peer's figures when it came from another node
 */
public record Document(Representation representation, FileStamp stamp, Body body, Provenance provenance)
        implements AutoCloseable {
    /** Returns the same bytes as another representation, which is to be closed in place of this one. */
    public Document with(Representation other) {
        return new Document(other, stamp, body, provenance);
    }

    /** Releases the bytes: the buffer's reference, or the open file. */
    @Override
    public void close() {
        body.close();
    }
}
