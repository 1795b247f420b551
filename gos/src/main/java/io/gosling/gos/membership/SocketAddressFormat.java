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
        if (text == null) {
            return null;
        }
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            return null;
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            String host = text.substring(0, colon);
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            return port < 1 || port > 65_535 ? null : new InetSocketAddress(InetAddress.ofLiteral(host), port);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
