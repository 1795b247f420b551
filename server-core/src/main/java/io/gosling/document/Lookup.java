package io.gosling.document;

/** The outcome of asking a {@link DocumentSource} for a path. */
public sealed interface Lookup {
    /** A document was found; its receiver closes it. */
    record Found(Document document) implements Lookup {}

    /** The path names a directory and lacks its slash; {@code location} is the canonical path with it. */
    record Moved(String location) implements Lookup {}

    /** No document exists under this path. */
    record Absent() implements Lookup {}

    /** The document may not or cannot be read; {@code reason} is for the log, never for the client. */
    record Refused(String reason) implements Lookup {}
}
