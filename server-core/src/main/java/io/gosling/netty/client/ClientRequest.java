package io.gosling.netty.client;

import io.gosling.http.Headers;
import io.gosling.netty.limits.StreamingMediaTypes;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to send with {@link HttpClient}.
 *
 * @param target path and query as they go on the wire
 * @param headers without Host and Content-Length, which the client adds
 * @param body the bytes to send, empty for none; not copied
 * @param firstByte timeout for the response's header, from the moment the request is written
 * @param progress timeout for the next bytes of the response's body while it is being read
 * @param total timeout of the whole, body included
 * @param streams the responses that have other timeouts; null for none
 */
public record ClientRequest(
        String method,
        String target,
        Headers headers,
        byte[] body,
        Duration firstByte,
        Duration progress,
        Duration total,
        @Nullable Streams streams) {
    /**
     * Responses that last: bodies of these types without a length, and the bytes of another protocol after 101, which
     * is accepted where the request names it in {@code Upgrade}. They may take any time in all.
     *
     * @param pause timeout for the next bytes
     */
    public record Streams(StreamingMediaTypes types, Duration pause) {}

    /** A request whose body may pause as long as the whole may take. */
    public ClientRequest(
            String method, String target, Headers headers, byte[] body, Duration firstByte, Duration total) {
        this(method, target, headers, body, firstByte, total, total, null);
    }

    /** Returns true if a 101 with this {@code Upgrade} grants what was requested. */
    boolean isGrantedBy(List<String> upgrade) {
        String asked = streams == null ? null : headers.first("Upgrade");
        return asked != null
                && upgrade.size() == 1
                && asked.equalsIgnoreCase(upgrade.getFirst().strip());
    }

    /** Returns true if sending it twice does no more than sending it once (RFC 9110, section 9.2.2). */
    public boolean isIdempotent() {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE" -> true;
            default -> false;
        };
    }
}
