package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.Frame;

/** The packet rewriting of a forwarding mode. */
interface Forwarding {
    /**
     * Rewrites a TCP packet for its next hop.
     *
     * @param second the time, in whole seconds
     * @return false when the packet is dropped, and was counted
     */
    boolean tcp(Frame frame, long nanos, int second);

    /** The same for an error of ICMP about such a packet, which is quoted in it. */
    boolean error(Frame frame);
}
