package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.Packets;
import io.gosling.dispatcher.packet.frame.IpAddress;
import java.nio.ByteOrder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the next hop of a packet, by the system's table. */
class InterfaceRoutesTest {
    private static final String TABLE = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            eth0\t00000000\tFE004D0A\t0003\t0\t0\t0\t00000000\t0\t0\t0
            eth0\t00004D0A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
            eth0\t0000580A\tFD004D0A\t0003\t0\t0\t0\t0000FFFF\t0\t0\t0
            eth1\t0000630A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
            """;

    @Test
    void theLongestRouteOfTheInterfaceCounts() {
        InterfaceRoutes routes = InterfaceRoutes.parse(TABLE, "eth0", ByteOrder.LITTLE_ENDIAN);
        assertEquals(Optional.of(Packets.address(10, 77, 0, 11)), routes.nextHop(Packets.address(10, 77, 0, 11)));
        assertEquals(Optional.of(Packets.address(10, 77, 0, 253)), routes.nextHop(Packets.address(10, 88, 3, 4)));
        assertEquals(Optional.of(Packets.address(10, 77, 0, 254)), routes.nextHop(Packets.address(192, 0, 2, 1)));
        InterfaceRoutes other = InterfaceRoutes.parse(TABLE, "eth1", ByteOrder.LITTLE_ENDIAN);
        assertEquals(Optional.empty(), other.nextHop(Packets.address(192, 0, 2, 1)));
    }

    private static final String SIX = """
            20010db8000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 \
            00000100 00000001 00000000 00000001     eth0
            00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe8000000000000000000000000000fe \
            00000400 00000001 00000000 00000003     eth0
            00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe8000000000000000000000000000fd \
            00000100 00000001 00000000 00000003     eth0
            20010db8000000000000000000000002 80 00000000000000000000000000000000 00 00000000000000000000000000000000 \
            00000000 00000003 00000000 80200001     eth0
            20010db8000100000000000000000000 30 00000000000000000000000000000000 00 00000000000000000000000000000000 \
            ffffffff 00000001 00000000 00200200       lo
            20010db8000200000000000000000000 30 00000000000000000000000000000000 00 00000000000000000000000000000000 \
            00000100 00000001 00000000 00000201     eth0
            """;

    @Test
    void routesOfIpv6AreReadToo() {
        InterfaceRoutes routes = InterfaceRoutes.parseSix(SIX, "eth0");
        assertEquals(Optional.of(Packets.six(11)), routes.nextHop(Packets.six(11)));
        IpAddress router = new IpAddress(0xFE80L << 48, 0xFD);
        assertEquals(Optional.of(router), routes.nextHop(new IpAddress(0x20010DB9L << 32, 1)), "the less metric");
        assertEquals(Optional.of(router), routes.nextHop(new IpAddress(0x20010DB8_00020000L, 1)), "what is refused");
        assertEquals(Optional.empty(), InterfaceRoutes.parseSix(SIX, "eth1").nextHop(Packets.six(11)));
    }

    @Test
    void aRouteOfIpv6MayLeadNowhereButHasToBeThere() {
        String none = "00000000000000000000000000000000 00 00000000000000000000000000000000 00"
                + " 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo\n";
        String blackhole = "fd990000000000000000000000000001 80 00000000000000000000000000000000 00"
                + " 00000000000000000000000000000000 00000400 00000001 00000000 00000201       lo\n";
        IpAddress cluster = new IpAddress(0xFD99L << 48, 1);
        assertFalse(InterfaceRoutes.leadSix(none, cluster));
        assertTrue(InterfaceRoutes.leadSix(none + blackhole, cluster));
        assertFalse(InterfaceRoutes.leadSix(none + blackhole, IpAddress.NONE), "no default");
        assertTrue(InterfaceRoutes.leadSix(SIX, IpAddress.NONE));
    }

    @Test
    void aMachineWithTheOtherOrderWritesTheOtherWay() {
        InterfaceRoutes routes =
                InterfaceRoutes.parse("eth0 0A4D0000 00000000 0001 0 0 0 FFFFFF00 0 0 0", "eth0", ByteOrder.BIG_ENDIAN);
        assertEquals(Optional.of(Packets.address(10, 77, 0, 11)), routes.nextHop(Packets.address(10, 77, 0, 11)));
    }
}
