package io.gosling.http.documents;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedFields;
import io.gosling.document.Representation;

/** Makes the header of a document once, when it is stored, for all answers of the fast lane. Called by many threads. */
@FunctionalInterface
public interface Preparation {
    /**
     * The fields, or {@link PreparedFields#none} for a document that the fast lane must not answer with.
     *
     * @param path the document's key
     */
    PreparedFields fields(DocumentPath path, Representation document);

    /** The fields that follow from the document alone. */
    static Preparation plain(String node) {
        return (path, document) -> DocumentFields.prepare(document, node);
    }
}
