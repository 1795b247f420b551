package io.gosling.caching;

/**
 * A range of a whole's bytes. Pure.
 *
 * @param first the first byte's position
 * @param last the last one's, included
 */
public record ByteSpan(long first, long last) {
    /** The end of a span that has none. */
    public static final long OPEN = Long.MAX_VALUE;

    public ByteSpan {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("bytes " + first + " to " + last + "; expected 0 <= first <= last");
        }
    }

    /** In bytes; that of an open one is meaningless. */
    public long length() {
        return last - first + 1;
    }

    /** The value of a Range header for it (RFC 9110, section 14.2). */
    public String asked() {
        return "bytes=" + first + "-" + (last == OPEN ? "" : last);
    }

    /** The part of it that lies in a whole of this length, which is longer than its beginning. */
    public ByteSpan within(long whole) {
        return new ByteSpan(first, Math.min(last, whole - 1));
    }
}
