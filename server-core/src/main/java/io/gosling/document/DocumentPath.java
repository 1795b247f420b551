package io.gosling.document;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical path of a document in a site: decoded once, normalised once, unable to leave the site's root. {@link
 * #key()} is the canonical percent-encoded form, plain ASCII and safe in a header or a request line; two request
 * targets name the same document exactly when their keys are equal. {@link #segments()} are the decoded names.
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
     * <p>Each segment is percent-decoded once and must be UTF-8 without control characters and without separators of
     * this system; a backslash must be encoded. Then empty segments are dropped and dot segments, however they were
     * written, are resolved.
     *
     * @throws IllegalDocumentPathException with the reason, when the path is malformed or would leave the root
     */
    public static DocumentPath parse(String rawPath) {
        if (rawPath.isEmpty() || rawPath.charAt(0) != '/') {
            throw PathSegmentCodec.malformed(rawPath, "it must begin with a slash");
        }
        List<String> segments = new ArrayList<>();
        boolean directory = true;
        for (int start = 1; start <= rawPath.length(); ) {
            int slash = rawPath.indexOf('/', start);
            int end = slash < 0 ? rawPath.length() : slash;
            String segment = PathSegmentCodec.decode(rawPath, start, end);
            directory = append(segments, segment, rawPath) || slash >= 0;
            start = end + 1;
        }
        return of(List.copyOf(segments), directory || segments.isEmpty());
    }

    /** Parses a path; null when it is none. */
    public static @Nullable DocumentPath find(String rawPath) {
        try {
            return parse(rawPath);
        } catch (IllegalDocumentPathException e) {
            return null;
        }
    }

    /**
     * Returns true if the text before {@code end} is the {@link #key()} of a path and has neither percent signs nor
     * segments that begin with a dot. Allocates nothing.
     */
    public static boolean isPlainKey(String text, int end) {
        boolean begins = false;
        for (int at = 0; at < end; at++) {
            char letter = text.charAt(at);
            boolean slash = letter == '/';
            if ((slash ? begins : !PathSegmentCodec.isPlain(letter))
                    || (begins && letter == '.')
                    || (at == 0 && !slash)) {
                return false;
            }
            begins = slash;
        }
        return end > 0;
    }

    /** The document of this name in this directory; the name is decoded and one segment. */
    public DocumentPath child(String name) {
        List<String> more = new ArrayList<>(segments);
        more.add(name);
        return of(List.copyOf(more), false);
    }

    /** This path below a directory of the root: {@code /a/b} below {@code x} is {@code /x/a/b}. */
    public DocumentPath below(String name) {
        List<String> more = new ArrayList<>(segments.size() + 1);
        more.add(name);
        more.addAll(segments);
        return of(List.copyOf(more), directory);
    }

    /**
     * Returns the path without its first segment: the inverse of {@link #below}.
     *
     * @throws IllegalStateException when this is the root
     */
    public DocumentPath rest() {
        if (segments.isEmpty()) {
            throw new IllegalStateException("the root has no first segment");
        }
        return of(segments.subList(1, segments.size()), directory || segments.size() == 1);
    }

    /** The canonical percent-encoded path, beginning with a slash. */
    public String key() {
        return key;
    }

    /** The decoded names from the root down; empty for the root itself. Immutable. */
    public List<String> segments() {
        return segments;
    }

    /** Returns true if the path ends with a slash and so names a directory's index. */
    public boolean isDirectory() {
        return directory;
    }

    /**
     * Returns true if another program may read another path: one that takes backslashes for slashes, or folds Unicode.
     * A path that was checked here must not be sent to such a program.
     */
    public boolean isAmbiguous() {
        return segments.stream().anyMatch(PathSegmentCodec::isDisguised);
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

    private static DocumentPath of(List<String> segments, boolean directory) {
        StringBuilder key = new StringBuilder(64);
        for (String segment : segments) {
            key.append('/');
            PathSegmentCodec.encode(segment, key);
        }
        if (directory) {
            key.append('/');
        }
        return new DocumentPath(key.toString(), segments, directory);
    }

    private static boolean append(List<String> segments, String segment, String rawPath) {
        if (segment.equals("..")) {
            if (segments.isEmpty()) {
                throw PathSegmentCodec.malformed(rawPath, "it leaves the site's root");
            }
            segments.removeLast();
        } else if (!segment.isEmpty() && !segment.equals(".")) {
            segments.add(segment);
            return false;
        }
        return true;
    }
}
