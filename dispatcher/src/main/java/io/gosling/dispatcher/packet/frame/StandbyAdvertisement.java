package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;

/**
 * A broadcast message from a dispatcher to others of the same cluster address: it is the active one, or is active no
 * more. It goes where ARP goes, so every dispatcher that receives it has the same clients. Such messages are few: they
 * may be allocated.
 *
 * <pre>
 * type 0x88B5 (IEEE 802, for local experiments), then:
 *   8 bytes "gosling1", 16 the cluster address, 1 priority, 1 what it does
 * </pre>
 *
 * @param mac hardware address of the sender: 48 bits
 * @param priority of two that are active, the one with the higher priority stays active: 1 to 255
 * @param leaves true if the sender ends
 */
public record StandbyAdvertisement(IpAddress cluster, long mac, int priority, boolean leaves) {
    /** Of its frame: the shortest of Ethernet. */
    public static final int FRAME_BYTES = 60;

    /** Offset of the cluster address's last four bytes in its frame. */
    public static final int CLUSTER_END_AT = EthernetFrame.ETHERNET_BYTES + 20;

    private static final long NAME = 0x676F_736C_696E_6731L;
    private static final int ACTIVE = 1;
    private static final int LEAVING = 0;

    static boolean isOne(MemorySegment memory, long at, long end) {
        return at + 26 <= end
                && BigEndianAccess.qword(memory, at) == NAME
                && BigEndianAccess.octet(memory, at + 25) <= ACTIVE;
    }

    static StandbyAdvertisement read(MemorySegment memory, long ethernet) {
        long at = ethernet + EthernetFrame.ETHERNET_BYTES;
        return new StandbyAdvertisement(
                new IpAddress(BigEndianAccess.qword(memory, at + 8), BigEndianAccess.qword(memory, at + 16)),
                BigEndianAccess.mac(memory, ethernet + 6),
                BigEndianAccess.octet(memory, at + 24),
                BigEndianAccess.octet(memory, at + 25) == LEAVING);
    }

    /** Writes the whole frame behind a virtio header, which is cleared. */
    public void write(MemorySegment memory, long to) {
        memory.asSlice(to, EthernetFrame.VIRTIO_BYTES + FRAME_BYTES).fill((byte) 0);
        long ethernet = to + EthernetFrame.VIRTIO_BYTES;
        BigEndianAccess.mac(memory, ethernet, MacAddress.BROADCAST.bits());
        BigEndianAccess.mac(memory, ethernet + 6, mac);
        BigEndianAccess.word(memory, ethernet + 12, EthernetFrame.PRESENCE_TYPE);
        long at = ethernet + EthernetFrame.ETHERNET_BYTES;
        BigEndianAccess.qword(memory, at, NAME);
        BigEndianAccess.qword(memory, at + 8, cluster.high());
        BigEndianAccess.qword(memory, at + 16, cluster.low());
        BigEndianAccess.octet(memory, at + 24, priority);
        BigEndianAccess.octet(memory, at + 25, leaves ? LEAVING : ACTIVE);
    }
}
