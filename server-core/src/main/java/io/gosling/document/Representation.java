package io.gosling.document;

import java.time.Instant;

/**
 * The representation metadata of a document (RFC 9110, section 8).
 *
 * @param mediaType the value of Content-Type, with its charset where it has one
 * @param etag an entity tag with its quotes: of a file a strong one, equal on every node for equal bytes; of another
 *     server's response the tag that it sent, or empty
 * @param lastModified to the second, as HTTP carries it
 */
public record Representation(String mediaType, long length, String etag, Instant lastModified) {
    public Representation withMediaType(String other) {
        return new Representation(other, length, etag, lastModified);
    }
}
