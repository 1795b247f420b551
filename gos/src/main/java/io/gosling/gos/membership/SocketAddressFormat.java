package io.gosling.gos.membership;

import io.gosling.settings.HostPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Addresses as {@code 10.0.0.1:4676} and {@code [fe80::1]:4676}. */
public final class SocketAddressFormat {
    private SocketAddressFormat() {}

    public static String text(InetSocketAddress address) {
        return HostPort.of(address).toString();
    }

    /** The address in such a text, without asking a name server; null when it is none. */
    public static @Nullable InetSocketAddress parse(@Nullable String text) {
        try {
            HostPort parts = HostPort.parse(String.valueOf(text));
            return parts.port() == 0 ? null : new InetSocketAddress(InetAddress.ofLiteral(parts.host()), parts.port());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
