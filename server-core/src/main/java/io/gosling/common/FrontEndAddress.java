package io.gosling.common;

import java.net.InetSocketAddress;

/**
 * The address of a front-end that has proved to be one of this cluster: what it says about its clients is believed,
 * as that of a trusted proxy is. Immutable.
 */
public final class FrontEndAddress extends InetSocketAddress {
    private static final long serialVersionUID = 1;

    /** @param address resolved, of the front-end's end of the connection */
    public FrontEndAddress(InetSocketAddress address) {
        super(address.getAddress(), address.getPort());
    }
}
