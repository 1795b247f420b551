package io.gosling.dispatcher.settings;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What becomes of a persistent connection behind the request with which it was handed over (Aron, Druschel and Zwaenepoel 1999,
 * section 3).
 */
public enum KeepAliveMode {
    /** It stays with its node, which answers everything by its own means. */
    SINGLE,
    /** It comes back, with a request that its node would have to fetch, and the policy chooses again. */
    MULTIPLE,
    /** It stays with its node, which fetches from others what they have. */
    FORWARD;

    /** The name in settings. */
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

    /** All of them by name. */
    public static List<String> names() {
        return Stream.of(values()).map(KeepAliveMode::label).toList();
    }
}
