package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.frame.NeighbourMessage;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Neighbour queries and answers of the dispatcher: it queries its back-ends periodically, since an answer may be lost
 * and a missing answer means that a back-end has left; and if configured, it announces that the cluster address is
 * here.
 *
 * <p>A host that answers for the cluster address is a back-end (Gan et al. 2000, section 3.1). That query is a probe
 * (RFC 5227) without a sender address: a back-end that must keep its cluster address to itself answers no other. In
 * IPv6 such a probe would be answered by multicast, so the query has the link-local address of the interface. Belongs
 * to the dispatcher's thread.
 */
final class NeighbourProtocol {
    private static final Logger log = System.getLogger(NeighbourProtocol.class.getName());
    private static final int ANNOUNCEMENTS = 3;
    private static final long COMPLAINT_NANOS = Duration.ofMinutes(1).toNanos();
    /** Set in the addresses of several machines at once. */
    private static final long GROUP = 1L << 40;

    private final ControlFrameSender announcer;
    private final PacketBackends backends;
    private final NetworkDevice device;
    private final IpAddress cluster;
    private final boolean answers;
    /** True if hosts with the cluster address are back-ends. */
    private final boolean discovers;

    private final SingleWriterCounters rivals = new SingleWriterCounters(1);
    private long complainedNanos;
    /** True if this dispatcher answers for the cluster address. */
    private boolean begun;

    private int announced;
    private long announcedNanos;
    private final long askNanos;

    NeighbourProtocol(
            ControlFrameSender announcer, PacketBackends backends, NetworkDevice device, PacketSettings settings) {
        this.announcer = announcer;
        this.backends = backends;
        this.device = device;
        this.cluster = settings.cluster();
        this.answers = settings.get(PacketSettings.ANSWER_ARP);
        this.askNanos = settings.get(PacketSettings.ASK_INTERVAL).toNanos();
        this.discovers = settings.backends().isEmpty();
        this.begun = !settings.standBy().isShared();
    }

    /** Announces that this dispatcher is active, at once and repeatedly. */
    void begin(long nanos) {
        begun = true;
        announced = 0;
        announce(nanos);
    }

    void rest() {
        begun = false;
        announced = 0;
    }

    /** Announces the cluster address when due, once a back-end is known. */
    void announce(long nanos) {
        boolean due = announced == 0 ? backends.settled(nanos) : nanos - announcedNanos >= askNanos;
        if (answers && begun && due && announced < ANNOUNCEMENTS && announcer.announce(cluster)) {
            announced++;
            announcedNanos = nanos;
        }
    }

    void ask() {
        if (discovers) {
            announcer.ask(cluster.isFour() ? IpAddress.NONE : device.asking(cluster), cluster);
            return;
        }
        Set<IpAddress> asked = new LinkedHashSet<>();
        for (PacketBackend backend : backends.all()) {
            if (asked.add(backend.nextHop)) {
                announcer.ask(device.asking(backend.nextHop), backend.nextHop);
            }
        }
    }

    void heard(NeighbourMessage word, long nanos) {
        if (word.mac() == announcer.mac() || word.mac() == 0 || (word.mac() & GROUP) != 0) {
            return;
        }
        boolean discovery = discovers && !word.asks();
        if (answers && begun && !discovery && word.claimed().equals(cluster)) {
            rival(word.mac(), nanos);
        }
        if (!word.asks()) {
            answered(word, nanos);
        } else if (announced > 0
                && word.asked().equals(cluster)
                && !word.claimed().equals(IpAddress.NONE)) {
            // Not to probes: another dispatcher would take this one for a back-end.
            announcer.answer(cluster, word);
        }
    }

    void rival(long mac, long nanos) {
        if (rivals() == 0 || nanos - complainedNanos >= COMPLAINT_NANOS) {
            complainedNanos = nanos;
            log.log(
                    Level.WARNING,
                    "{0} says that it has {1} too; while both do, clients go to the one or the other: end that"
                            + " dispatcher, or keep that back-end from answering",
                    new MacAddress(mac),
                    cluster);
        }
        rivals.add(0, 1);
    }

    /** Number of such claims. Any thread. */
    long rivals() {
        return rivals.get(0);
    }

    private void answered(NeighbourMessage word, long nanos) {
        if (discovers) {
            if (word.claimed().equals(cluster)) {
                discovered(word.mac(), nanos);
            }
            return;
        }
        for (PacketBackend backend : backends.all()) {
            if (backend.nextHop.equals(word.claimed())) {
                backends.heard(backend, word.mac(), nanos);
            }
        }
    }

    private void discovered(long mac, long nanos) {
        for (PacketBackend backend : backends.all()) {
            if (backend.mac() == mac) {
                backends.heard(backend, mac, nanos);
                return;
            }
        }
        PacketBackend added = backends.add(new MacAddress(mac).toString(), 1, cluster, IpAddress.NONE, 0);
        if (added != null) {
            backends.heard(added, mac, nanos);
        }
    }
}
