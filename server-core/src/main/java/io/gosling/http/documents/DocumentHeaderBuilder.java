package io.gosling.http.documents;

import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import io.gosling.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * A builder of the headers that every response with a document carries, the same on the event-loop path and on the
 * worker path.
 */
public final class DocumentHeaderBuilder {
    private static final byte[] NOTHING = {};

    private DocumentHeaderBuilder() {}

    /** Returns the headers of a 200; Content-Length is added by the writer of the body. */
    public static Headers of(Representation document, String cacheStatus) {
        return withType(validators(document, cacheStatus), document);
    }

    static Headers withType(Headers validators, Representation document) {
        return validators.plus("Content-Type", document.mediaType());
    }

    static Headers validators(Representation document, String cacheStatus) {
        return Headers.of(
                "ETag",
                document.etag(),
                "Last-Modified",
                HttpDateFormat.format(document.lastModified()),
                "Accept-Ranges",
                "bytes",
                "Cache-Status",
                cacheStatus);
    }

    /** Returns the headers as bytes, for a document stored in the memory of {@code node} and served from there. */
    public static PreparedHeaders prepare(Representation document, String node) {
        return prepare(document, node, answer -> answer);
    }

    /**
     * Returns the headers as bytes, as rules have modified them.
     *
     * @param rules given the 200 and the 304, without their bodies; the status stays as it is
     */
    public static PreparedHeaders prepare(Representation document, String node, UnaryOperator<Response> rules) {
        return prepare(document, node, new Provenance(ResponseSource.LOCAL_MEMORY, node), rules);
    }

    /**
     * The same for a document from any source.
     *
     * @return without the headers of a 304 unless it is in memory: a fetched document is sent once, as a whole
     */
    public static PreparedHeaders prepare(
            Representation document, String node, Provenance from, UnaryOperator<Response> rules) {
        Headers validators = validators(document, CacheStatusFormat.of(node, from));
        Response ok = rules.apply(new Response(200, withType(validators, document), null));
        byte[] notModified = from.from() == ResponseSource.LOCAL_MEMORY
                ? bytes(rules.apply(new Response(304, validators, null)).headers())
                : NOTHING;
        return new PreparedHeaders(
                bytes(ok.headers().plus("Content-Length", Long.toString(document.length()))), notModified);
    }

    /**
     * Returns the headers, as bytes, of a document that has no validators, so that a 304 is never made of it.
     *
     * @param fields those of a 200, without Content-Length
     * @param length of the document
     */
    public static PreparedHeaders withoutValidators(Headers fields, long length) {
        return new PreparedHeaders(bytes(fields.plus("Content-Length", Long.toString(length))), NOTHING);
    }

    private static byte[] bytes(Headers headers) {
        return headers.lines().getBytes(StandardCharsets.ISO_8859_1);
    }
}
