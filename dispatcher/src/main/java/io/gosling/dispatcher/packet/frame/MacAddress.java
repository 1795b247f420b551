package io.gosling.dispatcher.packet.frame;

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
        long bits = 0;
        for (byte part : bytes) {
            bits = bits << 8 | Byte.toUnsignedLong(part);
        }
        return new MacAddress(bits);
    }

    /** Such as {@code 02:00:00:00:00:2a}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int shift = 40; shift >= 0; shift -= 8) {
            int part = (int) (bits >>> shift) & 0xFF;
            text.append(shift == 40 ? "" : ":").append(part < 16 ? "0" : "").append(Integer.toHexString(part));
        }
        return text.toString();
    }
}
