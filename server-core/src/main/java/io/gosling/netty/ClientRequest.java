package io.gosling.netty;

import io.gosling.http.Headers;
import java.time.Duration;

/**
 * A request to send with {@link HttpClient}.
 *
 * @param target path and query as they go on the wire
 * @param headers without Host and Content-Length, which the client adds
 * @param body the bytes to send, empty for none; not copied
 * @param firstByte how long to wait for the response's header, from the moment the request is written
 * @param total how long the whole may take, body included
 */
public record ClientRequest(
        String method, String target, Headers headers, byte[] body, Duration firstByte, Duration total) {
    /** A GET without fields of its own. */
    public static ClientRequest get(String target, Duration firstByte, Duration total) {
        return new ClientRequest("GET", target, Headers.empty(), new byte[0], firstByte, total);
    }

    /** The same request with one more header field. */
    public ClientRequest with(String name, String value) {
        return new ClientRequest(method, target, headers.plus(name, value), body, firstByte, total);
    }

    /** Whether sending it twice does no more than sending it once (RFC 9110, section 9.2.2). */
    public boolean isIdempotent() {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE" -> true;
            default -> false;
        };
    }
}
