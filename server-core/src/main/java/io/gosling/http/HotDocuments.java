package io.gosling.http;

import io.gosling.document.StoredDocument;
import org.jspecify.annotations.Nullable;

/**
 * The port through which the fast lane asks for documents that may be answered at once, on the event loop.
 *
 * <p>Called by event loops: implementations never block, lock or allocate.
 */
@FunctionalInterface
public interface HotDocuments {
    /**
     * The document whose {@linkplain io.gosling.document.DocumentPath#key() key} is exactly this request path, if it is
     * in memory and may be served now. A path that is not in canonical form finds nothing and takes the slow lane.
     *
     * @param key the raw path of the request target, without its query
     * @param nowNanos the ticker's time after the request's bytes were read
     * @return the document with one more reference, which the caller releases, and one more access counted; or null
     */
    @Nullable
    StoredDocument acquire(String key, long nowNanos);

    /** Nothing is ever hot: every request takes the slow lane. */
    static HotDocuments none() {
        return (key, nowNanos) -> null;
    }
}
