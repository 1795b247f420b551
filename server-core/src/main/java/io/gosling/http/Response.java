package io.gosling.http;

import io.gosling.document.Body;
import org.jspecify.annotations.Nullable;

/**
 * A response as a value: {@code Content-Length} follows from the body; {@code Date} and connection management are the
 * server's business.
 *
 * @param body the bytes, or null for none
 */
public record Response(
        int status, Headers headers, @Nullable Body body) {}
