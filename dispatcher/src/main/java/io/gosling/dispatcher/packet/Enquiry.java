package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.Arp;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.link.FrameLink;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What the dispatcher says and hears by ARP: it asks for its back-ends, again and again, since one answer may be lost and one
 * that is not given any more means that somebody has left; and where it is told to, it says that the cluster address is here.
 *
 * <p>Who answers for the cluster address is a back-end (Gan et al. 2000, section 3.1). That question is a probe (RFC 5227), from
 * no address: a back-end that must keep its cluster address to itself answers no other. Belongs to the dispatcher's thread.
 */
final class Enquiry {
    private static final int ANNOUNCEMENTS = 3;
    /** Set in the addresses of several machines at once. */
    private static final long GROUP = 1L << 40;

    private final FrameLink link;
    private final PacketBackends backends;
    private final NetworkDevice device;
    private final IpAddress cluster;
    private final boolean answers;
    /** Whether whoever has the cluster address is a back-end. */
    private final boolean discovers;

    private int announced;
    private long announcedNanos;
    private final long askNanos;

    Enquiry(FrameLink link, PacketBackends backends, NetworkDevice device, PacketSettings settings) {
        this.link = link;
        this.backends = backends;
        this.device = device;
        this.cluster = settings.cluster();
        this.answers = settings.answerArp();
        this.askNanos = settings.askInterval().toNanos();
        this.discovers = settings.backends().isEmpty();
    }

    /** Says that the cluster address is here, if it is time to: not before it is known to whom its packets may go. */
    void announce(long nanos) {
        boolean due = announced == 0 ? backends.settled(nanos) : nanos - announcedNanos >= askNanos;
        if (answers && due && announced < ANNOUNCEMENTS) {
            announced++;
            announcedNanos = nanos;
            Arp.announce(link.memory(), link.own(), mac(), cluster.bits());
            send();
        }
    }

    /** Asks everybody once. */
    void ask() {
        if (discovers) {
            Arp.ask(link.memory(), link.own(), mac(), 0, cluster.bits());
            send();
            return;
        }
        Set<IpAddress> asked = new LinkedHashSet<>();
        for (PacketBackend backend : backends.all()) {
            if (asked.add(backend.nextHop())) {
                Arp.ask(
                        link.memory(),
                        link.own(),
                        mac(),
                        device.four(),
                        backend.nextHop().bits());
                send();
            }
        }
    }

    /** Somebody asks or answers. */
    void heard(Arp arp, long nanos) {
        if (arp.senderMac() == mac() || arp.senderMac() == 0 || (arp.senderMac() & GROUP) != 0) {
            return;
        }
        if (arp.isReply()) {
            answered(arp, nanos);
        } else if (announced > 0 && arp.isRequest() && arp.target() == cluster.bits() && arp.sender() != 0) {
            // Not a probe: another dispatcher that asks for back-ends would take this one for its own.
            Arp.answer(link.memory(), link.own(), mac(), cluster.bits(), arp.senderMac(), arp.sender());
            send();
        }
    }

    private void answered(Arp arp, long nanos) {
        if (discovers) {
            if (arp.sender() == cluster.bits()) {
                discovered(arp.senderMac(), nanos);
            }
            return;
        }
        for (PacketBackend backend : backends.all()) {
            if (backend.nextHop().bits() == arp.sender()) {
                backends.heard(backend, arp.senderMac(), nanos);
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
        PacketBackend added = backends.add(new MacAddress(mac).toString(), 1, cluster, 0, 0);
        if (added != null) {
            backends.heard(added, mac, nanos);
        }
    }

    private long mac() {
        return device.mac().bits();
    }

    /** One that is lost is asked again. */
    private void send() {
        link.sendOwn(Arp.FRAME_BYTES);
    }
}
