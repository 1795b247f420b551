package io.gosling.dispatcher.packet.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of both families in one form. */
class IpAddressTest {
    private static IpAddress address(String text) {
        return IpAddress.of(InetAddress.ofLiteral(text));
    }

    @ParameterizedTest
    @CsvSource({
        "10.77.0.1, 10.77.0.254, 24, true",
        "10.77.0.1, 10.77.1.1, 24, false",
        "10.77.0.1, 10.77.1.1, 16, true",
        "10.77.0.1, 192.0.2.1, 0, true",
        "10.77.0.1, 10.77.0.0, 32, false",
        "10.77.0.1, ::1, 0, false",
        "2001:db8::1, 2001:db8::ffff:0:0:1, 64, true",
        "2001:db8::1, 2001:db8:0:1::1, 64, false",
        "2001:db8::1, 2001:db8:0:1::1, 63, true",
        "2001:db8::1, 2001:db8::2, 127, false",
        "2001:db8::1, 2001:db8::1, 128, true",
    })
    void twoAreOfOneNetworkByItsPrefix(String one, String other, int prefix, boolean shared) {
        assertEquals(shared, address(one).shares(address(other), prefix));
        assertEquals(shared, address(other).shares(address(one), prefix));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "127.0.0.1",
                "224.0.0.18",
                "255.255.255.255",
                "::",
                "::1",
                "ff02::1",
                "fe80::1",
                "febf::1"
            })
    void whatIsNobodysOrSeveralsIsNoHosts(String text) {
        assertFalse(address(text).isOfOneHost());
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "223.255.255.254", "2001:db8::1", "fd00::1", "fec0::1"})
    void othersAre(String text) {
        assertTrue(address(text).isOfOneHost());
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, false",
        "127.0.0.1, false",
        "224.0.0.18, false",
        "239.255.255.255, false",
        "255.255.255.255, false",
        "10.0.0.1, true",
        "240.0.0.1, true",
        "::, false",
        "::1, false",
        "ff02::1, false",
        "fe80::1, true",
        "2001:db8::1, true"
    })
    void fromSomeNoPacketComes(String text, boolean may) {
        IpAddress address = address(text);
        assertEquals(may, IpAddress.maySend(address.high(), address.low()));
    }

    @Test
    void thoseOfASegmentAreKnown() {
        assertTrue(address("fe80::1").isLinkLocal());
        assertFalse(address("fec0::1").isLinkLocal());
        assertFalse(address("10.0.0.1").isLinkLocal());
    }
}
