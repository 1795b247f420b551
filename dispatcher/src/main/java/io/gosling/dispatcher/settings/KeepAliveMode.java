package io.gosling.dispatcher.settings;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Treatment of a persistent connection after the request with which it was handed off (Aron, Druschel and Zwaenepoel
 * 1999, section 3).
 */
public enum KeepAliveMode {
    /** It stays with its node, which answers everything by its own means. */
    SINGLE,
    /** It comes back with a request for an object that its node would have to fetch, and the policy chooses again. */
    MULTIPLE,
    /** It stays with its node, which fetches objects from other nodes that have them. */
    FORWARD;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static KeepAliveMode named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    public static List<String> names() {
        return Stream.of(values()).map(KeepAliveMode::label).toList();
    }
}
