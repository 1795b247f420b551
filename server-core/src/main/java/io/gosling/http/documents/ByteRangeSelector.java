package io.gosling.http.documents;

import io.gosling.document.Representation;
import io.gosling.http.HttpDateFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the byte ranges of a document that a Range header requests (RFC 9110, section 14). Pure. A range from the
 * beginning of an empty document is all of it. Against abuse: more than {@value #MOST} ranges are disregarded, and
 * ranges that overlap or lie less than {@value #NEAR} bytes apart become one, so a response never holds a byte twice.
 */
public final class ByteRangeSelector {
    static final int MOST = 32;
    static final int NEAR = 80;

    /** The part of a document to send. */
    public sealed interface Selection {
        /** The whole document: no range was requested, or the header is disregarded. */
        record Whole() implements Selection {}

        /** These ranges, at least one, no two of them overlapping. */
        record Parts(List<ByteRange> ranges) implements Selection {}

        /** 416: none of the requested ranges exists. */
        record Unsatisfiable() implements Selection {}
    }

    private ByteRangeSelector() {}

    /**
     * Returns the selection of a GET; other methods have no ranges.
     *
     * @param now the time of the response: a modification date within the second before it is not a strong validator
     */
    public static Selection select(
            @Nullable String range, @Nullable String ifRange, Representation document, Instant now) {
        if (range == null || (ifRange != null && !isCurrent(ifRange, document, now))) {
            return new Selection.Whole();
        }
        List<ByteRange> asked = parse(range, document.length());
        if (asked == null) {
            return new Selection.Whole();
        }
        if (document.length() == 0 && asked.stream().anyMatch(part -> part.first() == 0)) {
            return new Selection.Whole();
        }
        List<ByteRange> present =
                asked.stream().filter(part -> part.first() < document.length()).toList();
        return present.isEmpty() ? new Selection.Unsatisfiable() : new Selection.Parts(coalesce(present));
    }

    /** Compares by a strong validator: a date is one once the second it names is over (RFC 9110, section 8.8.2.2). */
    private static boolean isCurrent(String ifRange, Representation document, Instant now) {
        if (ifRange.startsWith("\"")) {
            return ifRange.equals(document.etag());
        }
        Instant changed = document.lastModified();
        return changed.equals(HttpDateFormat.parse(ifRange))
                && !changed.plusSeconds(1).isAfter(now);
    }

    /** Returns the ranges cut to the document's end, or null when the header is malformed or too long. */
    private static @Nullable List<ByteRange> parse(String field, long length) {
        if (!field.regionMatches(true, 0, "bytes=", 0, 6)) {
            return null;
        }
        List<ByteRange> ranges = new ArrayList<>(1);
        for (String part : field.substring(6).split(",", -1)) {
            String spec = part.strip();
            if (spec.isEmpty()) {
                continue;
            }
            ByteRange range = parseOne(spec, length);
            if (range == null || ranges.size() == MOST) {
                return null;
            }
            ranges.add(range);
        }
        return ranges.isEmpty() ? null : ranges;
    }

    private static @Nullable ByteRange parseOne(String spec, long length) {
        int dash = spec.indexOf('-');
        if (dash < 0) {
            return null;
        }
        long before = number(spec, 0, dash);
        long after = number(spec, dash + 1, spec.length());
        boolean open = dash + 1 == spec.length();
        if (dash == 0) {
            // The last so many bytes; of none, a range that no document has.
            long first = after == 0 ? Long.MAX_VALUE : Math.max(0, length - after);
            return after < 0 ? null : new ByteRange(first, length - 1);
        }
        if (before < 0 || (!open && after < before)) {
            return null;
        }
        return new ByteRange(before, open ? length - 1 : Math.min(after, length - 1));
    }

    /** Returns a non-negative number of digits only, large ones cut to the largest; or -1. */
    private static long number(String text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : value * 10 + digit;
        }
        return from == to ? -1 : value;
    }

    /** Returns the same bytes in as few ranges as possible; in the order requested when nothing had to be joined. */
    private static List<ByteRange> coalesce(List<ByteRange> ranges) {
        List<ByteRange> joined = new ArrayList<>();
        List<ByteRange> sorted = ranges.stream()
                .sorted(Comparator.comparingLong(ByteRange::first))
                .toList();
        for (ByteRange range : sorted) {
            ByteRange last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && range.first() <= last.last() + NEAR) {
                joined.set(joined.size() - 1, new ByteRange(last.first(), Math.max(last.last(), range.last())));
            } else {
                joined.add(range);
            }
        }
        return joined.size() == ranges.size() ? ranges : List.copyOf(joined);
    }
}
