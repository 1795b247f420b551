package io.gosling.dispatcher.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NeighbourTableTest {
    @Test
    void whoIsKnownOnTheInterface() {
        String text = """
                IP address       HW type     Flags       HW address            Mask     Device
                10.77.0.11       0x1         0x2         02:00:00:00:00:11     *        eth0
                10.77.0.12       0x1         0x6         fe:00:00:00:00:12     *        eth0
                10.77.0.13       0x1         0x0         00:00:00:00:00:00     *        eth0
                10.77.0.14       0x1         0x2         02:00:00:00:00:14     *        eth1
                nonsense
                """;
        assertEquals(
                Map.of("10.77.0.11", 0x020000000011L, "10.77.0.12", 0xfe0000000012L),
                PacketSteering.neighbours(text, "eth0"));
        assertEquals(Map.of(), PacketSteering.neighbours("", "eth0"));
    }
}
