package io.gosling.dispatcher;

import io.gosling.dispatcher.health.Bounds;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * What lasts: connections that change their protocol, and answers that are streams of events.
 *
 * @param protocols to which a connection may change, in small letters; empty for none
 * @param idle between two pieces, 1 ms to 7 days; then both connections are closed
 * @param counted whether policies count what lasts as load; it never counts for the admission limit
 */
public record TunnelSettings(Set<String> protocols, Duration idle, boolean counted) {
    public TunnelSettings {
        for (String protocol : protocols) {
            if (!protocol.matches("[!#$%&'*+.^_`|~a-z0-9/-]{1,64}")) {
                throw new IllegalArgumentException("a protocol to change to is \"" + protocol
                        + "\"; expected a name such as websocket, in small letters");
            }
            if (protocol.toLowerCase(Locale.ROOT).matches("h2c|tls/.*|http/.*")) {
                throw new IllegalArgumentException("a protocol to change to is \"" + protocol
                        + "\", in which requests would pass unseen; expected another one, such as websocket");
            }
        }
        protocols = Set.copyOf(protocols);
        Bounds.require("tunnel idle time-out", idle, Duration.ofMillis(1), Duration.ofDays(7));
    }

    /** WebSocket, 1 h, counted. */
    public static TunnelSettings defaults() {
        return new TunnelSettings(Set.of("websocket"), Duration.ofHours(1), true);
    }
}
