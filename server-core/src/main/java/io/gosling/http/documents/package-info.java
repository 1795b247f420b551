/**
 * Responses made from documents: GET and HEAD with conditional requests (RFC 9110, section 13), byte ranges (section
 * 14) and Cache-Status (RFC 9211).
 *
 * <p>Start at {@link DocumentHandler}, which serves a {@link io.gosling.document.DocumentSource}; {@link
 * DocumentResponseBuilder} chooses among 200, 206, 304, 412 and 416. {@link CachedDocumentLookup} and {@link
 * PreparedHeaderBuilder} are the ports through which event loops send documents from memory, and they
 * have others fetched through {@link UncachedDocumentFetcher}. Depends on io.gosling.http and io.gosling.document.
 */
@NullMarked
package io.gosling.http.documents;

import org.jspecify.annotations.NullMarked;
