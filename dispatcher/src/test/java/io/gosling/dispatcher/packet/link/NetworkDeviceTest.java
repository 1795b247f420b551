package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.packet.Packets;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With which of its addresses an interface asks. */
class NetworkDeviceTest {
    private static final IpAddress LOCAL = new IpAddress(0xFE80L << 48, 2);

    @Test
    void addressesOfIpv6AreReadFromTheSystemsList() {
        List<IpAddress> addresses = new ArrayList<>(List.of(Packets.address(10, 77, 0, 2)));
        List<Integer> prefixes = new ArrayList<>(List.of(24));
        NetworkDevice.addSix("""
                00000000000000000000000000000001 01 80 10 80       lo
                20010db8000000000000000000000002 02 40 00 80     eth0
                fe800000000000000000000000000002 02 40 20 80     eth0
                fe800000000000000000000000000003 03 40 20 80    eth01
                """, "eth0", addresses, prefixes);
        assertEquals(List.of(Packets.address(10, 77, 0, 2), Packets.six(2), LOCAL), addresses);
        assertEquals(List.of(24, 64, 64), prefixes);
        NetworkDevice device = new NetworkDevice("eth0", 2, new MacAddress(1), addresses, prefixes);
        assertEquals(LOCAL, device.asking(Packets.six(11)));
        assertEquals(Packets.address(10, 77, 0, 2), device.asking(Packets.address(10, 77, 0, 11)));
    }
}
