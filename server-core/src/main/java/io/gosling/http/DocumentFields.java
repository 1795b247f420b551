package io.gosling.http;

import io.gosling.document.PreparedFields;
import io.gosling.document.Representation;

/** The header fields that every answer with a document carries, the same on the fast and on the slow lane. */
public final class DocumentFields {
    private DocumentFields() {}

    /** The fields of a 200 as header fields; Content-Length is added by whoever writes the body. */
    public static Headers of(Representation representation, String cacheStatus) {
        throw new UnsupportedOperationException(representation + cacheStatus);
    }

    /** The same fields as bytes for a stored document of this node: a hit in its own memory. */
    public static PreparedFields prepare(Representation representation, String node) {
        throw new UnsupportedOperationException(representation + node);
    }
}
