package io.gosling.site.compression;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a request on the coding of its answer. Pure.
 *
 * @param reads true if the method is GET or HEAD: the answer's tag is that of its bytes
 * @param accepts true if the client accepts gzip, and a transformation
 */
record CodingTerms(boolean reads, boolean accepts, Headers headers) {
    private static final String PLACE = "Content-Range";
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
        /** Nothing: a part of the plain form, and the client may have one of the coded form. The whole is needed. */
        WHOLE
    }

    static CodingTerms of(Request request) {
        Headers headers = request.headers();
        String accepted = headers.joined("Accept-Encoding");
        return new CodingTerms(
                request.method().equals("GET") || request.method().equals("HEAD"),
                accepted != null && ContentCoding.best(accepted, GZIP) != null && transformable(headers),
                headers);
    }

    /**
     * Returns the headers for the handler, which knows no coded forms: the plain form's tags for theirs. Not where the
     * answer to a read would not be the coded form: for a part, and without gzip.
     */
    Headers asked() {
        return reads && (!accepts || headers.contains("Range")) ? headers : CodedTags.plain(headers);
    }

    /** Returns the headers without a range. */
    Headers askedWhole() {
        return CodedTags.plain(headers.without("Range").without("If-Range"));
    }

    Choice judge(Response answer, Compression rules) {
        int status = answer.status();
        if (status == 304) {
            return reads ? Choice.UNCHANGED : Choice.AS_IS;
        }
        String type = answer.headers().first("Content-Type");
        if (status == 206) {
            return judgePart(type, answer.headers(), rules);
        }
        long length = answer.body() == null ? 0 : answer.body().length();
        boolean bytes = status >= 200 && status != 204 && status != 205 && length != 0;
        boolean whole = !answer.headers().contains(PLACE);
        if (!bytes || !whole || !Compression.isText(type) || !hasForms(length, answer.headers(), rules)) {
            return Choice.AS_IS;
        }
        return accepts ? Choice.CODED : Choice.PLAIN;
    }

    /** The client may put a part to one of the other form if it goes by a date, which is the same for both. */
    private Choice judgePart(@Nullable String type, Headers answer, Compression rules) {
        boolean several = type != null && type.startsWith("multipart/byteranges");
        if (!(several || Compression.isText(type)) || !hasForms(lengthOfWhole(answer), answer, rules)) {
            return Choice.AS_IS;
        }
        String validator = headers.first("If-Range");
        boolean date = validator != null && validator.indexOf('"') < 0;
        return accepts && date ? Choice.WHOLE : several ? Choice.AS_IS : Choice.PLAIN;
    }

    private static long lengthOfWhole(Headers part) {
        String place = part.first(PLACE);
        String length = place == null ? "" : place.substring(place.lastIndexOf('/') + 1);
        return length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    private static boolean hasForms(long length, Headers answer, Compression rules) {
        return rules.fitsLength(length)
                && !answer.contains("Content-Encoding")
                && transformable(answer)
                && DIGESTS.stream().noneMatch(answer::contains);
    }

    private static boolean transformable(Headers headers) {
        return !headers.lists("Cache-Control", "no-transform");
    }
}
