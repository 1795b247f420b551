package io.gosling.site.access;

import io.gosling.http.ForwardedHeaderParser;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * A block of addresses that begin with the same bits (RFC 4632): {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or one
 * address. Pure; never asks a name server. An IPv4 address that is written as IPv6 ({@code ::ffff:10.0.0.1}) is the
 * IPv4 address.
 */
public final class AddressBlock {
    private final String text;
    private final byte[] start;
    private final int bits;

    private AddressBlock(String text, byte[] start, int bits) {
        this.text = text;
        this.start = start;
        this.bits = bits;
    }

    public static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = ForwardedHeaderParser.literal(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw wrong(text, "it has no address");
        }
        byte[] start = address.getAddress();
        int all = start.length * 8;
        int bits = all;
        if (slash >= 0) {
            String length = text.substring(slash + 1);
            if (!length.matches("[0-9]{1,3}") || Integer.parseInt(length) > all) {
                throw wrong(text, "behind the slash must be a number from 0 to " + all);
            }
            bits = Integer.parseInt(length);
        }
        AddressBlock block = new AddressBlock(text, start, bits);
        for (int bit = bits; bit < all; bit++) {
            if ((start[bit / 8] & 0x80 >> bit % 8) != 0) {
                throw wrong(text, "bits behind the prefix of " + bits + " are set");
            }
        }
        return block;
    }

    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != start.length) {
            return false;
        }
        int whole = bits / 8;
        int rest = bits % 8;
        int mask = 0xff00 >> rest & 0xff;
        return Arrays.equals(bytes, 0, whole, start, 0, whole)
                && (rest == 0 || (bytes[whole] & mask) == (start[whole] & mask));
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException("addresses '" + text + "': " + why
                + "; expected an address or a block, such as 10.0.0.0/8, 192.0.2.7 or 2001:db8::/32");
    }

    @Override
    public String toString() {
        return text;
    }
}
