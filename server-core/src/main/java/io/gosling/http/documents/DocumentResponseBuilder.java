package io.gosling.http.documents;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.Representation;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the response to a GET or HEAD whose document was found: 200, 206, 304, 412 or 416. */
public final class DocumentResponseBuilder {
    private DocumentResponseBuilder() {}

    /** The document passes into the response or is closed. */
    static Response to(String method, Headers request, Document document, String cacheStatus) {
        Representation found = document.representation();
        Headers validators = DocumentHeaderBuilder.validators(found, cacheStatus);
        return to(method, request, document, DocumentHeaderBuilder.withType(validators, found), validators);
    }

    /**
     * Builds the response with the caller's headers. The document passes into the response or is closed.
     *
     * @param fields those of a 200, Content-Type among them
     * @param notModified those of a 304
     */
    public static Response to(String method, Headers request, Document document, Headers fields, Headers notModified) {
        return switch (Preconditions.of(request).judge(true, document.representation())) {
            case NOT_MODIFIED -> without(document, new Response(304, notModified, null));
            case FAILED -> without(document, ErrorPageBuilder.of(412));
            case PROCEED -> {
                @Nullable String range = method.equals("GET") ? request.joined("Range") : null;
                yield select(range, request.first("If-Range"), document, fields);
            }
        };
    }

    private static Response select(
            @Nullable String range, @Nullable String ifRange, Document document, Headers fields) {
        Representation found = document.representation();
        return switch (ByteRangeSelector.select(range, ifRange, found, Instant.now())) {
            case ByteRangeSelector.Selection.Unsatisfiable none ->
                without(document, ErrorPageBuilder.of(416, Headers.of("Content-Range", "bytes */" + found.length())));
            case ByteRangeSelector.Selection.Parts parts -> partial(parts.ranges(), document, fields);
            case ByteRangeSelector.Selection.Whole whole -> new Response(200, fields, document.body());
        };
    }

    private static Response partial(List<ByteRange> ranges, Document document, Headers fields) {
        Representation found = document.representation();
        if (!PartialBodyBuilder.canServe(document.body(), ranges)) {
            return new Response(200, fields, document.body());
        }
        if (ranges.size() == 1) {
            ByteRange range = ranges.getFirst();
            return new Response(
                    206,
                    fields.plus("Content-Range", range.contentRange(found.length())),
                    PartialBodyBuilder.slice(document.body(), range));
        }
        // A file's tag is a hash of its bytes, so they cannot hold it.
        String boundary = "gosling" + found.etag().replaceAll("[^A-Za-z0-9]", "-");
        Body body = PartialBodyBuilder.multipart(document.body(), ranges, found, boundary);
        return new Response(206, fields.with("Content-Type", "multipart/byteranges; boundary=" + boundary), body);
    }

    private static Response without(Document document, Response response) {
        document.close();
        return response;
    }
}
