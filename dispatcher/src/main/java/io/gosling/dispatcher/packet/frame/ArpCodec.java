package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;

/** Reads and writes messages of ARP for IPv4 over Ethernet (RFC 826). */
public final class ArpCodec {
    /** Of a frame with such a message, without what pads it. */
    public static final int FRAME_BYTES = EthernetFrame.ETHERNET_BYTES + 28;

    private static final int BYTES = 28;
    private static final int REQUEST = 1;
    private static final int REPLY = 2;

    private ArpCodec() {}

    static boolean isEthernet(MemorySegment memory, long at, long end) {
        return at + BYTES <= end
                && BigEndianAccess.dword(memory, at) == (1 << 16 | EthernetFrame.IPV4_TYPE)
                && BigEndianAccess.word(memory, at + 4) == 0x0604;
    }

    /** @param at of its first byte, behind the Ethernet header */
    static NeighbourMessage read(MemorySegment memory, long at) {
        boolean asks = BigEndianAccess.word(memory, at + 6) == REQUEST;
        int sender = BigEndianAccess.dword(memory, at + 14);
        return new NeighbourMessage(
                asks,
                BigEndianAccess.mac(memory, at + 8),
                sender == 0 ? IpAddress.NONE : IpAddress.four(sender),
                asks ? IpAddress.four(BigEndianAccess.dword(memory, at + 24)) : IpAddress.NONE);
    }

    /**
     * Writes a whole frame with a query for an address; returns its bytes.
     *
     * @param at of the virtio header, which is cleared
     * @param sender the sender's IPv4 address; 0 for a probe, which changes no host's table
     */
    public static int ask(MemorySegment memory, long at, long mac, int sender, int target) {
        return write(memory, at, MacAddress.BROADCAST.bits(), REQUEST, mac, sender, 0, target);
    }

    /** Writes a whole frame that answers a query for an address; returns its bytes. */
    public static int answer(MemorySegment memory, long at, long mac, int address, long requesterMac, int requester) {
        return write(memory, at, requesterMac, REPLY, mac, address, requesterMac, requester);
    }

    /** Writes a whole frame that announces an address to all hosts (RFC 5227, section 2.3). */
    public static int announce(MemorySegment memory, long at, long mac, int address) {
        return write(memory, at, MacAddress.BROADCAST.bits(), REQUEST, mac, address, 0, address);
    }

    private static int write(
            MemorySegment memory,
            long at,
            long to,
            int operation,
            long senderMac,
            int sender,
            long targetMac,
            int target) {
        memory.asSlice(at, EthernetFrame.VIRTIO_BYTES).fill((byte) 0);
        long ethernet = at + EthernetFrame.VIRTIO_BYTES;
        BigEndianAccess.mac(memory, ethernet, to);
        BigEndianAccess.mac(memory, ethernet + 6, senderMac);
        BigEndianAccess.word(memory, ethernet + 12, EthernetFrame.ARP_TYPE);
        long message = ethernet + EthernetFrame.ETHERNET_BYTES;
        BigEndianAccess.dword(memory, message, 1 << 16 | EthernetFrame.IPV4_TYPE);
        BigEndianAccess.word(memory, message + 4, 0x0604);
        BigEndianAccess.word(memory, message + 6, operation);
        BigEndianAccess.mac(memory, message + 8, senderMac);
        BigEndianAccess.dword(memory, message + 14, sender);
        BigEndianAccess.mac(memory, message + 18, targetMac);
        BigEndianAccess.dword(memory, message + 24, target);
        return FRAME_BYTES;
    }
}
