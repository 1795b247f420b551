package io.gosling.caching;

import io.gosling.http.Headers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of a whole's bytes. Pure.
 *
 * @param first the first byte's position
 * @param last the last one's, included
 */
public record ByteSpan(long first, long last) {
    /** The end of a span that has none. */
    public static final long OPEN = Long.MAX_VALUE;

    private static final Pattern REQUESTED = Pattern.compile(" *(?i:bytes)=([0-9]{1,18})-([0-9]{0,18}) *");

    public ByteSpan {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("bytes " + first + " to " + last + "; expected 0 <= first <= last");
        }
    }

    /**
     * The only range of a GET (RFC 9110, section 14), if it states its first byte; null for a request without a range,
     * for a suffix range, for several ranges, or for a range that cannot be read.
     */
    public static @Nullable ByteSpan requested(Headers request) {
        String range = request.joined("Range");
        Matcher matcher = REQUESTED.matcher(range == null ? "" : range);
        if (!matcher.matches()) {
            return null;
        }
        long first = Long.parseLong(matcher.group(1));
        long last = matcher.group(2).isEmpty() ? OPEN : Long.parseLong(matcher.group(2));
        boolean all = first == 0 && last == OPEN;
        return all || last < first ? null : new ByteSpan(first, last);
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
