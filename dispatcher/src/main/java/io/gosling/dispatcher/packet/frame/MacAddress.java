package io.gosling.dispatcher.packet.frame;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A hardware address of Ethernet.
 *
 * @param bits its 48 bits in the order in which they are sent, the upper 16 zero
 */
public record MacAddress(long bits) {
    public static final MacAddress BROADCAST = new MacAddress(0xFFFF_FFFF_FFFFL);

    public MacAddress {
        if (bits >>> 48 != 0) {
            throw new IllegalArgumentException(
                    "a hardware address of " + Long.toHexString(bits) + "; expected 48 bits");
        }
    }

    /** From six bytes. */
    public static MacAddress of(byte[] bytes) {
        return new MacAddress(new BigInteger(1, bytes).longValue());
    }

    /** Such as {@code 02:00:00:00:00:2a}. */
    @Override
    public String toString() {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(bits).array();
        return HexFormat.ofDelimiter(":").formatHex(bytes, 2, Long.BYTES);
    }
}
