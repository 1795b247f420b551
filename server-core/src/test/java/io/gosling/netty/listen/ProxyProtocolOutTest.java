package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the PROXY header that is sent, byte for byte and as read by this server. */
class ProxyProtocolOutTest {
    private static final InetSocketAddress FOUR = new InetSocketAddress("192.0.2.7", 56324);
    private static final InetSocketAddress HERE = new InetSocketAddress("10.0.0.1", 443);
    private static final InetSocketAddress SIX = new InetSocketAddress("2001:db8::7", 1);

    private static String line(InetSocketAddress client, InetSocketAddress local) {
        return new String(ProxyProtocolVersion.V1.of(client, local), StandardCharsets.US_ASCII);
    }

    private static ProxyProtocolHeader read(byte[] bytes) throws ProxyProtocolHeader.Malformed {
        return Objects.requireNonNull(ProxyProtocolHeader.read(Unpooled.wrappedBuffer(bytes)));
    }

    @Test
    void aLineHasBothAddressesOfOneFamily() {
        assertEquals("PROXY TCP4 192.0.2.7 10.0.0.1 56324 443\r\n", line(FOUR, HERE));
        assertEquals("PROXY TCP6 2001:db8:0:0:0:0:0:7 ::ffff:10.0.0.1 1 443\r\n", line(SIX, HERE));
        assertEquals("PROXY TCP6 ::ffff:192.0.2.7 2001:db8:0:0:0:0:0:7 56324 1\r\n", line(FOUR, SIX));
    }

    @Test
    void bytesHaveThemToo() {
        assertArrayEquals(
                HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "2111000c" + "c0000207" + "0a000001" + "dc0401bb"),
                ProxyProtocolVersion.V2.of(FOUR, HERE));
        assertArrayEquals(
                HexFormat.of()
                        .parseHex("0d0a0d0a000d0a515549540a" + "21210024" + "20010db8000000000000000000000007"
                                + "00000000000000000000ffff0a000001" + "000101bb"),
                ProxyProtocolVersion.V2.of(SIX, HERE));
    }

    @ParameterizedTest
    @EnumSource(
            value = ProxyProtocolVersion.class,
            names = {"V1", "V2"})
    void whatIsWrittenIsRead(ProxyProtocolVersion version) throws ProxyProtocolHeader.Malformed {
        assertEquals(FOUR, read(version.of(FOUR, HERE)).client());
        assertEquals(SIX, read(version.of(SIX, HERE)).client());
        assertEquals(FOUR, read(version.of(FOUR, SIX)).client());
        assertNull(read(version.of(ClientAddressAttribute.OF_UNIX_SOCKET, HERE)).client());
        assertNull(read(version.ofNobody()).client());
        assertEquals(version.ofNobody().length, read(version.ofNobody()).bytes());
    }

    @Test
    void nothingIsSaidUnlessItIsAskedFor() {
        assertEquals(0, ProxyProtocolVersion.OFF.of(FOUR, HERE).length);
        assertEquals(0, ProxyProtocolVersion.OFF.ofNobody().length);
    }
}
