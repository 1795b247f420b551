package io.gosling.http;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.Representation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response to a GET or HEAD whose document was found: 200, 206, 304, 412 or 416. */
final class DocumentAnswer {
    private DocumentAnswer() {}

    /** The document passes into the response or is closed. */
    static Response to(String method, Headers request, Document document, String cacheStatus) {
        Representation found = document.representation();
        Headers validators = DocumentFields.validators(found, cacheStatus);
        return switch (Preconditions.of(request).judge(true, found)) {
            case NOT_MODIFIED -> without(document, new Response(304, validators, null));
            case FAILED -> without(document, ErrorPage.of(412));
            case PROCEED -> {
                @Nullable String range = method.equals("GET") ? request.joined("Range") : null;
                yield select(range, request.first("If-Range"), document, cacheStatus);
            }
        };
    }

    private static Response select(
            @Nullable String range, @Nullable String ifRange, Document document, String cacheStatus) {
        Representation found = document.representation();
        return switch (ByteRanges.select(range, ifRange, found, Instant.now())) {
            case ByteRanges.Selection.Unsatisfiable none ->
                without(document, ErrorPage.of(416, Headers.of("Content-Range", "bytes */" + found.length())));
            case ByteRanges.Selection.Parts parts -> partial(parts.ranges(), document, cacheStatus);
            case ByteRanges.Selection.Whole whole -> whole(document, cacheStatus);
        };
    }

    private static Response whole(Document document, String cacheStatus) {
        return new Response(200, DocumentFields.of(document.representation(), cacheStatus), document.body());
    }

    private static Response partial(List<ByteRange> ranges, Document document, String cacheStatus) {
        Representation found = document.representation();
        Headers validators = DocumentFields.validators(found, cacheStatus);
        if (!PartialBody.canServe(document.body(), ranges)) {
            return whole(document, cacheStatus);
        }
        if (ranges.size() == 1) {
            ByteRange range = ranges.getFirst();
            return new Response(
                    206,
                    validators
                            .plus("Content-Type", found.mediaType())
                            .plus("Content-Range", range.contentRange(found.length())),
                    PartialBody.slice(document.body(), range));
        }
        // The tag is a hash of the bytes, so they cannot hold it.
        String boundary = "gosling" + found.etag().replaceAll("[^A-Za-z0-9]", "-");
        Body body = PartialBody.multipart(document.body(), ranges, found, boundary);
        return new Response(206, validators.plus("Content-Type", "multipart/byteranges; boundary=" + boundary), body);
    }

    private static Response without(Document document, Response response) {
        document.close();
        return response;
    }
}
