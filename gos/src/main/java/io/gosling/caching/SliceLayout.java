package io.gosling.caching;

import java.util.TreeSet;

/**
 * The division of a representation into slices of the same size, but for the last. Pure.
 *
 * @param length of the whole, in bytes; at least 1
 * @param size of a slice, in bytes; at least 1
 */
public record SliceLayout(long length, int size) {
    /** The largest number of slices, so that one object does not take all table entries. */
    public static final int MOST = 1 << 16;

    /** The first character of a slice's name, which begins no other variant of a URL. */
    public static final String MARK = "#";

    /** @throws IllegalArgumentException when a number is out of bounds */
    public SliceLayout {
        if (size < 1 || length < 1 || (length - 1) / size >= MOST) {
            throw new IllegalArgumentException(
                    length + " bytes in segments of " + size + "; expected 1 to " + MOST + " of them");
        }
    }

    /** Returns true if a whole of this length can be cut so. */
    public static boolean fit(long length, int size) {
        return size >= 1 && length >= 1 && (length - 1) / size < MOST;
    }

    public int indexOf(long position) {
        return (int) (position / size);
    }

    public ByteSpan of(int index) {
        return new ByteSpan((long) index * size, ((long) index + 1) * size - 1).within(length);
    }

    /**
     * The common part of the names of all slices of a version.
     *
     * @param sliceIndex the slice index of the version, which has a strong ETag
     */
    public String version(StoredResponseHead sliceIndex) {
        return VariantKeyBuilder.digest(
                length + "\n" + size + "\n" + sliceIndex.strongTag() + "\n" + new TreeSet<>(sliceIndex.tags()));
    }

    /**
     * The name of a slice among all responses of its URL. It contains the version, so a slice's bytes follow from its
     * name: it has no freshness of its own, and is never mistaken for a slice of another version. A slice without the
     * tags by which the whole is purged is not used either.
     *
     * @param version as {@link #version} has it
     */
    public static String name(String version, int index) {
        return MARK + index + "." + version;
    }

    /** The smallest run of whole slices that contains a span, in a representation of unknown length. */
    public static ByteSpan around(ByteSpan asked, int size) {
        boolean open = asked.last() > ByteSpan.OPEN - size;
        return new ByteSpan(asked.first() / size * size, open ? ByteSpan.OPEN : (asked.last() / size + 1) * size - 1);
    }
}
