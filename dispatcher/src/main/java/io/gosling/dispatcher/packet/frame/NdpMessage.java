package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;

/**
 * A message of neighbour discovery (RFC 4861): a query for an IPv6 address, or a claim to have it. Only a message with
 * a valid checksum from this segment, as proved by its hop limit, is accepted. Messages are few: this one may be
 * allocated.
 *
 * @param ethernet of the first byte of its frame
 */
public record NdpMessage(MemorySegment memory, long ethernet, long end) {
    /** Of a frame that is written here. */
    public static final int FRAME_BYTES = EthernetFrame.ETHERNET_BYTES + EthernetFrame.IPV6_BYTES + 32;

    private static final int SOLICITATION = 135;
    private static final int ADVERTISEMENT = 136;
    private static final int SHORTEST = 24;
    private static final int SOURCE_OPTION = 1;
    private static final int TARGET_OPTION = 2;
    private static final int HOPS = 255;
    private static final int SOLICITED = 0x40;
    private static final int OVERRIDE = 0x20;

    /** All hosts of a segment. */
    private static final IpAddress EVERYBODY = new IpAddress(0xFF02_0000_0000_0000L, 1);

    /** @param network of the header of IPv6, whose next header is ICMP */
    static boolean isMessage(MemorySegment memory, long network, long end) {
        long message = network + EthernetFrame.IPV6_BYTES;
        int type = BigEndianAccess.octet(memory, message);
        return (type == SOLICITATION || type == ADVERTISEMENT)
                && end - message >= SHORTEST
                && BigEndianAccess.octet(memory, message + 1) == 0
                && BigEndianAccess.octet(memory, network + 7) == HOPS
                && sum(memory, network, end) == 0;
    }

    /** The checksum of the whole message; 0 if intact. */
    private static int sum(MemorySegment memory, long network, long end) {
        long message = network + EthernetFrame.IPV6_BYTES;
        long bytes = end - message;
        long pseudo = InternetChecksum.sum(memory, network + 8, 32, EthernetFrame.PROTOCOL_ICMP_SIX + bytes);
        return InternetChecksum.of(InternetChecksum.sum(memory, message, bytes, pseudo));
    }

    public NeighbourMessage word() {
        long network = ethernet + EthernetFrame.ETHERNET_BYTES;
        long message = network + EthernetFrame.IPV6_BYTES;
        boolean asks = BigEndianAccess.octet(memory, message) == SOLICITATION;
        IpAddress target = address(message + 8);
        long mac = option(message + SHORTEST, asks ? SOURCE_OPTION : TARGET_OPTION);
        return new NeighbourMessage(
                asks,
                mac == 0 ? BigEndianAccess.mac(memory, ethernet + 6) : mac,
                asks ? address(network + 8) : target,
                asks ? target : IpAddress.NONE);
    }

    private IpAddress address(long at) {
        return new IpAddress(BigEndianAccess.qword(memory, at), BigEndianAccess.qword(memory, at + 8));
    }

    /** The hardware address that an option has, or 0. */
    private long option(long first, int wanted) {
        long at = first;
        while (at + 8 <= end) {
            int bytes = BigEndianAccess.octet(memory, at + 1) * 8;
            if (bytes == 0 || BigEndianAccess.octet(memory, at) == wanted) {
                return bytes == 0 ? 0 : BigEndianAccess.mac(memory, at + 2);
            }
            at += bytes;
        }
        return 0;
    }

    /**
     * Writes a whole frame with a multicast query for an address; returns its bytes.
     *
     * @param at of the virtio header, which is cleared
     * @param sender the requester's own address
     */
    public static int ask(MemorySegment memory, long at, long mac, IpAddress sender, IpAddress target) {
        IpAddress group = target.solicited();
        return write(memory, at, mac, group.groupMac(), sender, group, SOLICITATION, 0, target);
    }

    /** Writes a whole frame that answers a query for an address; returns its bytes. */
    public static int answer(
            MemorySegment memory, long at, long mac, IpAddress address, long requesterMac, IpAddress requester) {
        return write(memory, at, mac, requesterMac, address, requester, ADVERTISEMENT, SOLICITED | OVERRIDE, address);
    }

    /** Writes a whole frame that announces an address to all hosts. */
    public static int announce(MemorySegment memory, long at, long mac, IpAddress address) {
        return write(memory, at, mac, EVERYBODY.groupMac(), address, EVERYBODY, ADVERTISEMENT, OVERRIDE, address);
    }

    private static int write(
            MemorySegment memory,
            long at,
            long fromMac,
            long toMac,
            IpAddress from,
            IpAddress to,
            int type,
            int flags,
            IpAddress target) {
        memory.asSlice(at, EthernetFrame.VIRTIO_BYTES + FRAME_BYTES).fill((byte) 0);
        long ethernet = at + EthernetFrame.VIRTIO_BYTES;
        BigEndianAccess.mac(memory, ethernet, toMac);
        BigEndianAccess.mac(memory, ethernet + 6, fromMac);
        BigEndianAccess.word(memory, ethernet + 12, EthernetFrame.IPV6_TYPE);
        long network = ethernet + EthernetFrame.ETHERNET_BYTES;
        BigEndianAccess.octet(memory, network, 0x60);
        BigEndianAccess.word(memory, network + 4, 32);
        BigEndianAccess.octet(memory, network + 6, EthernetFrame.PROTOCOL_ICMP_SIX);
        BigEndianAccess.octet(memory, network + 7, HOPS);
        put(memory, network + 8, from);
        put(memory, network + 24, to);
        long message = network + EthernetFrame.IPV6_BYTES;
        BigEndianAccess.octet(memory, message, type);
        BigEndianAccess.octet(memory, message + 4, flags);
        put(memory, message + 8, target);
        BigEndianAccess.octet(memory, message + SHORTEST, type == SOLICITATION ? SOURCE_OPTION : TARGET_OPTION);
        BigEndianAccess.octet(memory, message + SHORTEST + 1, 1);
        BigEndianAccess.mac(memory, message + SHORTEST + 2, fromMac);
        BigEndianAccess.word(memory, message + 2, sum(memory, network, ethernet + FRAME_BYTES));
        return FRAME_BYTES;
    }

    private static void put(MemorySegment memory, long at, IpAddress address) {
        BigEndianAccess.qword(memory, at, address.high());
        BigEndianAccess.qword(memory, at + 8, address.low());
    }
}
