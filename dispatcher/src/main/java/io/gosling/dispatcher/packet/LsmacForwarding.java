package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.session.SessionTable;

/**
 * LSMAC (Gan et al. 2000, section 3.1): back-ends have the cluster address themselves, so a client's packet only needs
 * another hardware address, and the back-end answers the client directly.
 *
 * <pre>
 * a client's packet: to its session's back-end; destination := that one's hardware address, source := the dispatcher's
 * </pre>
 *
 * <p>The source is rewritten too, as in the paper: a switch that saw the sender's here would look for it here.
 *
 * @param mac of the interface, 48 bits
 */
record LsmacForwarding(SessionTracker sessions, IpAddress cluster, long mac) implements PacketForwarding {
    @Override
    public boolean tcp(EthernetFrame frame, long nanos, int second) {
        return frame.isTo(cluster) && give(frame, sessions.of(frame, nanos, second));
    }

    /** Forwards an ICMP error to the session's back-end: it may give the path MTU. */
    @Override
    public boolean error(EthernetFrame frame) {
        return frame.isTo(cluster) && give(frame, sessions.ofQuoted(frame.quotation()));
    }

    private boolean give(EthernetFrame frame, int place) {
        if (place == SessionTable.NONE) {
            return false;
        }
        sessions.backend(place).give(frame, mac);
        return true;
    }
}
