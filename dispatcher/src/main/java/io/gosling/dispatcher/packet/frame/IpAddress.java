package io.gosling.dispatcher.packet.frame;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * An address of either family as 128 bits; one of IPv4 as it is mapped into IPv6, {@code ::ffff:a.b.c.d} (RFC 4291,
 * section 2.5.5.2), so that tables need to know one form.
 *
 * @param high the first 64 bits in the order of the network
 * @param low the last 64 bits
 */
public record IpAddress(long high, long low) {
    /** Nobody's: {@code ::}. */
    public static final IpAddress NONE = new IpAddress(0, 0);

    private static final long MAPPED = 0xFFFFL << 32;
    /** Bits by which a mapped IPv4 prefix is longer. */
    private static final int MAPPED_BITS = 96;

    public static IpAddress four(int bits) {
        return new IpAddress(0, mapped(bits));
    }

    /** One of IPv6 by its 32 hexadecimal digits, as Linux writes it in its lists. */
    public static IpAddress six(String hexadecimal) {
        return new IpAddress(
                HexFormat.fromHexDigitsToLong(hexadecimal, 0, 16), HexFormat.fromHexDigitsToLong(hexadecimal, 16, 32));
    }

    static long mapped(int bits) {
        return MAPPED | Integer.toUnsignedLong(bits);
    }

    /** One of this kind for one of the JDK's; its zone, if it has one, is lost. */
    public static IpAddress of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.capacity() == Integer.BYTES
                ? four(bytes.getInt(0))
                : new IpAddress(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }

    public boolean isFour() {
        return high == 0 && low >>> 32 == 0xFFFF;
    }

    /** Returns true for a unicast address valid beyond the host and the segment. */
    public boolean isOfOneHost() {
        // The last sixteenth of IPv4 is kept for later.
        return maySend(high, low) && (isFour() ? bits() >>> 28 != 15 : !isLinkLocal());
    }

    /**
     * Returns true if an address, by its halves, is a valid source on a network: neither a multicast, nor a loopback,
     * nor the unspecified address (RFC 1122, section 3.2.1.3; RFC 4291, sections 2.5 and 2.7).
     */
    public static boolean maySend(long high, long low) {
        if (high == 0 && low >>> 32 == 0xFFFF) {
            int bits = (int) low;
            int first = bits >>> 24;
            return first != 0 && first != 127 && first >>> 4 != 14 && bits != -1;
        }
        return high >>> 56 != 0xFF && (high != 0 || low >>> 1 != 0);
    }

    /** Returns true for a link-local IPv6 address. */
    public boolean isLinkLocal() {
        return !isFour() && high >>> 54 == 0xFE80 >>> 6;
    }

    /** Returns true if both are in one network, whose prefix is as long as it is in their own family. */
    public boolean shares(IpAddress other, int prefix) {
        if (isFour() != other.isFour()) {
            return false;
        }
        int bits = isFour() ? prefix + MAPPED_BITS : prefix;
        return ((high ^ other.high) & upper(bits)) == 0 && ((low ^ other.low) & upper(bits - Long.SIZE)) == 0;
    }

    /** The first so many of 64 bits. */
    private static long upper(int bits) {
        return bits <= 0 ? 0 : -1L << (Long.SIZE - Math.min(bits, Long.SIZE));
    }

    /** The solicited-node multicast address of this IPv6 address (RFC 4291, section 2.7.1). */
    public IpAddress solicited() {
        return new IpAddress(0xFF02_0000_0000_0000L, 0x0001_FF00_0000L | low & 0xFF_FFFF);
    }

    /** The hardware address of this group of IPv6 (RFC 2464, section 7): 48 bits. */
    public long groupMac() {
        return 0x3333_0000_0000L | low & 0xFFFF_FFFFL;
    }

    public InetAddress toInetAddress() {
        byte[] bytes = isFour()
                ? ByteBuffer.allocate(Integer.BYTES).putInt(bits()).array()
                : ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The 32 bits of one of IPv4. */
    public int bits() {
        return (int) low;
    }

    @Override
    public String toString() {
        return toInetAddress().getHostAddress();
    }
}
