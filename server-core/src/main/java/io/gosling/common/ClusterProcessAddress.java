package io.gosling.common;

import java.net.InetSocketAddress;

/**
 * The address of a process that has proved by its certificate to be one of this cluster, or of the client that it has
 * named in a header of the PROXY protocol: what a front-end says about its clients is believed, as that of a trusted
 * proxy is. Immutable.
 *
 * <p>At {@code serving-port} the requests on such a connection are those of clients. So it allows what only processes of
 * the cluster may do at the peer port alone.
 */
public final class ClusterProcessAddress extends InetSocketAddress {
    private static final long serialVersionUID = 1;

    /** @param address resolved */
    public ClusterProcessAddress(InetSocketAddress address) {
        super(address.getAddress(), address.getPort());
    }
}
