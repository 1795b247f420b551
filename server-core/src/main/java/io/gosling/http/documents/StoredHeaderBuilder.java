package io.gosling.http.documents;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;

/** Makes the header of a document once, when it is stored, for all answers of the fast lane. Called by many threads. */
@FunctionalInterface
public interface StoredHeaderBuilder {
    /**
     * The fields, or {@link PreparedHeaders#none} for a document that the fast lane must not answer with.
     *
     * @param path the document's key
     */
    PreparedHeaders fields(DocumentPath path, Representation document);

    /** The fields that follow from the document alone. */
    static StoredHeaderBuilder plain(String node) {
        return (path, document) -> DocumentHeaders.prepare(document, node);
    }
}
