package io.gosling.document;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A source of documents: a directory, the object space over it, an HTTP origin or a handler's output. Calls may
 * block, so they are made on virtual threads only (the worker path). Safe for use by many threads.
 */
public interface DocumentSource {
    /**
     * Finds the document of a path.
     *
     * @throws IOException when the source could not be asked; a missing document is {@link LookupResult.Absent}, not an
     * error
     */
    LookupResult find(DocumentPath path) throws IOException;

    /**
     * The same for a caller that needs all bytes in memory: where the source can, it reads them into a buffer of the
     * destination, which is then the document's body.
     */
    default LookupResult find(DocumentPath path, BodyBufferAllocator to) throws IOException {
        return find(path);
    }

    /**
     * Checks whether the document found earlier is still the one this source would give.
     *
     * @param known the state that was found, or null when the caller knows nothing about it (then the result is never
     *     UNCHANGED)
     * @throws IOException when the source could not be asked; the caller decides how long it may serve the document
     *     stale
     */
    RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException;

    /** Returns the reason why some documents cannot be found now, such as a directory that has gone; null for none. */
    default @Nullable String obstacle() {
        return null;
    }

    /** A source without documents, for a node that only has the objects which programs put. */
    static DocumentSource none() {
        return new DocumentSource() {
            @Override
            public LookupResult find(DocumentPath path) {
                return new LookupResult.Absent();
            }

            @Override
            public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) {
                return RevalidationResult.GONE;
            }
        };
    }
}
