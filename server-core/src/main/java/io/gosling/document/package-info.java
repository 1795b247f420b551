/**
 * Documents and their sources: canonical paths, files below a root, entity tags, and whole documents in memory off the
 * heap.
 *
 * <p>Start at {@link DocumentSource}, {@link DocumentRoot} and {@link StoredDocument}; {@link RevalidationResult} says
 * whether a stored document is still current, {@link PreparedHeaders} holds its response header as bytes. Depends on no
 * other package of Gosling.
 */
@NullMarked
package io.gosling.document;

import org.jspecify.annotations.NullMarked;
