package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IcmpQuotedPacket;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.dispatcher.packet.session.SessionTable.State;

/**
 * Assigns clients' packets to sessions: the part that LSMAC and LSNAT have in common (Gan et al. 2000, section 3.1).
 * The first packet of a session has SYN and no ACK; its end has FIN and ACK, or RST.
 *
 * <p>Belongs to the dispatcher's thread.
 */
final class SessionTracker {
    private static final int CLIENT = 1;
    private static final int SERVER = 2;
    private static final int ANSWERED = 4;

    final SessionTable table;
    final PacketBackends backends;
    private final IpAddress cluster;
    private final int[] ports;
    /** The sides whose FIN ends a session: both where both are seen. */
    private final int ending;

    /** True if unknown sessions may be forwarded by the policy. */
    private final boolean resumes;

    final SingleWriterCounters dropped = new SingleWriterCounters(DropReason.values().length);

    SessionTracker(SessionTable table, PacketBackends backends, PacketSettings settings) {
        this.table = table;
        this.backends = backends;
        this.cluster = settings.cluster();
        this.ports = settings.get(PacketSettings.PORTS).stream()
                .mapToInt(Integer::intValue)
                .toArray();
        this.ending = settings.mode() == PacketForwardingMode.LSNAT ? CLIENT | SERVER : CLIENT;
        this.resumes = backends.stateless && !settings.translation().isOn();
    }

    /** Counts a drop; returns false. */
    boolean drop(DropReason why) {
        dropped.add(why.ordinal(), 1);
        return false;
    }

    private int none(DropReason why) {
        drop(why);
        return SessionTable.NONE;
    }

    boolean hop(EthernetFrame frame) {
        return frame.hop() || drop(DropReason.HOPS);
    }

    int service(int port) {
        for (int at = 0; at < ports.length; at++) {
            if (ports[at] == port) {
                return at;
            }
        }
        return -1;
    }

    int port(int service) {
        return ports[service];
    }

    PacketBackend backend(int place) {
        return backends.at(table.backend(place));
    }

    /** Returns the place of a client's session, or {@link SessionTable#NONE} with a counted drop. */
    int of(EthernetFrame frame, long nanos, int second) {
        int service = service(frame.destinationPort());
        if (service < 0) {
            return none(DropReason.NO_PORT);
        }
        int flags = frame.tcpFlags();
        int place = table.find(service, frame.sourceHigh(), frame.sourceLow(), frame.sourcePort());
        if ((flags & (EthernetFrame.SYN | EthernetFrame.ACK | EthernetFrame.RST | EthernetFrame.FIN))
                == EthernetFrame.SYN) {
            return opened(frame, service, place, nanos, second);
        }
        if (place != SessionTable.NONE) {
            return gone(place, flags, second);
        }
        return resumes && (flags & EthernetFrame.RST) == 0 && backends.settled(nanos)
                ? begun(frame, service, nanos, second)
                : none(DropReason.NO_SESSION);
    }

    /** Returns the place of a quoted packet's session, or {@link SessionTable#NONE} with a counted drop. */
    int ofQuoted(IcmpQuotedPacket quoted) {
        int service = service(quoted.sourcePort());
        int place = service < 0 || !quoted.isFrom(cluster)
                ? SessionTable.NONE
                : table.find(service, quoted.destinationHigh(), quoted.destinationLow(), quoted.destinationPort());
        return place == SessionTable.NONE ? none(DropReason.NO_SESSION) : place;
    }

    private int opened(EthernetFrame frame, int service, int place, long nanos, int second) {
        if (place == SessionTable.NONE) {
            return begun(frame, service, nanos, second);
        }
        State state = table.state(place);
        if (backend(place).server() == null || state == State.CLOSING && bothEnd()) {
            table.end(place);
            return begun(frame, service, nanos, second);
        }
        if (state == State.CLOSING || state == State.RESET) {
            // The end may have been forged: the back-end knows, and accepts the SYN or refuses it (RFC 5961).
            table.reopen(place, second);
            backends.open(table.backend(place));
        } else {
            table.touch(place, second);
        }
        return place;
    }

    private boolean bothEnd() {
        return ending == (CLIENT | SERVER);
    }

    private int begun(EthernetFrame frame, int service, long nanos, int second) {
        long high = frame.sourceHigh();
        long low = frame.sourceLow();
        int port = frame.sourcePort();
        if (!IpAddress.maySend(high, low) || (low == cluster.low() && high == cluster.high())) {
            // A back-end would answer a group, or the cluster itself.
            return none(DropReason.MALFORMED);
        }
        PacketBackend chosen = backends.choose(target(service, high, low, port), nanos);
        return chosen == null
                ? none(DropReason.NO_BACKEND)
                : table.begin(service, high, low, port, chosen.index, 0, second);
    }

    /** The routing key of a session, equal at every dispatcher. */
    private static long target(int service, long high, long low, int port) {
        return low ^ high * 0x9E3779B97F4A7C15L ^ (long) service << 32 ^ (long) port << 48;
    }

    private int gone(int place, int flags, int second) {
        if ((flags & EthernetFrame.RST) != 0) {
            reset(place, second);
            return place;
        }
        int there = place;
        State state = table.state(place);
        if ((state == State.HALF_OPEN || state == State.RESET) && isReal(place)) {
            there = table.establish(place, second);
            if (state == State.RESET && table.state(there) == State.ESTABLISHED) {
                backends.begin(table.backend(there));
            }
        } else {
            table.touch(place, second);
        }
        ends(there, flags, CLIENT, second);
        return there;
    }

    /** Returns true if the session is confirmed, by the server's answer where that is seen. */
    private boolean isReal(int place) {
        return !bothEnd() || !table.isInRing(place) || (table.flags(place) & ANSWERED) != 0;
    }

    /** Handles a server's packet of a known session. */
    void back(int place, int flags, int second) {
        if ((flags & EthernetFrame.RST) != 0) {
            reset(place, second);
            return;
        }
        table.touch(place, second);
        if (table.isInRing(place)) {
            table.flags(place, table.flags(place) | ANSWERED);
        }
        ends(place, flags, SERVER, second);
    }

    /** Handles an RST; a closing session stays closed. */
    private void reset(int place, int second) {
        if (table.state(place) == State.CLOSING) {
            table.touch(place, second);
        } else {
            table.reset(place, second);
        }
    }

    private void ends(int place, int flags, int side, int second) {
        if ((flags & EthernetFrame.FIN) != 0 && table.state(place) == State.ESTABLISHED) {
            int ended = table.flags(place) | side;
            table.flags(place, ended);
            if ((ended & ending) == ending) {
                table.close(place, second);
            }
        }
    }
}
