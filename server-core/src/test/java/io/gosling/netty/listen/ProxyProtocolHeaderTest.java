package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyProtocolHeaderTest {
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    private static @Nullable ProxyProtocolHeader read(byte[] bytes) throws ProxyProtocolHeader.Malformed {
        return ProxyProtocolHeader.read(Unpooled.wrappedBuffer(bytes));
    }

    private static byte[] line(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] hex(String rest) {
        return HexFormat.of().parseHex(SIGNATURE + rest.replace(" ", ""));
    }

    private static ProxyProtocolHeader whole(byte[] bytes) {
        try {
            return Objects.requireNonNull(read(bytes), "it is whole");
        } catch (ProxyProtocolHeader.Malformed e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PROXY TCP4 192.0.2.7 10.0.0.1 56324 443, 192.0.2.7, 56324",
        "PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535, 255.255.255.255, 65535",
        "PROXY TCP6 2001:db8::7 ::1 1 2, 2001:db8:0:0:0:0:0:7, 1",
        "PROXY TCP6 ::ffff:192.0.2.7 ::1 0 0, 192.0.2.7, 0",
        "PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535,"
                + " ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 65535",
    })
    void aLineNamesTheClient(String text, String address, int port) {
        ProxyProtocolHeader header = whole(line(text + "\r\nGET / HTTP/1.1\r\n"));
        InetSocketAddress client = Objects.requireNonNull(header.client());
        assertEquals(address, client.getAddress().getHostAddress());
        assertEquals(port, client.getPort());
        assertEquals(text.length() + 2, header.bytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROXY UNKNOWN\r\n",
                "PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n",
            })
    void aProxyThatDoesNotKnowSaysSo(String text) {
        ProxyProtocolHeader header = whole(line(text));
        assertNull(header.client());
        assertEquals(text.length(), header.bytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "PROXI",
                "PROXY  TCP4 1.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 1 65536\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n",
                "PROXY TCP4 1.2.3.4 1.2.3.4 -1 2\r\n",
                "PROXY TCP4 1.2.3.256 1.2.3.4 1 2\r\n",
                "PROXY TCP4 1.2.3.04 1.2.3.4 1 2\r\n",
                "PROXY TCP4 1.2.3 1.2.3.4 1 2\r\n",
                "PROXY TCP4 1.2.3.4. 1.2.3.4 1 2\r\n",
                "PROXY TCP4 ::1 ::1 1 2\r\n",
                "PROXY TCP4 localhost 1.2.3.4 1 2\r\n",
                "PROXY TCP6 1.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY TCP6 ::1%lo ::1 1 2\r\n",
                "PROXY TCP6 [::1] ::1 1 2\r\n",
                "PROXY TCP6 :::1 ::1 1 2\r\n",
                "PROXY UDP4 1.2.3.4 1.2.3.4 1 2\r\n",
                "PROXY unknown\r\n",
                "PROXY \r\n",
            })
    void anyOtherLineIsMalformed(String text) {
        assertThrows(ProxyProtocolHeader.Malformed.class, () -> read(line(text)));
    }

    @Test
    void aLineWithoutEndIsNotAwaited() throws ProxyProtocolHeader.Malformed {
        assertNull(read(line("PROXY UNKNOWN " + "x".repeat(92))));
        assertThrows(ProxyProtocolHeader.Malformed.class, () -> read(line("PROXY UNKNOWN " + "x".repeat(93))));
    }

    @ParameterizedTest
    @CsvSource({
        // TCP over IPv4, without and with further values; over IPv6
        "21 11 000c c0000207 0a000001 dc04 01bb, 192.0.2.7, 56324",
        "21 11 0013 c0000207 0a000001 dc04 01bb 04 0004 00000000, 192.0.2.7, 56324",
        "21 21 0024 20010db8000000000000000000000007 00000000000000000000000000000001 0001 0002,"
                + " 2001:db8:0:0:0:0:0:7, 1",
    })
    void aBinaryHeaderNamesTheClient(String rest, String address, int port) {
        byte[] bytes = hex(rest);
        ProxyProtocolHeader header = whole(bytes);
        InetSocketAddress client = Objects.requireNonNull(header.client());
        assertEquals(address, client.getAddress().getHostAddress());
        assertEquals(port, client.getPort());
        assertEquals(bytes.length, header.bytes());
    }

    /** A health check, no family, datagrams, a Unix socket: the connection's own address counts. */
    @Test
    void whereNobodyIsNamedTheHeaderIsSkipped() {
        String unix = "00".repeat(216);
        for (String rest : new String[] {
            "20 00 0000",
            "20 11 000c c0000207 0a000001 dc04 01bb",
            "20 ff 0001 00",
            "21 00 0000",
            "21 00 0003 010203",
            "21 12 000c c0000207 0a000001 dc04 01bb",
            "21 31 00d8" + unix,
        }) {
            byte[] bytes = hex(rest);
            ProxyProtocolHeader header = whole(bytes);
            assertNull(header.client(), rest);
            assertEquals(bytes.length, header.bytes(), rest);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "11 11 000c c0000207 0a000001 dc04 01bb",
                "22 11 000c c0000207 0a000001 dc04 01bb",
                "21 11 000b c0000207 0a000001 dc04 01",
                "21 21 000c c0000207 0a000001 dc04 01bb",
                "21 41 0000",
                "21 13 000c c0000207 0a000001 dc04 01bb",
                "21 11 1001",
            })
    void anyOtherBinaryHeaderIsMalformed(String rest) {
        assertThrows(ProxyProtocolHeader.Malformed.class, () -> read(hex(rest)));
    }

    /** Damaged headers, cut anywhere, give the same answer, without other exceptions or reads beyond the end. */
    @Test
    void twentyThousandDamagedHeadersAreReadAlikeInPieces() {
        Random random = new Random(7);
        byte[][] seeds = {
            line("PROXY TCP4 192.0.2.7 10.0.0.1 56324 443\r\nGET"),
            line("PROXY TCP6 2001:db8::7 ::1 1 2\r\n"),
            line("PROXY UNKNOWN\r\n"),
            hex("21 11 0013 c0000207 0a000001 dc04 01bb 04 0004 00000000 474554"),
            hex("20 00 0000 47"),
        };
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = seeds[random.nextInt(seeds.length)].clone();
            for (int changes = random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            assertEquals(
                    outcome(bytes, bytes.length),
                    inPieces(bytes),
                    () -> HexFormat.of().formatHex(bytes));
        }
    }

    private static String inPieces(byte[] bytes) {
        for (int length = 0; length < bytes.length; length++) {
            String outcome = outcome(bytes, length);
            if (!outcome.equals("null")) {
                return outcome;
            }
        }
        return outcome(bytes, bytes.length);
    }

    private static String outcome(byte[] bytes, int length) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes, 0, length);
        try {
            ProxyProtocolHeader header = ProxyProtocolHeader.read(in);
            assertEquals(0, in.readerIndex());
            return String.valueOf(header);
        } catch (ProxyProtocolHeader.Malformed e) {
            return "malformed";
        }
    }

    @Test
    void anyAddressComesBack() throws UnknownHostException {
        Random random = new Random(8);
        for (int round = 0; round < 2_000; round++) {
            byte[] address = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(address);
            String text = InetAddress.getByAddress(address).getHostAddress();
            int port = random.nextInt(65_536);
            String family = address.length == 4 ? "TCP4" : "TCP6";
            ProxyProtocolHeader header =
                    whole(line("PROXY " + family + " " + text + " " + text + " " + port + " 1\r\n"));
            assertEquals(new InetSocketAddress(InetAddress.getByAddress(address), port), header.client());
        }
    }
}
