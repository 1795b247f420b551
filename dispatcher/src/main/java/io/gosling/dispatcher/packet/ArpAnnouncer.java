package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.Arp;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.Ndp;
import io.gosling.dispatcher.packet.frame.NeighbourMessage;
import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;
import io.gosling.dispatcher.packet.link.FrameLink;

/**
 * What the dispatcher says of addresses: by ARP of those of IPv4, by neighbour discovery of those of IPv6. Whatever is lost is asked
 * or said again some time. Belongs to the dispatcher's thread.
 */
final class ArpAnnouncer {
    private final FrameLink link;
    private final long mac;

    /** @param mac of the interface, 48 bits */
    ArpAnnouncer(FrameLink link, long mac) {
        this.link = link;
        this.mac = mac;
    }

    long mac() {
        return mac;
    }

    /** Says to other dispatchers whose turn it is; whether the system took it to send. */
    boolean say(StandbyAdvertisement word) {
        word.write(link.memory(), link.own());
        return link.sendOwn(StandbyAdvertisement.FRAME_BYTES);
    }

    /** Asks who has an address; in the name of {@link IpAddress#NONE} only by ARP, as a probe. */
    void ask(IpAddress asker, IpAddress target) {
        if (target.isFour()) {
            Arp.ask(link.memory(), link.own(), mac, asker.bits(), target.bits());
            link.sendOwn(Arp.FRAME_BYTES);
        } else {
            Ndp.ask(link.memory(), link.own(), mac, asker, target);
            link.sendOwn(Ndp.FRAME_BYTES);
        }
    }

    /** Says to whoever has asked for it that an address is here. */
    void answer(IpAddress address, NeighbourMessage question) {
        long askerMac = question.mac();
        IpAddress asker = question.claimed();
        if (address.isFour()) {
            Arp.answer(link.memory(), link.own(), mac, address.bits(), askerMac, asker.bits());
            link.sendOwn(Arp.FRAME_BYTES);
        } else {
            Ndp.answer(link.memory(), link.own(), mac, address, askerMac, asker);
            link.sendOwn(Ndp.FRAME_BYTES);
        }
    }

    /** Says so to everybody; whether the system took it to send. */
    boolean announce(IpAddress address) {
        if (address.isFour()) {
            Arp.announce(link.memory(), link.own(), mac, address.bits());
            return link.sendOwn(Arp.FRAME_BYTES);
        }
        Ndp.announce(link.memory(), link.own(), mac, address);
        return link.sendOwn(Ndp.FRAME_BYTES);
    }
}
