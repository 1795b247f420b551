package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A view of an Ethernet frame in place, behind a virtio header of {@link #VIRTIO_BYTES} that says how far its checksum
 * is. Read a frame, inspect it, rewrite it in place; then the same object reads the next. Nothing is allocated.
 *
 * <p>A frame that {@link #read} classifies as {@link Kind#TCP} or {@link Kind#ICMP} holds all parts that this class
 * accesses. A call for a part that a frame of its kind does not have returns nonsense. Fragments do not count as TCP,
 * because only the first has ports; neither do packets with extension headers, which hosts do not send unless
 * configured to. Not thread-safe.
 */
public final class EthernetFrame extends IpPacket {
    /** Length of the header that Linux puts before a frame with PACKET_VNET_HDR (struct virtio_net_hdr). */
    public static final int VIRTIO_BYTES = 10;

    /** Of an Ethernet header; no tag of a VLAN is expected. */
    public static final int ETHERNET_BYTES = 14;

    /** Bits of {@link #tcpFlags}. */
    public static final int FIN = 1;

    public static final int SYN = 2;
    public static final int RST = 4;
    public static final int ACK = 16;

    static final int ARP_TYPE = 0x0806;
    static final int IPV4_TYPE = 0x0800;
    static final int IPV6_TYPE = 0x86DD;
    static final int PRESENCE_TYPE = 0x88B5;
    static final int IPV6_BYTES = 40;
    static final int PROTOCOL_TCP = 6;
    static final int PROTOCOL_ICMP_SIX = 58;
    private static final int PROTOCOL_ICMP = 1;
    private static final int TCP_BYTES = 20;
    private static final int ICMP_BYTES = 8;
    private static final int NEEDS_CHECKSUM = 1;
    private static final int HOPS = 64;
    private static final int ECHO_REQUEST = 8;
    private static final int ECHO_REPLY = 0;
    private static final int ECHO_REQUEST_SIX = 128;
    private static final int ECHO_REPLY_SIX = 129;
    private static final int UNREACHABLE = 3;
    private static final int TIME_EXCEEDED = 11;
    private static final int PARAMETER_PROBLEM = 12;
    private static final int UNREACHABLE_SIX = 1;
    private static final int PARAMETER_PROBLEM_SIX = 4;

    public enum Kind {
        /** A question or an answer of ARP, for IPv4 over Ethernet. */
        ARP,
        /** A question or an answer of neighbour discovery. */
        NDP,
        /** An advertisement of another dispatcher. */
        PRESENCE,
        /** TCP in IPv4 or IPv6. */
        TCP,
        /** ICMP in IPv4, or its like in IPv6. */
        ICMP,
        /** A part of a datagram. */
        FRAGMENT,
        /** A packet of IPv6 with an extension header before what it carries. */
        EXTENDED,
        /** Anything else that could be read so far. */
        OTHER,
        /** A header that says what the frame's length belies, or a length that was cut. */
        BROKEN
    }

    private final IcmpQuotedPacket quotation;
    private long start;
    private long end;
    /** True if there is a whole header of IP, with its addresses. */
    private boolean addressed;

    public EthernetFrame(MemorySegment memory) {
        super(memory);
        this.quotation = new IcmpQuotedPacket(memory);
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
        return switch (BigEndianAccess.word(memory, start + 12)) {
            case ARP_TYPE -> ArpCodec.isEthernet(memory, network, end) ? Kind.ARP : Kind.OTHER;
            case IPV4_TYPE -> readFour();
            case IPV6_TYPE -> readSix();
            case PRESENCE_TYPE -> StandbyAdvertisement.isOne(memory, network, end) ? Kind.PRESENCE : Kind.OTHER;
            default -> Kind.OTHER;
        };
    }

    private Kind readFour() {
        if (network + 20 > end) {
            return Kind.BROKEN;
        }
        int first = BigEndianAccess.octet(memory, network);
        int header = (first & 15) * 4;
        long whole = BigEndianAccess.word(memory, network + 2);
        if (first >>> 4 != 4 || header < 20 || whole < header || network + whole > end) {
            return Kind.BROKEN;
        }
        addressed = true;
        end = network + whole;
        transport = network + header;
        // More fragments, or not the first one.
        if ((BigEndianAccess.word(memory, network + 6) & 0x3FFF) != 0) {
            return Kind.FRAGMENT;
        }
        return switch (BigEndianAccess.octet(memory, network + 9)) {
            case PROTOCOL_TCP -> transport + TCP_BYTES <= end ? Kind.TCP : Kind.BROKEN;
            case PROTOCOL_ICMP -> transport + ICMP_BYTES <= end ? Kind.ICMP : Kind.BROKEN;
            default -> Kind.OTHER;
        };
    }

    private Kind readSix() {
        six = true;
        if (network + IPV6_BYTES > end || BigEndianAccess.octet(memory, network) >>> 4 != 6) {
            return Kind.BROKEN;
        }
        long whole = (long) IPV6_BYTES + BigEndianAccess.word(memory, network + 4);
        if (network + whole > end) {
            return Kind.BROKEN;
        }
        addressed = true;
        end = network + whole;
        transport = network + IPV6_BYTES;
        return switch (BigEndianAccess.octet(memory, network + 6)) {
            case PROTOCOL_TCP -> transport + TCP_BYTES <= end ? Kind.TCP : Kind.BROKEN;
            case PROTOCOL_ICMP_SIX -> icmpSix();
            // Fragment; hop-by-hop options, routing, authentication, destination options, mobility, host identity,
            // shim.
            case 44 -> Kind.FRAGMENT;
            case 0, 43, 51, 60, 135, 139, 140 -> Kind.EXTENDED;
            default -> Kind.OTHER;
        };
    }

    private Kind icmpSix() {
        boolean whole = transport + ICMP_BYTES <= end;
        return !whole ? Kind.BROKEN : NdpMessage.isMessage(memory, network, end) ? Kind.NDP : Kind.ICMP;
    }

    public boolean isFour() {
        return !six;
    }

    /** Returns true if this is the destination; false for anything but IP. */
    public boolean isTo(IpAddress address) {
        return addressed && destinationLow() == address.low() && destinationHigh() == address.high();
    }

    /** Of TCP: the number of its first byte, or of its flag. */
    public int sequence() {
        return BigEndianAccess.dword(memory, transport + 4);
    }

    /** Of TCP: the lower eight. */
    public int tcpFlags() {
        return BigEndianAccess.octet(memory, transport + 13);
    }

    /** 48 bits. */
    public long sourceMac() {
        return BigEndianAccess.mac(memory, start + 6);
    }

    /** Sets the destination and the source of the frame: 48 bits each. */
    public void address(long to, long from) {
        BigEndianAccess.mac(memory, start, to);
        BigEndianAccess.mac(memory, start + 6, from);
    }

    /** The length of the packet of IP, with its header. */
    public int packetBytes() {
        return (int) (end - network);
    }

    /** The message of an {@link Kind#ARP} or {@link Kind#NDP} frame. */
    public NeighbourMessage word() {
        return BigEndianAccess.word(memory, start + 12) == ARP_TYPE
                ? ArpCodec.read(memory, network)
                : new NdpMessage(memory, start, end).word();
    }

    /** The message of a {@link Kind#PRESENCE} frame. */
    public StandbyAdvertisement presence() {
        return StandbyAdvertisement.read(memory, start);
    }

    /**
     * Decrements the hop limit. To be called before anything else is rewritten, since a packet without hops left is
     * dropped.
     *
     * @return false, and nothing is changed, if there is none left
     */
    public boolean hop() {
        int left = BigEndianAccess.octet(memory, hopsAt());
        if (left <= 1) {
            return false;
        }
        hops(left - 1);
        return true;
    }

    private long hopsAt() {
        return network + (six ? 7 : 8);
    }

    private void hops(int left) {
        if (six) {
            BigEndianAccess.octet(memory, hopsAt(), left);
            return;
        }
        int before = BigEndianAccess.word(memory, network + 8);
        BigEndianAccess.octet(memory, hopsAt(), left);
        changeChecksum(network + 10, InternetChecksum.difference(before, BigEndianAccess.word(memory, network + 8)));
    }

    /**
     * Sets another destination of the same family for a TCP packet, by the halves of its {@link IpAddress}, and updates
     * the checksums.
     */
    public void redirect(long high, long low, int port) {
        rewrite(destinationAt(), high, low, transport + 2, port);
    }

    /** Sets another source for a TCP packet, and updates the checksums. */
    public void disguise(long high, long low, int port) {
        rewrite(sourceAt(), high, low, transport, port);
    }

    private void rewrite(long addressAt, long high, long low, long portAt, int port) {
        long ofAddress = replace(addressAt, high, low);
        long ofPort = replacePort(portAt, port);
        long checksumAt = transport + 16;
        if (isPartial()) {
            // It covers the addresses only: the ports are added when it is finished.
            int sum = BigEndianAccess.word(memory, checksumAt);
            BigEndianAccess.word(memory, checksumAt, InternetChecksum.changedPartial(sum, ofAddress));
        } else {
            changeChecksum(checksumAt, ofAddress + ofPort);
        }
    }

    /** Returns true if the TCP checksum is still to be completed by the network card. */
    private boolean isPartial() {
        return (memory.get(ValueLayout.JAVA_BYTE, start - VIRTIO_BYTES) & NEEDS_CHECKSUM) != 0;
    }

    /** Of ICMP: whether it is an echo request from a single host. */
    public boolean isEchoRequest() {
        int first = BigEndianAccess.octet(memory, sourceAt());
        boolean ofGroup = six ? first == 0xFF : first >= 224;
        return BigEndianAccess.octet(memory, transport) == (six ? ECHO_REQUEST_SIX : ECHO_REQUEST) && !ofGroup;
    }

    /** Turns a request for an echo into its answer; {@code mac} has the 48 bits of this host. */
    public void echo(long mac) {
        long high = sourceHigh();
        long low = sourceLow();
        replace(sourceAt(), destinationHigh(), destinationLow());
        replace(destinationAt(), high, low);
        hops(HOPS);
        int before = BigEndianAccess.word(memory, transport);
        BigEndianAccess.octet(memory, transport, six ? ECHO_REPLY_SIX : ECHO_REPLY);
        changeChecksum(transport + 2, InternetChecksum.difference(before, BigEndianAccess.word(memory, transport)));
        address(sourceMac(), mac);
    }

    /** Returns true for an ICMP error that quotes a TCP packet with its ports: {@link #quotation}. */
    public boolean quotesTcp() {
        int type = BigEndianAccess.octet(memory, transport);
        // In IPv6 all four are errors: unreachable, too big, time exceeded, parameter problem.
        boolean error = six
                ? type >= UNREACHABLE_SIX && type <= PARAMETER_PROBLEM_SIX
                : type == UNREACHABLE || type == TIME_EXCEEDED || type == PARAMETER_PROBLEM;
        return error && quotation.read(six, transport + ICMP_BYTES, end);
    }

    /** The packet that an ICMP error quotes, once {@link #quotesTcp} has returned true. */
    public IcmpQuotedPacket quotation() {
        return quotation;
    }

    /** Sets another destination for an ICMP error, and updates the checksums. */
    public void errorTo(long high, long low) {
        replaceOfError(destinationAt(), high, low);
    }

    /** Sets another source for an ICMP error, and updates the checksums. */
    public void errorFrom(long high, long low) {
        replaceOfError(sourceAt(), high, low);
    }

    private void replaceOfError(long at, long high, long low) {
        long difference = replace(at, high, low);
        if (six) {
            // There, the addresses count for it too.
            changeChecksum(transport + 2, difference);
        }
    }

    /** Sets another source for the quoted packet (RFC 3022, section 4.3). */
    public void quoteSource(long high, long low, int port) {
        changeChecksum(transport + 2, quotation.source(high, low, port));
    }

    /** Sets another destination for the quoted packet. */
    public void quoteDestination(long high, long low, int port) {
        changeChecksum(transport + 2, quotation.destination(high, low, port));
    }
}
