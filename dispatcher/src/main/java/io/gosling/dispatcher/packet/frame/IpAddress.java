package io.gosling.dispatcher.packet.frame;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An address of either family as 128 bits; one of IPv4 as it is mapped into IPv6, {@code ::ffff:a.b.c.d} (RFC 4291, section
 * 2.5.5.2), so that tables need to know one form.
 *
 * @param high the first 64 bits in the order of the network
 * @param low the last 64 bits
 */
public record IpAddress(long high, long low) {
    private static final long MAPPED = 0xFFFFL << 32;

    /** One of IPv4 by its 32 bits. */
    public static IpAddress four(int bits) {
        return new IpAddress(0, mapped(bits));
    }

    /** The lower half of what {@link #four} gives. */
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

    /** Whether it is one of IPv4. */
    public boolean isFour() {
        return high == 0 && low >>> 32 == 0xFFFF;
    }

    /** The 32 bits of one of IPv4. */
    public int bits() {
        return (int) low;
    }

    /** As people write it. */
    @Override
    public String toString() {
        byte[] bytes = isFour()
                ? ByteBuffer.allocate(Integer.BYTES).putInt(bits()).array()
                : ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
