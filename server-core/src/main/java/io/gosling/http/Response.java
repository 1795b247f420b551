package io.gosling.http;

import io.gosling.document.Body;
import io.gosling.document.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * A response as a value: {@code Content-Length} follows from the body; {@code Date} and connection management are the
 * server's business. Whoever drops a response in favour of another closes its body.
 *
 * @param body the bytes, or null for none
 * @param provenance who had the bytes, for counting; null for an answer that was made here
 */
public record Response(
        int status,
        Headers headers,
        @Nullable Body body,
        @Nullable Provenance provenance) {
    /** One that was made here. */
    public Response(int status, Headers headers, @Nullable Body body) {
        this(status, headers, body, null);
    }

    /** The same with its bytes' origin. */
    public Response from(Provenance origin) {
        return new Response(status, headers, body, origin);
    }
}
