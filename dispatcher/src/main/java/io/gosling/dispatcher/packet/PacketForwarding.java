package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.EthernetFrame;

/** The packet rewriting of a forwarding mode. */
interface PacketForwarding {
    boolean tcp(EthernetFrame frame, long nanos, int second);

    /** Rewrites an ICMP error that quotes such a packet. */
    boolean error(EthernetFrame frame);
}
