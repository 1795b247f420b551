package io.gosling.netty.listen;

import io.netty.buffer.ByteBuf;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A decoded header of the PROXY protocol, in which a proxy names its client before the first byte of that client;
 * versions 1 and 2, as the authors of HAProxy wrote it down (proxy-protocol.txt, sections 2.1 and 2.2). Pure.
 *
 * @param client the client; null where the proxy speaks for itself (LOCAL, a health check) or does not know (UNKNOWN,
 *     and all families but TCP over IPv4 and IPv6), so that the connection's own address counts
 */
record ProxyProtocolHeader(@Nullable InetSocketAddress client, int bytes) {
    /** Longest header of version 1, its line end included. */
    static final int LONGEST_LINE = 107;

    /** Longest rest of a header of version 2: addresses, and further values, which are skipped unread. */
    static final int LONGEST_REST = 4096;

    private static final byte[] SIGNATURE = {0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a};
    private static final byte[] WORD = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final int FIXED = SIGNATURE.length + 4;
    private static final Pattern PORT = Pattern.compile("0|[1-9][0-9]{0,4}");
    private static final Pattern FOUR = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})(?:\\.(?!$)|$)){4}");
    private static final Pattern SIX = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

    static final class Malformed extends Exception {
        Malformed(String reason) {
            super(reason);
        }
    }

    /** Reads the header at the reader index, which does not move; null when it has not arrived completely. */
    static @Nullable ProxyProtocolHeader read(ByteBuf in) throws Malformed {
        if (!in.isReadable()) {
            return null;
        }
        return in.getByte(in.readerIndex()) == WORD[0] ? readLine(in) : readBinary(in);
    }

    private static @Nullable ProxyProtocolHeader readLine(ByteBuf in) throws Malformed {
        requireBeginning(in, WORD);
        int seen = Math.min(in.readableBytes(), LONGEST_LINE);
        int end = in.indexOf(in.readerIndex(), in.readerIndex() + seen, (byte) '\n');
        if (end < 0) {
            if (seen == LONGEST_LINE) {
                throw new Malformed("no line end within " + LONGEST_LINE + " bytes");
            }
            return null;
        }
        int bytes = end - in.readerIndex() + 1;
        String line = in.toString(in.readerIndex(), bytes, StandardCharsets.ISO_8859_1);
        if (!line.endsWith("\r\n")) {
            throw new Malformed("a line end without CR");
        }
        String[] words = line.substring(0, line.length() - 2).split(" ", -1);
        if (words[1].equals("UNKNOWN")) {
            return new ProxyProtocolHeader(null, bytes);
        }
        boolean six = words[1].equals("TCP6");
        if (words.length != 6 || !(six || words[1].equals("TCP4"))) {
            throw new Malformed("a line that is neither UNKNOWN nor TCP4 or TCP6 with two addresses and two ports");
        }
        address(words[3], six);
        port(words[5]);
        return new ProxyProtocolHeader(new InetSocketAddress(address(words[2], six), port(words[4])), bytes);
    }

    private static @Nullable ProxyProtocolHeader readBinary(ByteBuf in) throws Malformed {
        requireBeginning(in, SIGNATURE);
        if (in.readableBytes() < FIXED) {
            return null;
        }
        int at = in.readerIndex() + SIGNATURE.length;
        int command = in.getUnsignedByte(at);
        int family = in.getUnsignedByte(at + 1);
        int rest = in.getUnsignedShort(at + 2);
        if (command != 0x20 && command != 0x21) {
            throw new Malformed("a version and command of 0x" + Integer.toHexString(command));
        }
        if (rest > LONGEST_REST) {
            throw new Malformed(rest + " bytes of addresses and values; at most " + LONGEST_REST + " are skipped");
        }
        boolean proxied = command == 0x21;
        if (proxied && rest < leastRest(family)) {
            throw new Malformed(rest + " bytes are too few for addresses of family 0x" + Integer.toHexString(family));
        }
        if (in.readableBytes() < FIXED + rest) {
            return null;
        }
        int bytes = FIXED + rest;
        if (!proxied || (family != 0x11 && family != 0x21)) {
            return new ProxyProtocolHeader(null, bytes);
        }
        byte[] address = new byte[family == 0x11 ? 4 : 16];
        in.getBytes(at + 4, address);
        int port = in.getUnsignedShort(at + 4 + 2 * address.length);
        return new ProxyProtocolHeader(new InetSocketAddress(inet(address), port), bytes);
    }

    /** Returns the bytes that the addresses of a family take; an unknown family is refused. */
    private static int leastRest(int family) throws Malformed {
        return switch (family) {
            case 0x00 -> 0;
            case 0x11, 0x12 -> 12;
            case 0x21, 0x22 -> 36;
            case 0x31, 0x32 -> 216;
            default -> throw new Malformed("a family of 0x" + Integer.toHexString(family));
        };
    }

    private static void requireBeginning(ByteBuf in, byte[] beginning) throws Malformed {
        int seen = Math.min(in.readableBytes(), beginning.length);
        for (int i = 0; i < seen; i++) {
            if (in.getByte(in.readerIndex() + i) != beginning[i]) {
                throw new Malformed("other bytes than those with which a header begins");
            }
        }
    }

    private static InetAddress address(String text, boolean six) throws Malformed {
        byte[] bytes =
                (six ? SIX : FOUR).matcher(text).matches() ? NetUtil.createByteArrayFromIpAddressString(text) : null;
        if (bytes == null || bytes.length != (six ? 16 : 4)) {
            throw new Malformed("an address that is none of " + (six ? "IPv6" : "IPv4"));
        }
        return inet(bytes);
    }

    private static InetAddress inet(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }

    private static int port(String text) throws Malformed {
        int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : -1;
        if (port < 0 || port > 65535) {
            throw new Malformed("a port that is no number from 0 to 65535");
        }
        return port;
    }
}
