package io.gosling.document;

import java.nio.file.AccessDeniedException;

/** The outcome of asking a {@link DocumentSource} for a path. */
public sealed interface LookupResult {
    /** A document was found; its receiver closes it. */
    record Found(Document document) implements LookupResult {}

    /** The path names a directory and lacks its slash; {@code location} is the canonical path with it. */
    record Moved(String location) implements LookupResult {}

    /** No document exists under this path. */
    record Absent() implements LookupResult {}

    /**
     * The document may not or cannot be read.
     *
     * @param reason for the log, never for the client
     * @param denied true if this user lacks the permission to read what is there to be served
     */
    record Refused(String reason, boolean denied) implements LookupResult {
        public Refused(String reason) {
            this(reason, false);
        }

        static Refused denied(DocumentPath path, AccessDeniedException why) {
            return new Refused(path + ": this user may not read " + why.getFile(), true);
        }
    }
}
