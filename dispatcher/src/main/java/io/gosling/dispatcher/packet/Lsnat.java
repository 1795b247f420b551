package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.Frame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.QuotedPacket;
import io.gosling.dispatcher.packet.session.SessionTable;

/**
 * LSNAT (RFC 2391; Gan et al. 2000, section 3.2): only the dispatcher has the cluster address. Packets for it get the
 * address of a back-end, and the back-end's packets, which pass here on their way to the client, get the cluster
 * address.
 *
 * <pre>
 * a client's packet: to its session's back-end; destination := that one's address, and port if it has another
 * a back-end's packet: of a session that it has; source := the cluster address, and the service's port
 * </pre>
 *
 * <p>Checksums follow by the difference (RFC 1624). A packet has one hop less, as at every router: two that were
 * configured to give each other packets would do so forever. Packets to a client go to the hardware address that its
 * last packet came from.
 *
 * @param mac of the interface, 48 bits
 * @param endpoints all back-ends and services
 */
record Lsnat(
        SessionTracker sessions,
        IpAddress cluster,
        long mac,
        EndpointTable endpoints,
        ClientHardwareAddresses neighbours)
        implements PacketForwarding {
    @Override
    public boolean tcp(Frame frame, long nanos, int second) {
        return frame.isTo(cluster) ? toBackend(frame, nanos, second) : toClient(frame, second);
    }

    private boolean toBackend(Frame frame, long nanos, int second) {
        // First of all, so that what goes no further begins nothing.
        if (!sessions.hop(frame)) {
            return false;
        }
        int place = sessions.of(frame, nanos, second);
        if (place == SessionTable.NONE) {
            return false;
        }
        // Learnt only for clients with a session: no other address is needed.
        int neighbour = neighbours.of(frame.sourceMac());
        if (neighbour < 0) {
            sessions.drop(DropReason.NEIGHBOURS);
            return false;
        }
        sessions.table.neighbour(place, neighbour);
        sessions.backend(place).translate(frame, mac);
        return true;
    }

    private boolean toClient(Frame frame, int second) {
        int found = endpoints.find(frame.sourceHigh(), frame.sourceLow(), frame.sourcePort());
        if (found < 0) {
            // A connection of the back-end's own: the filter goes by addresses.
            return false;
        }
        int service = EndpointTable.service(found);
        int place =
                sessions.table.find(service, frame.destinationHigh(), frame.destinationLow(), frame.destinationPort());
        if (place == SessionTable.NONE || sessions.table.backend(place) != EndpointTable.backend(found)) {
            sessions.drop(DropReason.NO_SESSION);
            return false;
        }
        if (!sessions.hop(frame)) {
            return false;
        }
        sessions.back(place, frame.tcpFlags(), second);
        frame.disguise(cluster.high(), cluster.low(), sessions.port(service));
        takeBack(frame, place);
        return true;
    }

    private void takeBack(Frame frame, int place) {
        sessions.backend(place).takeBack(frame, neighbours.mac(sessions.table.neighbour(place)), mac);
    }

    @Override
    public boolean error(Frame frame) {
        return frame.isTo(cluster) ? errorToBackend(frame) : errorToClient(frame);
    }

    private boolean errorToBackend(Frame frame) {
        int place = sessions.ofQuoted(frame.quotation());
        if (place == SessionTable.NONE || !sessions.hop(frame)) {
            return false;
        }
        sessions.backend(place).translateError(frame, frame.quotation().sourcePort(), mac);
        return true;
    }

    /** Translates an error about a packet to a back-end, for the sender of that packet. */
    private boolean errorToClient(Frame frame) {
        QuotedPacket quoted = frame.quotation();
        int found = endpoints.find(quoted.destinationHigh(), quoted.destinationLow(), quoted.destinationPort());
        boolean toItsSender =
                frame.destinationLow() == quoted.sourceLow() && frame.destinationHigh() == quoted.sourceHigh();
        int place = found < 0 || !toItsSender
                ? SessionTable.NONE
                : sessions.table.find(
                        EndpointTable.service(found), quoted.sourceHigh(), quoted.sourceLow(), quoted.sourcePort());
        if (place == SessionTable.NONE || sessions.table.backend(place) != EndpointTable.backend(found)) {
            return false;
        }
        if (!sessions.hop(frame)) {
            return false;
        }
        frame.errorFrom(cluster.high(), cluster.low());
        frame.quoteDestination(cluster.high(), cluster.low(), sessions.port(EndpointTable.service(found)));
        takeBack(frame, place);
        return true;
    }
}
