package io.gosling.http.websocket;

import java.time.Duration;

/**
 * What one WebSocket may take. Immutable; every bound is checked when it is built.
 *
 * @param messageBytes the longest message that is taken, 125 B to 1 GiB; a longer one ends the connection with 1009
 * @param ping how often the client is asked whether it is still there, 10 ms to 1 h; one that says nothing for as long as
 *     the server waits for a request's body is cut off, so it should be shorter than that
 */
public record WebSocketLimits(int messageBytes, Duration ping) {
    private static final int GIB = 1 << 30;

    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public WebSocketLimits {
        if (messageBytes < 125 || messageBytes > GIB) {
            throw new IllegalArgumentException(
                    "messageBytes: " + messageBytes + " is out of bounds; expected 125 to " + GIB);
        }
        if (ping.compareTo(Duration.ofMillis(10)) < 0 || ping.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("ping: " + ping + " is out of bounds; expected 10 ms to 1 h");
        }
    }

    /** 64 KiB a message, a ping every 10 s. */
    public static WebSocketLimits defaults() {
        return new WebSocketLimits(64 << 10, Duration.ofSeconds(10));
    }
}
