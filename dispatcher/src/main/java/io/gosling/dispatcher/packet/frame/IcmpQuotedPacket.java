package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;

/**
 * The packet of TCP that an error of ICMP quotes (RFC 792, RFC 4443), as far as it does: its header of IP and its
 * ports. Belongs to a {@link EthernetFrame}, and is good while that reads the same error.
 *
 * <p>The quoted checksum of TCP stays as it is when addresses change, since it cannot be verified. That of a quoted
 * header of IPv4 changes, so that its own words still add up.
 */
public final class IcmpQuotedPacket extends IpPacket {
    IcmpQuotedPacket(MemorySegment memory) {
        super(memory);
    }

    boolean read(boolean isSix, long at, long end) {
        six = isSix;
        network = at;
        return six ? readSix(end) : readFour(end);
    }

    private boolean readFour(long end) {
        if (network + 20 > end || BigEndianAccess.octet(memory, network) >>> 4 != 4) {
            return false;
        }
        int header = (BigEndianAccess.octet(memory, network) & 15) * 4;
        transport = network + header;
        return header >= 20
                && transport + 8 <= end
                && BigEndianAccess.octet(memory, network + 9) == EthernetFrame.PROTOCOL_TCP
                && (BigEndianAccess.word(memory, network + 6) & 0x1FFF) == 0;
    }

    private boolean readSix(long end) {
        transport = network + EthernetFrame.IPV6_BYTES;
        return transport + 8 <= end
                && BigEndianAccess.octet(memory, network) >>> 4 == 6
                && BigEndianAccess.octet(memory, network + 6) == EthernetFrame.PROTOCOL_TCP;
    }

    public boolean isFrom(IpAddress address) {
        return sourceLow() == address.low() && sourceHigh() == address.high();
    }

    /** Replaces the source; returns the difference that it makes to the checksum of the error. */
    long source(long high, long low, int port) {
        return change(sourceAt(), high, low, transport, port);
    }

    /** The same with the destination. */
    long destination(long high, long low, int port) {
        return change(destinationAt(), high, low, transport + 2, port);
    }

    private long change(long addressAt, long high, long low, long portAt, int port) {
        long ofAddress = replace(addressAt, high, low);
        // The checksum of a header of IPv4 takes back what the address adds.
        return replacePort(portAt, port) + (six ? ofAddress : 0);
    }
}
