package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.packet.Packets;
import java.nio.ByteOrder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who is given a packet, by the system's table. */
class RoutesTest {
    private static final String TABLE = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            eth0\t00000000\tFE004D0A\t0003\t0\t0\t0\t00000000\t0\t0\t0
            eth0\t00004D0A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
            eth0\t0000580A\tFD004D0A\t0003\t0\t0\t0\t0000FFFF\t0\t0\t0
            eth1\t0000630A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
            """;

    @Test
    void theLongestRouteOfTheInterfaceCounts() {
        Routes routes = Routes.parse(TABLE, "eth0", ByteOrder.LITTLE_ENDIAN);
        assertEquals(Optional.of(Packets.address(10, 77, 0, 11)), routes.nextHop(Packets.address(10, 77, 0, 11)));
        assertEquals(Optional.of(Packets.address(10, 77, 0, 253)), routes.nextHop(Packets.address(10, 88, 3, 4)));
        assertEquals(Optional.of(Packets.address(10, 77, 0, 254)), routes.nextHop(Packets.address(192, 0, 2, 1)));
        Routes other = Routes.parse(TABLE, "eth1", ByteOrder.LITTLE_ENDIAN);
        assertEquals(Optional.empty(), other.nextHop(Packets.address(192, 0, 2, 1)));
    }

    @Test
    void aMachineWithTheOtherOrderWritesTheOtherWay() {
        Routes routes = Routes.parse("eth0 0A4D0000 00000000 0001 0 0 0 FFFFFF00 0 0 0", "eth0", ByteOrder.BIG_ENDIAN);
        assertEquals(Optional.of(Packets.address(10, 77, 0, 11)), routes.nextHop(Packets.address(10, 77, 0, 11)));
    }
}
