package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.Frame;

/** What a mechanism does with a packet. */
interface Forwarding {
    /**
     * Rewrites a packet of TCP for whoever is to have it next.
     *
     * @param second the time, in whole seconds
     * @return false when it goes nowhere, and was counted so
     */
    boolean tcp(Frame frame, long nanos, int second);

    /** The same for an error of ICMP about such a packet, which is quoted in it. */
    boolean error(Frame frame);
}
