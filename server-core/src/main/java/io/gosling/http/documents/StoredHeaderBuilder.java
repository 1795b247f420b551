package io.gosling.http.documents;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;

/**
 * A builder of a document's header, called once, when the document is stored, for all responses of the event-loop path.
 * Called by many threads.
 */
@FunctionalInterface
public interface StoredHeaderBuilder {
    /**
     * Returns the headers, or {@link PreparedHeaders#none} for a document that the event-loop path must not send.
     *
     * @param path the document's key
     */
    PreparedHeaders fields(DocumentPath path, Representation document);

    /** Returns a builder of the headers that follow from the document alone. */
    static StoredHeaderBuilder plain(String node) {
        return (path, document) -> DocumentHeaders.prepare(document, node);
    }
}
