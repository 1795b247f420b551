package io.gosling.caching;

import java.util.TreeSet;

/**
 * A whole cut into segments of the same size, but for the last. Pure.
 *
 * @param length the whole's, in bytes; at least 1
 * @param size of a segment, in bytes; at least 1
 */
public record SliceLayout(long length, int size) {
    /** So that one object does not take all rows. */
    public static final int MOST = 1 << 16;

    /** Begins the name of a segment, and of nothing else that tells responses of an URL apart. */
    public static final String MARK = "#";

    /** @throws IllegalArgumentException when a number is out of bounds */
    public SliceLayout {
        if (size < 1 || length < 1 || (length - 1) / size >= MOST) {
            throw new IllegalArgumentException(
                    length + " bytes in segments of " + size + "; expected 1 to " + MOST + " of them");
        }
    }

    /** Whether a whole of this length can be cut so. */
    public static boolean fit(long length, int size) {
        return size >= 1 && length >= 1 && (length - 1) / size < MOST;
    }

    public int count() {
        return indexOf(length - 1) + 1;
    }

    /** The segment that has the byte at this position. */
    public int indexOf(long position) {
        return (int) (position / size);
    }

    /** Where a segment lies. */
    public Span of(int index) {
        return new Span((long) index * size, ((long) index + 1) * size - 1).within(length);
    }

    /**
     * What the names of all segments of a version have in common.
     *
     * @param outline of the version, which has a strong ETag
     */
    public String version(StoredReply outline) {
        return Variant.digest(length + "\n" + size + "\n" + outline.strongTag() + "\n" + new TreeSet<>(outline.tags()));
    }

    /**
     * What tells a segment apart from all else of its URL. It says of which version it is, so a segment's bytes follow from
     * its name: it has no freshness of its own, and is never taken for one of another version. Nor is one taken that has
     * not the tags by which the whole is purged.
     *
     * @param version as {@link #version} has it
     */
    public static String name(String version, int index) {
        return MARK + index + "." + version;
    }

    /** The least number of whole segments that have all of a span, in a whole of a length that is not known. */
    public static Span around(Span asked, int size) {
        boolean open = asked.last() > Span.OPEN - size;
        return new Span(asked.first() / size * size, open ? Span.OPEN : (asked.last() / size + 1) * size - 1);
    }
}
