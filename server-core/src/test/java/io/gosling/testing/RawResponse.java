package io.gosling.testing;

import io.gosling.http.Headers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A response as it came over the wire. */
public record RawResponse(int status, String statusLine, Headers headers, byte[] body) {
    public @Nullable String header(String name) {
        return headers.first(name);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns true if the server says that it closes the connection. */
    public boolean saysClose() {
        return "close".equalsIgnoreCase(header("Connection"));
    }
}
