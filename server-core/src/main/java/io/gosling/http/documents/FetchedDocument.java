package io.gosling.http.documents;

import io.gosling.document.PreparedHeaders;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;

/**
 * A document that was fetched for one response.
 *
 * @param document with one reference, which belongs to the receiver
 * @param fields the headers of this response, which tell that it is no hit
 * @param from the kind of source that had the bytes
 */
public record FetchedDocument(StoredDocument document, PreparedHeaders fields, ResponseSource from) {}
