package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;

/**
 * The addresses and ports of a packet of IP where it lies: that of a {@link EthernetFrame}, or the one that its error
 * of ICMP quotes. Addresses are given by the halves of their {@link IpAddress}. Not thread-safe.
 */
public abstract sealed class IpPacket permits EthernetFrame, IcmpQuotedPacket {
    final MemorySegment memory;
    boolean six;
    /** The first bytes of the header of IP, and of what follows it. */
    long network;

    long transport;

    IpPacket(MemorySegment memory) {
        this.memory = memory;
    }

    public final long sourceHigh() {
        return high(sourceAt());
    }

    public final long sourceLow() {
        return low(sourceAt());
    }

    public final long destinationHigh() {
        return high(destinationAt());
    }

    public final long destinationLow() {
        return low(destinationAt());
    }

    public final int sourcePort() {
        return BigEndianAccess.word(memory, transport);
    }

    public final int destinationPort() {
        return BigEndianAccess.word(memory, transport + 2);
    }

    final long sourceAt() {
        return network + (six ? 8 : 12);
    }

    final long destinationAt() {
        return network + (six ? 24 : 16);
    }

    private long high(long at) {
        return six ? BigEndianAccess.qword(memory, at) : 0;
    }

    private long low(long at) {
        return six ? BigEndianAccess.qword(memory, at + 8) : IpAddress.mapped(BigEndianAccess.dword(memory, at));
    }

    /** Replaces an address, with the checksum of a header of IPv4; returns the address's difference. */
    final long replace(long at, long high, long low) {
        if (six) {
            long difference = InternetChecksum.differenceOfLongs(BigEndianAccess.qword(memory, at), high)
                    + InternetChecksum.differenceOfLongs(BigEndianAccess.qword(memory, at + 8), low);
            BigEndianAccess.qword(memory, at, high);
            BigEndianAccess.qword(memory, at + 8, low);
            return difference;
        }
        long difference = InternetChecksum.differenceOfInts(BigEndianAccess.dword(memory, at), (int) low);
        BigEndianAccess.dword(memory, at, (int) low);
        changeChecksum(network + 10, difference);
        return difference;
    }

    /** Replaces a port; returns its difference. */
    final long replacePort(long at, int port) {
        long difference = InternetChecksum.difference(BigEndianAccess.word(memory, at), port);
        BigEndianAccess.word(memory, at, port);
        return difference;
    }

    final void changeChecksum(long at, long difference) {
        BigEndianAccess.word(memory, at, InternetChecksum.changed(BigEndianAccess.word(memory, at), difference));
    }
}
