package io.gosling.dispatcher.packet;

/** The two dispatchers of Gan et al. 2000. */
public enum PacketForwardingMode {
    /** By hardware addresses: layer 2. */
    LSMAC,
    /** By addresses of IP: layer 3. */
    LSNAT
}
