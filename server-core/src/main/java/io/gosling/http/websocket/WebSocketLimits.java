package io.gosling.http.websocket;

import io.gosling.common.BoundsCheck;
import java.time.Duration;

/**
 * Limits of one WebSocket. Immutable; every bound is checked when it is built.
 *
 * @param messageBytes the longest message that is accepted, 125 B to 1 GiB; a longer one ends the connection with 1009
 * @param ping interval between pings to the client, 10 ms to 1 h; a client that sends nothing for as long as the server
 *     waits for a request's body is disconnected, so it should be shorter than that
 */
public record WebSocketLimits(int messageBytes, Duration ping) {
    private static final int GIB = 1 << 30;

    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public WebSocketLimits {
        BoundsCheck.require("messageBytes", messageBytes, 125, GIB);
        if (ping.compareTo(Duration.ofMillis(10)) < 0 || ping.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("ping: " + ping + " is out of bounds; expected 10 ms to 1 h");
        }
    }

    /** The defaults: 64 KiB a message, a ping every 10 s. */
    public static WebSocketLimits defaults() {
        return new WebSocketLimits(64 << 10, Duration.ofSeconds(10));
    }
}
