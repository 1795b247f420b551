package io.gosling.http.documents;

import io.gosling.document.Representation;
import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a request on the state of a document (RFC 9110, section 13). Pure. Each is the header's value,
 * several header lines joined by commas, or null where the request has none. The fifth, If-Range, is about ranges
 * alone and evaluated by {@link ByteRangeSelector}.
 */
public record Preconditions(
        @Nullable String ifMatch,
        @Nullable String ifUnmodifiedSince,
        @Nullable String ifNoneMatch,
        @Nullable String ifModifiedSince) {
    /** The result of evaluating the conditions. */
    public enum Verdict {
        /** The request proceeds as if there were no conditions. */
        PROCEED,
        /** 304: the client has the current representation. */
        NOT_MODIFIED,
        /** 412: the client relies on a state that is not the present one. */
        FAILED
    }

    /** Reads the conditions from a request's headers. */
    public static Preconditions of(Headers headers) {
        return new Preconditions(
                headers.joined("If-Match"),
                headers.joined("If-Unmodified-Since"),
                headers.joined("If-None-Match"),
                headers.joined("If-Modified-Since"));
    }

    /**
     * Evaluates the conditions for a document that exists, in the order of section 13.2.2.
     *
     * @param safe true if the method is GET or HEAD
     */
    public Verdict judge(boolean safe, Representation document) {
        if (ifMatch != null) {
            if (!EntityTagMatcher.holdsStrong(ifMatch, document.etag())) {
                return Verdict.FAILED;
            }
        } else if (ifUnmodifiedSince != null && isNewer(document, ifUnmodifiedSince, false)) {
            return Verdict.FAILED;
        }
        if (ifNoneMatch != null) {
            if (!EntityTagMatcher.holdsWeak(ifNoneMatch, document.etag())) {
                return Verdict.PROCEED;
            }
            return safe ? Verdict.NOT_MODIFIED : Verdict.FAILED;
        }
        boolean unmodified = safe && ifModifiedSince != null && !isNewer(document, ifModifiedSince, true);
        return unmodified ? Verdict.NOT_MODIFIED : Verdict.PROCEED;
    }

    /** Returns whether the document changed after the date; a date that cannot be read is disregarded. */
    private static boolean isNewer(Representation document, String date, boolean ifUnreadable) {
        Instant since = HttpDateFormat.parse(date);
        return since == null ? ifUnreadable : document.lastModified().isAfter(since);
    }
}
