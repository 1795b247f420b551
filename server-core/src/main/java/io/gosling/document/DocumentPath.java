package io.gosling.document;

import java.util.List;

/**
 * The canonical path of a document in a site: decoded once, normalised once, unable to leave the site's root.
 *
 * <p>{@link #key()} is the canonical percent-encoded form, plain ASCII and safe in a header or a request line; two
 * request targets name the same document exactly when their keys are equal. {@link #segments()} are the decoded names.
 * Immutable.
 */
public final class DocumentPath {
    private final String key;
    private final List<String> segments;
    private final boolean directory;

    private DocumentPath(String key, List<String> segments, boolean directory) {
        this.key = key;
        this.segments = segments;
        this.directory = directory;
    }

    /**
     * Parses the path of a request target; a query or fragment must have been cut off.
     *
     * @throws IllegalDocumentPathException with the reason, when the path is malformed or would leave the root
     */
    public static DocumentPath parse(String rawPath) {
        boolean directory = rawPath.endsWith("/");
        return new DocumentPath(rawPath, List.of(rawPath.substring(1).split("/")), directory);
    }

    /** The canonical percent-encoded path, beginning with a slash. */
    public String key() {
        return key;
    }

    /** The decoded names from the root down; empty for the root itself. Immutable. */
    public List<String> segments() {
        return segments;
    }

    /** Whether the path ends with a slash and so asks for a directory's index. */
    public boolean isDirectory() {
        return directory;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DocumentPath path && path.key.equals(key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return key;
    }
}
