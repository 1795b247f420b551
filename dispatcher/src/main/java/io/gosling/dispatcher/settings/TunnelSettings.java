package io.gosling.dispatcher.settings;

import io.gosling.common.Bounds;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * Settings of exchanges without a foreseeable end: connections that change their protocol, and event streams.
 *
 * @param protocols to which a connection may change, in small letters; empty for none
 * @param idle between two pieces, 1 ms to 7 days; then both connections are closed
 * @param counted whether policies count tunnels and event streams as load; they never count for the admission limit
 * @param most open at a time, 0 to 10 000 000; further ones are answered 503
 * @param mostEach the same on each back-end
 */
public record TunnelSettings(Set<String> protocols, Duration idle, boolean counted, int most, int mostEach) {
    private static final int USUAL_MOST = 10_000;

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
        Bounds.requireIso("tunnel idle time-out", idle, Duration.ofMillis(1), Duration.ofDays(7));
        Bounds.require("most of what lasts", most, 0, 10_000_000);
        Bounds.require("most of what lasts on a back-end", mostEach, 0, 10_000_000);
    }

    /** With 10 000 in all, and as many on each back-end. */
    public TunnelSettings(Set<String> protocols, Duration idle, boolean counted) {
        this(protocols, idle, counted, USUAL_MOST, USUAL_MOST);
    }

    /** These settings with other bounds of how many there are. */
    public TunnelSettings withMost(int inAll, int onEach) {
        return new TunnelSettings(protocols, idle, counted, inAll, onEach);
    }

    /** WebSocket, 1 h, counted, 10 000. */
    public static TunnelSettings defaults() {
        return new TunnelSettings(Set.of("websocket"), Duration.ofHours(1), true);
    }
}
