package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IcmpQuotedPacket;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.session.SessionTable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * LSNAT (RFC 2391; Gan et al. 2000, section 3.2): only the dispatcher has the cluster address. Packets for it get the
 * address of a back-end, and the back-end's packets, which pass here on their way to the client, get the cluster
 * address. With port translation (LS-NAPT), for back-ends whose answers would not pass here by themselves, a client is
 * a port of the cluster address toward them, so that is where they answer.
 *
 * <pre>
 * a client's packet: to its session's back-end; destination := that one's address, and port if it has another
 *   translated: source := the cluster address, the session's port
 * a back-end's packet: of a session that it has; source := the cluster address, and the service's port
 *   translated: to such a port; destination := the client
 * </pre>
 *
 * <p>Checksums follow by the difference (RFC 1624). A packet has one hop less, as at every router: two that were
 * configured to give each other packets would do so forever. Packets to a client go to the hardware address that its
 * last packet came from, its neighbour, which the session remembers. A translated session remembers its port instead,
 * by its index plus one, and the neighbour is kept with the port; a port is released when its session is dropped.
 */
final class LsnatForwarding implements PacketForwarding {
    private static final Logger log = System.getLogger(LsnatForwarding.class.getName());
    private static final long COMPLAINT_NANOS = Duration.ofMinutes(1).toNanos();

    private final SessionTracker sessions;
    private final IpAddress cluster;
    private final long mac;
    private final EndpointTable endpoints;
    private final TranslationPortRange range;
    /** Null without translation. */
    private final @Nullable PortTranslationTable ports;

    private final ClientHardwareAddresses neighbours = new ClientHardwareAddresses();
    private long complainedNanos;
    private boolean complained;

    /** Creates the mode; {@code mac} has 48 bits, {@code endpoints} all back-ends and services. */
    LsnatForwarding(
            SessionTracker sessions,
            PacketSettings settings,
            long mac,
            EndpointTable endpoints,
            @Nullable PortTranslationTable ports) {
        this.sessions = sessions;
        this.cluster = settings.cluster();
        this.mac = mac;
        this.endpoints = endpoints;
        this.range = settings.translation();
        this.ports = ports;
    }

    @Override
    public boolean tcp(EthernetFrame frame, long nanos, int second) {
        boolean here = frame.isTo(cluster);
        if (here && !range.has(frame.destinationPort())) {
            return toBackend(frame, nanos, second);
        }
        return here == range.isOn() && toClient(frame, second);
    }

    private boolean toBackend(EthernetFrame frame, long nanos, int second) {
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
            return sessions.drop(DropReason.NEIGHBOURS);
        }
        PacketBackend backend = sessions.backend(place);
        if (ports == null) {
            sessions.table.neighbour(place, neighbour);
        } else {
            int index = port(ports, frame, place);
            if (index == PortTranslationTable.NONE) {
                sessions.table.end(place);
                return exhausted(nanos);
            }
            ports.neighbour(backend.index, index, neighbour);
            frame.disguise(cluster.high(), cluster.low(), range.first() + index);
        }
        backend.translate(frame, mac);
        return true;
    }

    private int port(PortTranslationTable all, EthernetFrame frame, int place) {
        SessionTable table = sessions.table;
        int known = table.neighbour(place) - 1;
        if (known >= 0) {
            return known;
        }
        int index = all.take(
                table.backend(place),
                sessions.service(frame.destinationPort()),
                frame.sourceHigh(),
                frame.sourceLow(),
                frame.sourcePort());
        if (index != PortTranslationTable.NONE) {
            table.neighbour(place, index + 1);
        }
        return index;
    }

    private boolean exhausted(long nanos) {
        if (!complained || nanos - complainedNanos >= COMPLAINT_NANOS) {
            complained = true;
            complainedNanos = nanos;
            log.log(
                    Level.WARNING,
                    "all {0} ports that stand for clients of a back-end are taken; name more, or have ended sessions"
                            + " forgotten sooner",
                    range.ports());
        }
        return sessions.drop(DropReason.EXHAUSTED);
    }

    private boolean toClient(EthernetFrame frame, int second) {
        int found = endpoints.find(frame.sourceHigh(), frame.sourceLow(), frame.sourcePort());
        if (found < 0 && ports == null) {
            // A connection of the back-end's own: the filter goes by addresses.
            return false;
        }
        int place = place(found, frame.destinationHigh(), frame.destinationLow(), frame.destinationPort());
        if (place == SessionTable.NONE) {
            return sessions.drop(DropReason.NO_SESSION);
        }
        if (!sessions.hop(frame)) {
            return false;
        }
        sessions.back(place, frame.tcpFlags(), second);
        frame.disguise(cluster.high(), cluster.low(), sessions.port(EndpointTable.service(found)));
        if (ports != null) {
            int backend = EndpointTable.backend(found);
            int index = sessions.table.neighbour(place) - 1;
            frame.redirect(ports.high(backend, index), ports.low(backend, index), ports.port(backend, index));
        }
        takeBack(frame, place);
        return true;
    }

    /** The session of a back-end's end and of a client's, or of the port that stands for it; or none. */
    private int place(int found, long high, long low, int port) {
        if (found < 0) {
            return SessionTable.NONE;
        }
        int backend = EndpointTable.backend(found);
        int service = EndpointTable.service(found);
        SessionTable table = sessions.table;
        if (ports == null) {
            int place = table.find(service, high, low, port);
            return place != SessionTable.NONE && table.backend(place) == backend ? place : SessionTable.NONE;
        }
        int index = port - range.first();
        if (ports.service(backend, index) != service) {
            return SessionTable.NONE;
        }
        int place =
                table.find(service, ports.high(backend, index), ports.low(backend, index), ports.port(backend, index));
        boolean its =
                place != SessionTable.NONE && table.backend(place) == backend && table.neighbour(place) == index + 1;
        return its ? place : SessionTable.NONE;
    }

    private void takeBack(EthernetFrame frame, int place) {
        PacketBackend backend = sessions.backend(place);
        int kept = sessions.table.neighbour(place);
        int neighbour = ports == null ? kept : ports.neighbour(backend.index, kept - 1);
        backend.takeBack(frame, neighbours.mac(neighbour), mac);
    }

    @Override
    public boolean error(EthernetFrame frame) {
        IcmpQuotedPacket quoted = frame.quotation();
        boolean here = frame.isTo(cluster);
        boolean aboutTranslated = here && quoted.isFrom(cluster) && range.has(quoted.sourcePort());
        if (here && !aboutTranslated) {
            return errorToBackend(frame, quoted);
        }
        return here == range.isOn() && errorToClient(frame, quoted);
    }

    private boolean errorToBackend(EthernetFrame frame, IcmpQuotedPacket quoted) {
        int place = sessions.ofQuoted(quoted);
        int index = place == SessionTable.NONE ? -1 : sessions.table.neighbour(place) - 1;
        if (place == SessionTable.NONE || (ports != null && index < 0) || !sessions.hop(frame)) {
            return false;
        }
        sessions.backend(place).translateError(frame, quoted.sourcePort(), mac);
        if (ports != null) {
            frame.quoteDestination(cluster.high(), cluster.low(), range.first() + index);
        }
        return true;
    }

    /** Translates an error about a packet to a back-end, for the sender of that packet. */
    private boolean errorToClient(EthernetFrame frame, IcmpQuotedPacket quoted) {
        int found = endpoints.find(quoted.destinationHigh(), quoted.destinationLow(), quoted.destinationPort());
        if (ports == null
                && (frame.destinationLow() != quoted.sourceLow() || frame.destinationHigh() != quoted.sourceHigh())) {
            return false;
        }
        int place = place(found, quoted.sourceHigh(), quoted.sourceLow(), quoted.sourcePort());
        if (place == SessionTable.NONE) {
            return ports != null && sessions.drop(DropReason.NO_SESSION);
        }
        if (!sessions.hop(frame)) {
            return false;
        }
        frame.errorFrom(cluster.high(), cluster.low());
        if (ports != null) {
            int backend = EndpointTable.backend(found);
            int index = sessions.table.neighbour(place) - 1;
            frame.errorTo(ports.high(backend, index), ports.low(backend, index));
            frame.quoteSource(ports.high(backend, index), ports.low(backend, index), ports.port(backend, index));
        }
        frame.quoteDestination(cluster.high(), cluster.low(), sessions.port(EndpointTable.service(found)));
        takeBack(frame, place);
        return true;
    }
}
