package io.gosling.netty.listen;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The version of the PROXY protocol in which a client is named before the first byte that is sent on its behalf:
 * versions 1 and 2, as the authors of HAProxy wrote it down (proxy-protocol.txt, sections 2.1 and 2.2);
 * {@link ProxyProtocolHeader} reads it. Pure.
 */
public enum ProxyProtocolVersion {
    OFF,
    /** Version 1, a line of text. */
    V1,
    /** Version 2, binary. */
    V2;

    private static final byte[] NOTHING = {};
    private static final byte[] SIGNATURE = HexFormat.of().parseHex("0d0a0d0a000d0a515549540a");
    private static final byte PROXY = 0x21;
    private static final byte LOCAL = 0x20;
    private static final byte TCP4 = 0x11;
    private static final byte TCP6 = 0x21;

    /**
     * Returns the header for a client's connection. If one address is of IPv4 and the other of IPv6, the former is
     * mapped.
     *
     * @param client address of the client; any address but an IP address is omitted
     * @param local address at which it arrived
     */
    public byte[] of(SocketAddress client, SocketAddress local) {
        if (!(client instanceof InetSocketAddress from && local instanceof InetSocketAddress to)
                || from.isUnresolved()
                || to.isUnresolved()) {
            return ofNobody();
        }
        return switch (this) {
            case OFF -> NOTHING;
            case V1 -> line(from, to);
            case V2 -> binary(from, to);
        };
    }

    /** Returns the header for a connection that is made for no client, such as a health check. */
    public byte[] ofNobody() {
        return switch (this) {
            case OFF -> NOTHING;
            case V1 -> "PROXY UNKNOWN\r\n".getBytes(StandardCharsets.US_ASCII);
            case V2 ->
                ByteBuffer.allocate(SIGNATURE.length + 4)
                        .put(SIGNATURE)
                        .put(LOCAL)
                        .array();
        };
    }

    private static byte[] line(InetSocketAddress client, InetSocketAddress local) {
        boolean four = isFour(client) && isFour(local);
        String text = (four ? "PROXY TCP4 " : "PROXY TCP6 ") + text(client, four) + " " + text(local, four) + " "
                + client.getPort() + " " + local.getPort() + "\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(InetSocketAddress address, boolean four) {
        String text = ClientAddressAttribute.text(address);
        return four || !isFour(address) ? text : "::ffff:" + text;
    }

    private static byte[] binary(InetSocketAddress client, InetSocketAddress local) {
        boolean four = isFour(client) && isFour(local);
        byte[] from = bytes(client, four);
        byte[] to = bytes(local, four);
        int rest = from.length + to.length + 4;
        return ByteBuffer.allocate(SIGNATURE.length + 4 + rest)
                .put(SIGNATURE)
                .put(PROXY)
                .put(four ? TCP4 : TCP6)
                .putShort((short) rest)
                .put(from)
                .put(to)
                .putShort((short) client.getPort())
                .putShort((short) local.getPort())
                .array();
    }

    private static byte[] bytes(InetSocketAddress address, boolean four) {
        byte[] bytes = address.getAddress().getAddress();
        if (four || bytes.length == 16) {
            return bytes;
        }
        return ByteBuffer.allocate(16)
                .putShort(10, (short) 0xffff)
                .position(12)
                .put(bytes)
                .array();
    }

    private static boolean isFour(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address;
    }
}
