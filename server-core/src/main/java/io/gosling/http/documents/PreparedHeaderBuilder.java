package io.gosling.http.documents;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;

/**
 * A builder of a document's headers for the event-loop path: once for all responses from memory, when the document is
 * stored, and for each response with a document that was fetched. Called by many threads.
 */
@FunctionalInterface
public interface PreparedHeaderBuilder {
    /**
     * Returns the headers, or {@link PreparedHeaders#none} for a document that the event-loop path must not send.
     *
     * @param path the document's key
     * @param from the source of the bytes: without {@link ResponseSource#LOCAL_MEMORY} there are none for a 304
     */
    PreparedHeaders fields(DocumentPath path, Representation document, Provenance from);

    /** Returns the headers of a document in this node's memory. */
    default PreparedHeaders fields(DocumentPath path, Representation document) {
        return fields(path, document, new Provenance(ResponseSource.LOCAL_MEMORY, ""));
    }

    /** Returns a builder of the headers that follow from the document alone. */
    static PreparedHeaderBuilder plain(String node) {
        return (path, document, from) -> DocumentHeaderBuilder.prepare(document, node, from, answer -> answer);
    }
}
