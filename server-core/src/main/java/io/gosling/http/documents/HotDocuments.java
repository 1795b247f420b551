package io.gosling.http.documents;

import io.gosling.document.StoredDocument;
import org.jspecify.annotations.Nullable;

/**
 * The port through which the event-loop path looks up documents that may be sent at once. Called by event loops:
 * implementations never block, lock or allocate, except that they may start one background task.
 */
@FunctionalInterface
public interface HotDocuments {
    /**
     * Returns the document with this canonical {@linkplain io.gosling.document.DocumentPath#key() key}, if it is in
     * memory and may be served now, with one more reference, which the caller releases, and one more access counted.
     *
     * @param key the raw path of the request target, without its query
     */
    @Nullable
    StoredDocument acquire(String key, long nowNanos);

    /** Returns whether {@link #acquire} would find this version, and counts an access; nothing is to be released. */
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
     * Returns whether these are other servers' responses: keys are whole targets with their queries, headers have a
     * status line and a Date and lack an Age; conditions, cache directives and credentials take the worker path.
     */
    default boolean areReplies() {
        return false;
    }

    /** Returns the documents for endpoints where requests come over TLS, or for those where they do not. */
    default HotDocuments over(boolean secure) {
        return this;
    }

    /** Returns whether keys begin with the {@link #directory} of their host, which the caller puts there. */
    default boolean isByHost() {
        return false;
    }

    /**
     * Returns the directory to put before a path where keys are by host; null when nothing of this host is hot.
     *
     * @param host in lower case and without a port; empty where there was none
     */
    default @Nullable String directory(String host) {
        return "";
    }

    /**
     * Returns the directory of documents in the coding that this client prefers, where keys are by host and nothing
     * is hot in the {@link #directory}; null when the client is to get documents as they are.
     *
     * @param acceptEncoding the request's one Accept-Encoding header
     */
    default @Nullable String codedDirectory(String host, String acceptEncoding) {
        return null;
    }

    /** Returns no hot documents: every request takes the worker path. */
    static HotDocuments none() {
        return (key, nowNanos) -> null;
    }
}
