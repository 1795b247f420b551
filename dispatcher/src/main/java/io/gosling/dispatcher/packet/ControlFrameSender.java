package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.ArpCodec;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.NdpMessage;
import io.gosling.dispatcher.packet.frame.NeighbourMessage;
import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;
import io.gosling.dispatcher.packet.link.FrameLink;

/**
 * Sends the dispatcher's messages about addresses: ARP for IPv4, neighbour discovery for IPv6. A lost message is
 * repeated later. Belongs to the dispatcher's thread.
 *
 * @param mac of the interface, 48 bits
 */
record ControlFrameSender(FrameLink link, long mac) {
    /** Advertises the state of this dispatcher to the others. Returns whether the system accepted the frame. */
    boolean say(StandbyAdvertisement word) {
        word.write(link.memory(), link.own());
        return link.sendOwn(StandbyAdvertisement.FRAME_BYTES);
    }

    /** Queries an address. With {@link IpAddress#NONE} as sender it is a probe, by ARP only. */
    void ask(IpAddress requester, IpAddress target) {
        link.sendOwn(
                target.isFour()
                        ? ArpCodec.ask(link.memory(), link.own(), mac, requester.bits(), target.bits())
                        : NdpMessage.ask(link.memory(), link.own(), mac, requester, target));
    }

    void answer(IpAddress address, NeighbourMessage question) {
        long to = question.mac();
        IpAddress requester = question.claimed();
        link.sendOwn(
                address.isFour()
                        ? ArpCodec.answer(link.memory(), link.own(), mac, address.bits(), to, requester.bits())
                        : NdpMessage.answer(link.memory(), link.own(), mac, address, to, requester));
    }

    /** Announces to all hosts that the address is here. Returns whether the system accepted the frame. */
    boolean announce(IpAddress address) {
        return link.sendOwn(
                address.isFour()
                        ? ArpCodec.announce(link.memory(), link.own(), mac, address.bits())
                        : NdpMessage.announce(link.memory(), link.own(), mac, address));
    }
}
