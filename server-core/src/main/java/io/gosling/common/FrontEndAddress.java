package io.gosling.common;

import java.net.InetSocketAddress;

/**
 * The address of a front-end that has proved to be one of this cluster, or of the client that it has named in a header
 * of the PROXY protocol: what it says about its clients is believed, as that of a trusted proxy is. Immutable.
 */
public final class FrontEndAddress extends InetSocketAddress {
    private static final long serialVersionUID = 1;

    /** @param address resolved */
    public FrontEndAddress(InetSocketAddress address) {
        super(address.getAddress(), address.getPort());
    }
}
