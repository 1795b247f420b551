package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A frame of Ethernet where it lies, behind a virtio header of {@link #VIRTIO_BYTES} that says how far its checksum is. Read
 * one, ask what it is, rewrite it in place; then the same object reads the next. Nothing is allocated.
 *
 * <p>What {@link #read} calls {@link Kind#TCP} or {@link Kind#ICMP} lies within the frame as far as anything here looks at it;
 * asking for a part that a frame of its kind does not have gives nonsense. Fragments are no TCP: only the first has ports.
 * Not thread-safe.
 */
public final class Frame {
    /** What Linux puts before a frame with PACKET_VNET_HDR (struct virtio_net_hdr). */
    public static final int VIRTIO_BYTES = 10;

    /** Of an Ethernet header; no tag of a VLAN is expected. */
    public static final int ETHERNET_BYTES = 14;

    /** Bits of {@link #tcpFlags}. */
    public static final int FIN = 1;

    /** As {@link #FIN}. */
    public static final int SYN = 2;

    /** As {@link #FIN}. */
    public static final int RST = 4;

    /** As {@link #FIN}. */
    public static final int ACK = 16;

    static final int ARP_TYPE = 0x0806;
    static final int IPV4_TYPE = 0x0800;
    private static final int IPV6_TYPE = 0x86DD;
    private static final int PROTOCOL_TCP = 6;
    private static final int PROTOCOL_ICMP = 1;
    private static final int TCP_BYTES = 20;
    private static final int ICMP_BYTES = 8;
    private static final int IPV6_BYTES = 40;
    private static final int NEEDS_CHECKSUM = 1;
    private static final int ECHO_REQUEST = 8;
    private static final int UNREACHABLE = 3;
    private static final int TIME_EXCEEDED = 11;
    private static final int PARAMETER_PROBLEM = 12;

    /** What a frame carries. */
    public enum Kind {
        /** A question or an answer of ARP, for IPv4 over Ethernet. */
        ARP,
        /** TCP in IPv4 or IPv6. */
        TCP,
        /** ICMP in IPv4. */
        ICMP,
        /** A part of a datagram of IPv4. */
        FRAGMENT,
        /** Anything else that could be read so far. */
        OTHER,
        /** A header that says what the frame's length belies, or a length that was cut. */
        BROKEN
    }

    private final MemorySegment memory;
    /** Of the Ethernet header. */
    private long start;

    private long end;
    private long network;
    private long transport;
    private boolean six;
    /** Whether there is a whole header of IP, with its addresses. */
    private boolean addressed;

    /** Of frames that lie in this memory. */
    public Frame(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Turns to another frame.
     *
     * @param at of its virtio header
     * @param bytes its length without that header
     */
    public Kind read(long at, int bytes) {
        six = false;
        addressed = false;
        start = at + VIRTIO_BYTES;
        end = start + bytes;
        network = start + ETHERNET_BYTES;
        if (bytes < ETHERNET_BYTES) {
            return Kind.BROKEN;
        }
        return switch (Wire.word(memory, start + 12)) {
            case ARP_TYPE -> Arp.isEthernet(memory, network, end) ? Kind.ARP : Kind.OTHER;
            case IPV4_TYPE -> readFour();
            case IPV6_TYPE -> readSix();
            default -> Kind.OTHER;
        };
    }

    private Kind readFour() {
        if (network + 20 > end) {
            return Kind.BROKEN;
        }
        int first = Wire.octet(memory, network);
        int header = (first & 15) * 4;
        long whole = Wire.word(memory, network + 2);
        if (first >>> 4 != 4 || header < 20 || whole < header || network + whole > end) {
            return Kind.BROKEN;
        }
        addressed = true;
        end = network + whole;
        transport = network + header;
        // More fragments, or not the first one.
        if ((Wire.word(memory, network + 6) & 0x3FFF) != 0) {
            return Kind.FRAGMENT;
        }
        return switch (Wire.octet(memory, network + 9)) {
            case PROTOCOL_TCP -> transport + TCP_BYTES <= end ? Kind.TCP : Kind.BROKEN;
            case PROTOCOL_ICMP -> transport + ICMP_BYTES <= end ? Kind.ICMP : Kind.BROKEN;
            default -> Kind.OTHER;
        };
    }

    private Kind readSix() {
        six = true;
        if (network + IPV6_BYTES > end || Wire.octet(memory, network) >>> 4 != 6) {
            return Kind.BROKEN;
        }
        long whole = (long) IPV6_BYTES + Wire.word(memory, network + 4);
        if (network + whole > end) {
            return Kind.BROKEN;
        }
        addressed = true;
        end = network + whole;
        transport = network + IPV6_BYTES;
        if (Wire.octet(memory, network + 6) != PROTOCOL_TCP) {
            return Kind.OTHER;
        }
        return transport + TCP_BYTES <= end ? Kind.TCP : Kind.BROKEN;
    }

    /** The upper half of the source's {@link IpAddress}. */
    public long sourceHigh() {
        return six ? Wire.qword(memory, network + 8) : 0;
    }

    /** Its lower half. */
    public long sourceLow() {
        return six ? Wire.qword(memory, network + 16) : IpAddress.mapped(Wire.dword(memory, network + 12));
    }

    /** The same of the destination. */
    public long destinationHigh() {
        return six ? Wire.qword(memory, network + 24) : 0;
    }

    /** The same of the destination. */
    public long destinationLow() {
        return six ? Wire.qword(memory, network + 32) : IpAddress.mapped(Wire.dword(memory, network + 16));
    }

    /** Whether it is a packet of IPv4, which alone can be rewritten. */
    public boolean isFour() {
        return !six;
    }

    /** Whether this is the destination; never of what is no IP. */
    public boolean isTo(IpAddress address) {
        return addressed && destinationLow() == address.low() && destinationHigh() == address.high();
    }

    /** Of TCP. */
    public int sourcePort() {
        return Wire.word(memory, transport);
    }

    /** Of TCP. */
    public int destinationPort() {
        return Wire.word(memory, transport + 2);
    }

    /** Of TCP: the lower eight. */
    public int tcpFlags() {
        return Wire.octet(memory, transport + 13);
    }

    /** 48 bits. */
    public long sourceMac() {
        return Wire.mac(memory, start + 6);
    }

    /** Who is to have the frame, and who sends it: 48 bits each. */
    public void address(long to, long from) {
        Wire.mac(memory, start, to);
        Wire.mac(memory, start + 6, from);
    }

    /** The length of the packet of IP, with its header. */
    public int packetBytes() {
        return (int) (end - network);
    }

    /** What is an {@link Kind#ARP}. */
    public Arp arp() {
        return new Arp(memory, network);
    }

    /**
     * Counts one hop. To be asked before anything else is rewritten, since a packet without one left goes nowhere.
     *
     * @return false, and nothing is changed, if there is none left
     */
    public boolean hop() {
        int left = Wire.octet(memory, network + 8);
        if (left <= 1) {
            return false;
        }
        int before = Wire.word(memory, network + 8);
        int after = before - 0x100;
        Wire.word(memory, network + 8, after);
        changeHeaderChecksum(network, Checksums.difference(before, after));
        return true;
    }

    /** Another destination for a packet of TCP in IPv4, its checksums with it. */
    public void redirect(int address, int port) {
        rewrite(network + 16, address, transport + 2, port);
    }

    /** Another source for one. */
    public void disguise(int address, int port) {
        rewrite(network + 12, address, transport, port);
    }

    private void rewrite(long addressAt, int address, long portAt, int port) {
        long ofAddress = Checksums.differenceOfInts(Wire.dword(memory, addressAt), address);
        long ofPort = Checksums.difference(Wire.word(memory, portAt), port);
        Wire.dword(memory, addressAt, address);
        Wire.word(memory, portAt, port);
        changeHeaderChecksum(network, ofAddress);
        long checksumAt = transport + 16;
        int checksum = Wire.word(memory, checksumAt);
        // A partial checksum covers the addresses only: the ports are added when it is finished.
        Wire.word(
                memory,
                checksumAt,
                isPartial()
                        ? Checksums.changedPartial(checksum, ofAddress)
                        : Checksums.changed(checksum, ofAddress + ofPort));
    }

    private void changeHeaderChecksum(long header, long difference) {
        int checksum = Wire.word(memory, header + 10);
        Wire.word(memory, header + 10, Checksums.changed(checksum, difference));
    }

    /** Whether somebody else will finish the checksum of TCP. */
    private boolean isPartial() {
        return (memory.get(ValueLayout.JAVA_BYTE, start - VIRTIO_BYTES) & NEEDS_CHECKSUM) != 0;
    }

    /** Of ICMP: whether somebody asks if we are there. */
    public boolean isEchoRequest() {
        return Wire.octet(memory, transport) == ECHO_REQUEST;
    }

    /** Turns a request for an echo into its answer: back to where it came from. */
    public void echo() {
        int source = Wire.dword(memory, network + 12);
        Wire.dword(memory, network + 12, Wire.dword(memory, network + 16));
        Wire.dword(memory, network + 16, source);
        int before = Wire.word(memory, transport);
        Wire.octet(memory, transport, 0);
        int checksum = Wire.word(memory, transport + 2);
        Wire.word(memory, transport + 2, Checksums.changed(checksum, Checksums.difference(before, before & 0xFF)));
        address(sourceMac(), Wire.mac(memory, start));
    }

    /**
     * Of ICMP: whether it reports an error of a packet of TCP, whose header and ports it quotes (RFC 792, RFC 1812 section
     * 4.3.2.3).
     */
    public boolean quotesTcp() {
        int type = Wire.octet(memory, transport);
        boolean error = type == UNREACHABLE || type == TIME_EXCEEDED || type == PARAMETER_PROBLEM;
        long quoted = quoted();
        if (!error || quoted + 20 > end || Wire.octet(memory, quoted) >>> 4 != 4) {
            return false;
        }
        int header = (Wire.octet(memory, quoted) & 15) * 4;
        return header >= 20
                && quoted + header + 8 <= end
                && Wire.octet(memory, quoted + 9) == PROTOCOL_TCP
                && (Wire.word(memory, quoted + 6) & 0x1FFF) == 0;
    }

    private long quoted() {
        return transport + ICMP_BYTES;
    }

    private long quotedTransport() {
        return quoted() + (Wire.octet(memory, quoted()) & 15) * 4L;
    }

    /** The lower half of the {@link IpAddress} from which the quoted packet was sent. */
    public long quotedSourceLow() {
        return IpAddress.mapped(Wire.dword(memory, quoted() + 12));
    }

    /** To which it was sent. */
    public long quotedDestinationLow() {
        return IpAddress.mapped(Wire.dword(memory, quoted() + 16));
    }

    /** Its ports. */
    public int quotedSourcePort() {
        return Wire.word(memory, quotedTransport());
    }

    /** Its ports. */
    public int quotedDestinationPort() {
        return Wire.word(memory, quotedTransport() + 2);
    }

    /**
     * An error on its way to a back-end: to the back-end's address, and about a packet that was sent from there (RFC 2391
     * leaves this to RFC 3022, section 4.3).
     */
    public void redirectError(int address, int port) {
        rewriteError(network + 16, quoted() + 12, address, quotedTransport(), port);
    }

    /** An error on its way from a back-end: from this address, and about a packet that was sent to it. */
    public void disguiseError(int address, int port) {
        rewriteError(network + 12, quoted() + 16, address, quotedTransport() + 2, port);
    }

    /**
     * The quoted checksum of TCP stays as it is: it may be cut off, and nobody can check it without the whole packet. What is
     * changed in the quotation is covered by the checksum of ICMP, and that of the quoted header changes so that its own words
     * still add up.
     */
    private void rewriteError(long outerAt, long innerAt, int address, long portAt, int port) {
        changeHeaderChecksum(network, Checksums.differenceOfInts(Wire.dword(memory, outerAt), address));
        Wire.dword(memory, outerAt, address);
        long ofAddress = Checksums.differenceOfInts(Wire.dword(memory, innerAt), address);
        long ofPort = Checksums.difference(Wire.word(memory, portAt), port);
        int before = Wire.word(memory, quoted() + 10);
        Wire.dword(memory, innerAt, address);
        Wire.word(memory, portAt, port);
        changeHeaderChecksum(quoted(), ofAddress);
        long ofChecksum = Checksums.difference(before, Wire.word(memory, quoted() + 10));
        int checksum = Wire.word(memory, transport + 2);
        Wire.word(memory, transport + 2, Checksums.changed(checksum, ofAddress + ofPort + ofChecksum));
    }
}
