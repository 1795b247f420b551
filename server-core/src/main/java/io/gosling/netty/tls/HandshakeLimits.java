package io.gosling.netty.tls;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Limits of a client's TLS handshake.
 *
 * @param timeout for the client's first message, and again for the rest of the handshake, 1 ms to 10 min; then the
 *     connection is closed
 * @param helloBytes longest first message, 512 B to 64 KiB; hybrid post-quantum key shares make it some 2 KiB
 * @param atATime handshakes of one listener under way, 1 to 1 000 000; a connection above it is closed at once
 */
public record HandshakeLimits(Duration timeout, int helloBytes, int atATime) {
    public HandshakeLimits {
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new IllegalArgumentException("timeout: " + timeout + " is out of bounds; expected 1 ms to 10 min");
        }
        Bounds.require("helloBytes", helloBytes, 512, 64 << 10);
        Bounds.require("atATime", atATime, 1, 1_000_000);
    }

    /** The defaults: 10 s, 16 KiB, 1000 at a time. */
    public static HandshakeLimits defaults() {
        return new HandshakeLimits(Duration.ofSeconds(10), 16 << 10, 1000);
    }
}
