package io.gosling.origin;

import io.gosling.document.Representation;
import io.gosling.http.ByteRange;
import io.gosling.http.ByteRanges;
import io.gosling.http.Headers;
import io.gosling.http.Preconditions;
import java.time.Instant;
import java.util.List;

/** Where an answer begins, so that what is there can be looked at before it does (RFC 9110, sections 13 and 14). Pure. */
final class FirstByte {
    /** Instead of a position: no byte is needed. */
    static final long NONE = -1;

    private FirstByte() {}

    /**
     * The position of the first byte that the answer to a request needs, {@link #NONE} where it needs none: of a HEAD, or
     * where the answer is 304, 412 or 416.
     *
     * @param now the time of the answer
     */
    static long of(String method, Headers request, Representation whole, Instant now) {
        if (!method.equals("GET") || Preconditions.of(request).judge(true, whole) != Preconditions.Verdict.PROCEED) {
            return NONE;
        }
        return switch (ByteRanges.select(request.joined("Range"), request.first("If-Range"), whole, now)) {
            case ByteRanges.Selection.Whole all -> 0;
            case ByteRanges.Selection.Unsatisfiable none -> NONE;
            case ByteRanges.Selection.Parts parts -> first(parts.ranges());
        };
    }

    /** A stream goes forward only, so ranges in another order are answered with all. */
    private static long first(List<ByteRange> ranges) {
        long first = ranges.getFirst().first();
        return ranges.stream().allMatch(range -> range.first() >= first) ? first : 0;
    }
}
