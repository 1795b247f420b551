package io.gosling.tools.load;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The addresses that load may be put on: this machine, private networks (RFC 1918, RFC 4193) and link-local addresses
 * (RFC 3927, RFC 4291), or any if the caller allows it.
 */
record LoadTargetAddressCheck(boolean anywhere) {
    /**
     * Resolves a host to the one address that is then connected to, so that a name whose meaning changes does not lead
     * elsewhere.
     *
     * @throws IllegalArgumentException when it may not be asked, or the name means nothing
     */
    InetAddress resolve(String host) {
        InetAddress[] all;
        try {
            all = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host '" + host + "' is not known; expected one with an address", e);
        }
        return Arrays.stream(all)
                .filter(this::allows)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(host + " is " + all[0].getHostAddress()
                        + ", which is neither this machine nor in a private network; load is put on others only with"
                        + " --anywhere, by who may do so"));
    }

    boolean allows(InetAddress address) {
        return anywhere || isNear(address);
    }

    private static boolean isNear(InetAddress address) {
        if (address.isLoopbackAddress() || address.isLinkLocalAddress()) {
            return true;
        }
        // The site-local addresses of IPv6 (fec0::/10) were given up by RFC 3879.
        return address instanceof Inet6Address
                ? (address.getAddress()[0] & 0xFE) == 0xFC
                : address.isSiteLocalAddress();
    }
}
