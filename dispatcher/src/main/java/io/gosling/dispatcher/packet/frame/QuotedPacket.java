package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;

/**
 * The packet of TCP that an error of ICMP quotes (RFC 792, RFC 4443), as far as it does: its header of IP and its
 * ports. Belongs to a {@link Frame}, and is good while that reads the same error.
 *
 * <p>The quoted checksum of TCP stays as it is when addresses change, since it cannot be verified. That of a quoted
 * header of IPv4 changes, so that its own words still add up.
 */
public final class QuotedPacket {
    private final MemorySegment memory;
    private boolean six;
    private long start;
    private long transport;

    QuotedPacket(MemorySegment memory) {
        this.memory = memory;
    }

    boolean read(boolean isSix, long at, long end) {
        six = isSix;
        start = at;
        return six ? readSix(end) : readFour(end);
    }

    private boolean readFour(long end) {
        if (start + 20 > end || BigEndian.octet(memory, start) >>> 4 != 4) {
            return false;
        }
        int header = (BigEndian.octet(memory, start) & 15) * 4;
        transport = start + header;
        return header >= 20
                && transport + 8 <= end
                && BigEndian.octet(memory, start + 9) == Frame.PROTOCOL_TCP
                && (BigEndian.word(memory, start + 6) & 0x1FFF) == 0;
    }

    private boolean readSix(long end) {
        transport = start + Frame.IPV6_BYTES;
        return transport + 8 <= end
                && BigEndian.octet(memory, start) >>> 4 == 6
                && BigEndian.octet(memory, start + 6) == Frame.PROTOCOL_TCP;
    }

    /** The upper half of the {@link IpAddress} from which the quoted packet was sent. */
    public long sourceHigh() {
        return six ? BigEndian.qword(memory, start + 8) : 0;
    }

    /** Its lower half. */
    public long sourceLow() {
        return six ? BigEndian.qword(memory, start + 16) : IpAddress.mapped(BigEndian.dword(memory, start + 12));
    }

    /** The same of the address to which it was sent. */
    public long destinationHigh() {
        return six ? BigEndian.qword(memory, start + 24) : 0;
    }

    public long destinationLow() {
        return six ? BigEndian.qword(memory, start + 32) : IpAddress.mapped(BigEndian.dword(memory, start + 16));
    }

    public boolean isFrom(IpAddress address) {
        return sourceLow() == address.low() && sourceHigh() == address.high();
    }

    public int sourcePort() {
        return BigEndian.word(memory, transport);
    }

    public int destinationPort() {
        return BigEndian.word(memory, transport + 2);
    }

    /** Replaces the source; returns the checksum's difference. */
    long source(long high, long low, int port) {
        return change(start + (six ? 8 : 12), high, low, transport, port);
    }

    /** Replaces the destination; returns the checksum's difference. */
    long destination(long high, long low, int port) {
        return change(start + (six ? 24 : 16), high, low, transport + 2, port);
    }

    private long change(long addressAt, long high, long low, long portAt, int port) {
        long ofPort = Checksums.difference(BigEndian.word(memory, portAt), port);
        BigEndian.word(memory, portAt, port);
        if (six) {
            return ofPort + Frame.replaceSix(memory, addressAt, high, low);
        }
        long ofAddress = Frame.replaceFour(memory, addressAt, (int) low);
        int before = BigEndian.word(memory, start + 10);
        int after = Checksums.changed(before, ofAddress);
        BigEndian.word(memory, start + 10, after);
        return ofPort + ofAddress + Checksums.difference(before, after);
    }
}
