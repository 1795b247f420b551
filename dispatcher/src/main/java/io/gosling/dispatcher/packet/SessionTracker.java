package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.Frame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.QuotedPacket;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.dispatcher.packet.session.SessionTable.State;
import java.util.List;

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
    private final PacketBackends backends;
    private final IpAddress cluster;
    private final int[] ports;
    private final int ending;
    private final boolean resumes;
    private final SingleWriterCounters dropped;

    /**
     * @param bothEnd true if sessions end with the second FIN
     * @param resumes true if unknown sessions may be forwarded by the policy
     */
    SessionTracker(
            SessionTable table,
            PacketBackends backends,
            IpAddress cluster,
            List<Integer> ports,
            boolean bothEnd,
            boolean resumes,
            SingleWriterCounters dropped) {
        this.table = table;
        this.backends = backends;
        this.cluster = cluster;
        this.ports = ports.stream().mapToInt(Integer::intValue).toArray();
        this.ending = bothEnd ? CLIENT | SERVER : CLIENT;
        this.resumes = resumes;
        this.dropped = dropped;
    }

    void drop(DropReason why) {
        dropped.add(why.ordinal(), 1);
    }

    boolean hop(Frame frame) {
        boolean left = frame.hop();
        if (!left) {
            drop(DropReason.HOPS);
        }
        return left;
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
    int of(Frame frame, long nanos, int second) {
        int service = service(frame.destinationPort());
        if (service < 0) {
            drop(DropReason.NO_PORT);
            return SessionTable.NONE;
        }
        int flags = frame.tcpFlags();
        int place = table.find(service, frame.sourceHigh(), frame.sourceLow(), frame.sourcePort());
        if ((flags & (Frame.SYN | Frame.ACK | Frame.RST | Frame.FIN)) == Frame.SYN) {
            return opened(frame, service, place, nanos, second);
        }
        if (place == SessionTable.NONE) {
            if (resumes && (flags & Frame.RST) == 0 && backends.settled(nanos)) {
                return begun(frame, service, nanos, second);
            }
            drop(DropReason.NO_SESSION);
            return SessionTable.NONE;
        }
        return gone(place, flags, second);
    }

    /** Returns the place of a quoted packet's session, or {@link SessionTable#NONE} with a counted drop. */
    int ofQuoted(QuotedPacket quoted) {
        int service = service(quoted.sourcePort());
        int place = service < 0 || !quoted.isFrom(cluster)
                ? SessionTable.NONE
                : table.find(service, quoted.destinationHigh(), quoted.destinationLow(), quoted.destinationPort());
        if (place == SessionTable.NONE) {
            drop(DropReason.NO_SESSION);
        }
        return place;
    }

    private int opened(Frame frame, int service, int place, long nanos, int second) {
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

    private int begun(Frame frame, int service, long nanos, int second) {
        long high = frame.sourceHigh();
        long low = frame.sourceLow();
        int port = frame.sourcePort();
        if (!IpAddress.maySend(high, low) || (low == cluster.low() && high == cluster.high())) {
            // A back-end would answer a group, or the cluster itself.
            drop(DropReason.MALFORMED);
            return SessionTable.NONE;
        }
        PacketBackend chosen = backends.choose(target(service, high, low, port), nanos);
        if (chosen == null) {
            drop(DropReason.NO_BACKEND);
            return SessionTable.NONE;
        }
        return table.begin(service, high, low, port, chosen.index, 0, second);
    }

    /** The routing key of a session, equal at every dispatcher. */
    private static long target(int service, long high, long low, int port) {
        return low ^ high * 0x9E3779B97F4A7C15L ^ (long) service << 32 ^ (long) port << 48;
    }

    private int gone(int place, int flags, int second) {
        if ((flags & Frame.RST) != 0) {
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
        if ((flags & Frame.RST) != 0) {
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
        if ((flags & Frame.FIN) != 0 && table.state(place) == State.ESTABLISHED) {
            int ended = table.flags(place) | side;
            table.flags(place, ended);
            if ((ended & ending) == ending) {
                table.close(place, second);
            }
        }
    }
}
