package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.document.Representation;
import io.gosling.http.Headers;
import io.gosling.http.documents.ByteRange;
import io.gosling.http.documents.ByteRangeSelector;
import io.gosling.http.documents.Preconditions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * Computes the byte ranges that a response needs, so that they can be looked up before it begins (RFC 9110, sections
 * 13 and 14). Pure.
 */
final class RequestedRangeResolver {
    private RequestedRangeResolver() {}

    /**
     * The ranges of a whole that the answer to a request needs, in their order; none of a HEAD, or where the answer is
     * 304 or 416.
     */
    static List<ByteSpan> of(String method, Headers request, Representation whole, Instant now) {
        if (!method.equals("GET") || Preconditions.of(request).judge(true, whole) != Preconditions.Verdict.PROCEED) {
            return List.of();
        }
        return switch (ByteRangeSelector.select(request.joined("Range"), request.first("If-Range"), whole, now)) {
            case ByteRangeSelector.Selection.Whole all -> all(whole);
            case ByteRangeSelector.Selection.Unsatisfiable none -> List.of();
            case ByteRangeSelector.Selection.Parts parts ->
                parts.ranges().equals(inOrder(parts.ranges()))
                        ? parts.ranges().stream()
                                .map(range -> new ByteSpan(range.first(), range.last()))
                                .toList()
                        : all(whole);
        };
    }

    private static List<ByteSpan> all(Representation whole) {
        return List.of(new ByteSpan(0, whole.length() - 1));
    }

    /** A stream goes forward only, so ranges in another order are answered with the whole. */
    private static List<ByteRange> inOrder(List<ByteRange> ranges) {
        return ranges.stream()
                .sorted(Comparator.comparingLong(ByteRange::first))
                .toList();
    }
}
