package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.Frame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.QuotedPacket;
import io.gosling.dispatcher.packet.session.SessionTable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * LSNAT with port translation (RFC 2391, LS-NAPT), for back-ends whose answers would not pass here by themselves:
 * toward them a client is a port of the cluster address, so that is where they answer.
 *
 * <pre>
 * a client's packet: to its session's back-end;
 *   destination := that one, source := the cluster address, the session's port
 * a back-end's packet, to such a port: source := the cluster address, the service's port; destination := the client
 * </pre>
 *
 * <p>A session remembers its port, by its index plus one, where without translation it remembers its neighbour, which
 * is kept with the port; a port is released when its session is dropped.
 */
final class Lsnapt implements PacketForwarding {
    private static final Logger log = System.getLogger(Lsnapt.class.getName());
    private static final long COMPLAINT_NANOS = Duration.ofMinutes(1).toNanos();

    private final SessionTracker sessions;
    private final IpAddress cluster;
    private final long mac;
    private final EndpointTable endpoints;
    private final PortTranslation range;
    private final TranslatedPorts ports;
    private final ClientHardwareAddresses neighbours = new ClientHardwareAddresses();
    private long complainedNanos;
    private boolean complained;

    /** Creates the mode; {@code mac} has 48 bits, {@code endpoints} all back-ends and services. */
    Lsnapt(
            SessionTracker sessions,
            IpAddress cluster,
            long mac,
            EndpointTable endpoints,
            PortTranslation range,
            TranslatedPorts ports) {
        this.sessions = sessions;
        this.cluster = cluster;
        this.mac = mac;
        this.endpoints = endpoints;
        this.range = range;
        this.ports = ports;
    }

    @Override
    public boolean tcp(Frame frame, long nanos, int second) {
        if (!frame.isTo(cluster)) {
            return false;
        }
        return range.has(frame.destinationPort()) ? toClient(frame, second) : toBackend(frame, nanos, second);
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
        int neighbour = neighbours.of(frame.sourceMac());
        if (neighbour < 0) {
            sessions.drop(DropReason.NEIGHBOURS);
            return false;
        }
        int index = port(frame, place);
        if (index == TranslatedPorts.NONE) {
            sessions.table.end(place);
            exhausted(nanos);
            return false;
        }
        PacketBackend backend = sessions.backend(place);
        ports.neighbour(backend.index, index, neighbour);
        frame.disguise(cluster.high(), cluster.low(), range.first() + index);
        backend.translate(frame, mac);
        return true;
    }

    private int port(Frame frame, int place) {
        SessionTable table = sessions.table;
        int known = table.neighbour(place) - 1;
        if (known >= 0) {
            return known;
        }
        int index = ports.take(
                table.backend(place),
                sessions.service(frame.destinationPort()),
                frame.sourceHigh(),
                frame.sourceLow(),
                frame.sourcePort());
        if (index != TranslatedPorts.NONE) {
            table.neighbour(place, index + 1);
        }
        return index;
    }

    private void exhausted(long nanos) {
        sessions.drop(DropReason.EXHAUSTED);
        if (!complained || nanos - complainedNanos >= COMPLAINT_NANOS) {
            complained = true;
            complainedNanos = nanos;
            log.log(
                    Level.WARNING,
                    "all {0} ports that stand for clients of a back-end are taken; name more, or have ended sessions"
                            + " forgotten sooner",
                    range.ports());
        }
    }

    private boolean toClient(Frame frame, int second) {
        int found = endpoints.find(frame.sourceHigh(), frame.sourceLow(), frame.sourcePort());
        int index = frame.destinationPort() - range.first();
        int place = found < 0 ? SessionTable.NONE : place(found, index);
        if (place == SessionTable.NONE) {
            sessions.drop(DropReason.NO_SESSION);
            return false;
        }
        if (!sessions.hop(frame)) {
            return false;
        }
        int backend = EndpointTable.backend(found);
        sessions.back(place, frame.tcpFlags(), second);
        frame.disguise(cluster.high(), cluster.low(), sessions.port(EndpointTable.service(found)));
        frame.redirect(ports.high(backend, index), ports.low(backend, index), ports.port(backend, index));
        sessions.backend(place).takeBack(frame, neighbours.mac(ports.neighbour(backend, index)), mac);
        return true;
    }

    /** The session of a back-end's end and a port, or {@link SessionTable#NONE}. */
    private int place(int found, int index) {
        int backend = EndpointTable.backend(found);
        int service = EndpointTable.service(found);
        if (!ports.isTaken(backend, index) || ports.service(backend, index) != service) {
            return SessionTable.NONE;
        }
        int place = sessions.table.find(
                service, ports.high(backend, index), ports.low(backend, index), ports.port(backend, index));
        boolean its = place != SessionTable.NONE
                && sessions.table.backend(place) == backend
                && sessions.table.neighbour(place) == index + 1;
        return its ? place : SessionTable.NONE;
    }

    @Override
    public boolean error(Frame frame) {
        if (!frame.isTo(cluster)) {
            return false;
        }
        boolean toClient =
                frame.quotation().isFrom(cluster) && range.has(frame.quotation().sourcePort());
        return toClient ? errorToClient(frame) : errorToBackend(frame);
    }

    private boolean errorToBackend(Frame frame) {
        QuotedPacket quoted = frame.quotation();
        int place = sessions.ofQuoted(quoted);
        int index = place == SessionTable.NONE ? -1 : sessions.table.neighbour(place) - 1;
        if (index < 0 || !sessions.hop(frame)) {
            return false;
        }
        sessions.backend(place).translateError(frame, quoted.sourcePort(), mac);
        frame.quoteDestination(cluster.high(), cluster.low(), range.first() + index);
        return true;
    }

    private boolean errorToClient(Frame frame) {
        QuotedPacket quoted = frame.quotation();
        int found = endpoints.find(quoted.destinationHigh(), quoted.destinationLow(), quoted.destinationPort());
        int index = quoted.sourcePort() - range.first();
        int place = found < 0 ? SessionTable.NONE : place(found, index);
        if (place == SessionTable.NONE) {
            sessions.drop(DropReason.NO_SESSION);
            return false;
        }
        if (!sessions.hop(frame)) {
            return false;
        }
        int backend = EndpointTable.backend(found);
        long high = ports.high(backend, index);
        long low = ports.low(backend, index);
        frame.errorFrom(cluster.high(), cluster.low());
        frame.errorTo(high, low);
        frame.quoteSource(high, low, ports.port(backend, index));
        frame.quoteDestination(cluster.high(), cluster.low(), sessions.port(EndpointTable.service(found)));
        sessions.backend(place).takeBack(frame, neighbours.mac(ports.neighbour(backend, index)), mac);
        return true;
    }
}
