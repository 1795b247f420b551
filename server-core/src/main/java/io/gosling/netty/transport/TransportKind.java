package io.gosling.netty.transport;

import java.util.Arrays;
import java.util.Locale;

/** The I/O mechanism that drives the sockets. */
public enum TransportKind {
    /** epoll on Linux, kqueue on macOS and BSD, the JDK's NIO where neither is there. */
    AUTO,
    NIO,
    EPOLL,
    KQUEUE;

    /**
     * Returns the kind of this name, such as {@code epoll}; case does not matter.
     *
     * @throws IllegalArgumentException naming the value and the choices
     */
    public static TransportKind parse(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "transport '" + name + "' is unknown; expected auto, nio, epoll or kqueue"));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
