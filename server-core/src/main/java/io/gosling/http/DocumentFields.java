package io.gosling.http;

import io.gosling.document.AnsweredFrom;
import io.gosling.document.PreparedFields;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import java.nio.charset.StandardCharsets;

/** The header fields that every answer with a document carries, the same on the fast and on the slow lane. */
public final class DocumentFields {
    private DocumentFields() {}

    /** The fields of a 200; Content-Length is added by whoever writes the body. */
    public static Headers of(Representation document, String cacheStatus) {
        return validators(document, cacheStatus).plus("Content-Type", document.mediaType());
    }

    /** The fields of a 304 (RFC 9110, section 15.4.5), and of a 206 before its own. */
    static Headers validators(Representation document, String cacheStatus) {
        return Headers.of(
                "ETag",
                document.etag(),
                "Last-Modified",
                HttpDate.format(document.lastModified()),
                "Accept-Ranges",
                "bytes",
                "Cache-Status",
                cacheStatus);
    }

    /** The same as bytes, for a document stored in the memory of {@code node} and served from there. */
    public static PreparedFields prepare(Representation document, String node) {
        String cacheStatus = CacheStatus.of(node, new Provenance(AnsweredFrom.LOCAL_MEMORY, node));
        Headers ok = of(document, cacheStatus).plus("Content-Length", Long.toString(document.length()));
        return new PreparedFields(bytes(ok), bytes(validators(document, cacheStatus)));
    }

    private static byte[] bytes(Headers headers) {
        StringBuilder lines = new StringBuilder(256);
        for (Headers.Field field : headers) {
            lines.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
