package io.gosling.site.compression;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a request on the coding of its answer. Pure.
 *
 * @param isGetOrHead true if the tag of the answer is that of its bytes
 * @param accepts true if the client accepts gzip, and a transformation
 */
record GzipNegotiation(boolean isGetOrHead, boolean accepts, Parts parts, Headers headers) {
    private static final String CONTENT_RANGE = "Content-Range";

    /** Stands for the type of the parts of several ranges. */
    private static final String UNKNOWN_TEXT = "text/plain";

    private static final List<ContentCoding> GZIP = List.of(ContentCoding.GZIP);

    /** Headers about the very bytes of the content, which another coding would make untrue. */
    private static final List<String> DIGESTS = List.of("Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

    /** The form in which an answer is sent. */
    enum Choice {
        /** Has no other form. */
        AS_IS,
        /** The plain one of two forms. */
        PLAIN,
        CODED,
        /** A 304, about either form. */
        UNCHANGED,
        /** The whole, for which the handler is called again: a part could be put to one of the coded form. */
        WHOLE
    }

    /** The use of a part of the plain form as the answer. */
    enum Parts {
        SENT,
        /** The client could put it to a part of the coded form: the handler is called again, for the whole. */
        REPLACED,
        /** The same, but the handler can read the request's body only once, and is called for the whole. */
        NOT_ASKED_FOR
    }

    static GzipNegotiation of(Request request) {
        Headers headers = request.headers();
        String accepted = headers.joined("Accept-Encoding");
        boolean isGetOrHead = request.method().equals("GET") || request.method().equals("HEAD");
        boolean accepts = accepted != null && ContentCoding.best(accepted, GZIP) != null && transformable(headers);
        // Both forms have the same date: a client that goes by it may put a part to one of the other form.
        boolean mayMix = isGetOrHead && accepts && isDate(headers.first("If-Range"));
        Parts parts = !mayMix ? Parts.SENT : request.hasBody() ? Parts.NOT_ASKED_FOR : Parts.REPLACED;
        return new GzipNegotiation(isGetOrHead, accepts, parts, headers);
    }

    private static boolean isDate(@Nullable String validator) {
        return validator != null && validator.indexOf('"') < 0;
    }

    /**
     * Returns the headers for the handler, with the plain form's tags for those of the coded form. A GET or HEAD for a
     * part, or without gzip, keeps its tags: its answer is never the coded form.
     */
    Headers headersForHandler() {
        if (parts == Parts.NOT_ASKED_FOR) {
            return headersForWhole();
        }
        return isGetOrHead && (!accepts || headers.contains("Range")) ? headers : GzipEntityTagMapping.plain(headers);
    }

    /** Returns the headers for the handler, without a range. */
    Headers headersForWhole() {
        return GzipEntityTagMapping.plain(headers.without("Range").without("If-Range"));
    }

    Choice judge(Response answer, CompressionRules rules) {
        int status = answer.status();
        if (status == 304) {
            return isGetOrHead ? Choice.UNCHANGED : Choice.AS_IS;
        }
        String type = answer.headers().first("Content-Type");
        if (status == 206) {
            return judgePart(type, answer.headers(), rules);
        }
        long length = answer.body() == null ? 0 : answer.body().length();
        boolean bytes = status >= 200 && status != 204 && status != 205 && length != 0;
        boolean whole = !answer.headers().contains(CONTENT_RANGE);
        if (!bytes || !whole || !hasForms(type, length, answer.headers(), rules)) {
            return Choice.AS_IS;
        }
        return accepts ? Choice.CODED : Choice.PLAIN;
    }

    private Choice judgePart(@Nullable String type, Headers answer, CompressionRules rules) {
        boolean several = type != null && type.startsWith("multipart/byteranges");
        if (!hasForms(several ? UNKNOWN_TEXT : type, lengthOfWhole(answer), answer, rules)) {
            return Choice.AS_IS;
        }
        return parts == Parts.REPLACED ? Choice.WHOLE : several ? Choice.AS_IS : Choice.PLAIN;
    }

    private static long lengthOfWhole(Headers part) {
        String place = part.first(CONTENT_RANGE);
        String length = place == null ? "" : place.substring(place.lastIndexOf('/') + 1);
        return length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    private static boolean hasForms(@Nullable String type, long length, Headers answer, CompressionRules rules) {
        return CompressionRules.isText(type, length)
                && rules.fitsLength(length)
                && !answer.contains("Content-Encoding")
                && transformable(answer)
                && DIGESTS.stream().noneMatch(name -> answer.contains(name) || answer.lists("Trailer", name));
    }

    private static boolean transformable(Headers headers) {
        return !headers.lists("Cache-Control", "no-transform");
    }
}
