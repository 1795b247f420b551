package io.gosling.http.documents;

import io.gosling.document.StoredDocument;
import org.jspecify.annotations.Nullable;

/**
 * The port through which the event-loop path looks up documents that may be sent at once. Called by event loops:
 * implementations never block, lock or allocate, except that they may start one background task.
 */
@FunctionalInterface
public interface CachedDocumentLookup {
    /**
     * Returns the document whose {@linkplain io.gosling.document.DocumentPath#key() key} is exactly this request path,
     * if it is in memory and may be served now. A path that is not in canonical form finds nothing and is left to the
     * worker path.
     *
     * @param key the raw path of the request target, without its query
     * @param nowNanos the ticker's time after the request's bytes were read
     * @return the document with one more reference, which the caller releases, and one more access counted; or null
     */
    @Nullable
    StoredDocument acquire(String key, long nowNanos);

    /**
     * Returns whether {@link #acquire} would find the document, and with this entity tag; for a caller that sends
     * something of its own in its place.
     *
     * @return true with one more access counted, and nothing to release
     */
    default boolean isHot(String key, String etag, long nowNanos) {
        StoredDocument document = acquire(key, nowNanos);
        if (document == null) {
            return false;
        }
        boolean same = document.representation().etag().equals(etag);
        document.release();
        return same;
    }

    /**
     * Returns whether these are other servers' responses: keys are whole targets with their queries behind the
     * directory, headers have a status line and a Date of their own and lack an Age, and requests with conditions, with
     * cache directives or with credentials are not for the event-loop path.
     */
    default boolean areReplies() {
        return false;
    }

    /** Returns the documents for endpoints where requests come over TLS, or for those where they do not. */
    default CachedDocumentLookup over(boolean secure) {
        return this;
    }

    /** Returns whether keys begin with a prefix, a {@link #directory}, which the caller puts there. */
    default boolean hasKeyPrefix() {
        return false;
    }

    /**
     * Returns the directory that is put before a path to make its key; called only where {@link #hasKeyPrefix} is true.
     *
     * @param host the requested name, in lower case and without a port; empty where there was none
     * @return the directory, without a slash at its end, or null when nothing of this host is hot
     */
    default @Nullable String directory(String host) {
        return "";
    }

    /**
     * Returns the directory that is put before a path to find the document in the coding that this client prefers;
     * called only where {@link #hasKeyPrefix} is true and nothing is hot in the {@link #directory}: a document that
     * comes in codings is not.
     *
     * @param host as for {@link #directory}
     * @param acceptEncoding the request's one Accept-Encoding header
     * @return the directory, without a slash at its end, or null when the client is to get documents as they are
     */
    default @Nullable String codedDirectory(String host, String acceptEncoding) {
        return null;
    }

    /**
     * Returns the documents that may be fetched when they are not hot; null where the worker path answers every request
     * that finds nothing hot.
     */
    default @Nullable UncachedDocumentFetcher cold() {
        return null;
    }

    /** Returns no hot documents: every request takes the worker path. */
    static CachedDocumentLookup none() {
        return (key, nowNanos) -> null;
    }
}
