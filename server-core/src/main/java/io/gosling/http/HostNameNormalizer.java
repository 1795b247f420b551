package io.gosling.http;

import io.netty.util.NetUtil;
import java.net.IDN;
import java.net.InetAddress;
import java.util.Locale;

/**
 * The canonical form of a host, by which hosts are compared whoever has written them: in lower case, without the dot at
 * the end of a name, names in other scripts by IDNA (RFC 3490), addresses of IPv6 by RFC 5952. Pure.
 */
public final class HostNameNormalizer {
    private HostNameNormalizer() {}

    /** Returns the canonical form of a host that may be followed by a port, without the port. */
    public static String of(String hostAndPort) {
        return canonical(hostAndPort.substring(0, end(hostAndPort)));
    }

    /** Returns where the host ends and the port begins with its colon. */
    public static int end(String hostAndPort) {
        int colon = hostAndPort.indexOf(':', hostAndPort.lastIndexOf(']') + 1);
        return colon < 0 ? hostAndPort.length() : colon;
    }

    /** Returns the canonical form of a host without a port; a name that has none in ASCII stays as it is. */
    public static String canonical(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        if (lower.startsWith("[") && lower.endsWith("]")) {
            InetAddress address = NetUtil.createInetAddressFromIpAddressString(lower.substring(1, lower.length() - 1));
            return address == null ? lower : "[" + NetUtil.toAddressString(address) + "]";
        }
        String name = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        try {
            return HeaderSyntax.isAscii(name) ? name : IDN.toASCII(name).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }
}
