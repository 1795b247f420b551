package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProcNetParserTest {
    private static final String SNMP = """
            Ip: Forwarding DefaultTTL InReceives
            Ip: 1 64 12
            Tcp: RtoAlgorithm MaxConn ActiveOpens PassiveOpens OutRsts
            Tcp: 1 -1 3 41 7
            """;

    @Test
    void aNumberStandsBelowItsName() {
        assertEquals(41, ProcNetParser.snmp(SNMP, "Tcp", "PassiveOpens"));
        assertEquals(7, ProcNetParser.snmp(SNMP, "Tcp", "OutRsts"));
        assertEquals(64, ProcNetParser.snmp(SNMP, "Ip", "DefaultTTL"));
    }

    @Test
    void aNumberThatIsNotThereIsNotNought() {
        IllegalArgumentException none =
                assertThrows(IllegalArgumentException.class, () -> ProcNetParser.snmp(SNMP, "Tcp", "InErrs"));
        assertTrue(String.valueOf(none.getMessage()).contains("InErrs"), none::toString);
    }

    @Test
    void framesAreBehindTheBytes() {
        String dev = """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
                    lo:       0       0    0    0    0     0          0         0        0       0    0
                  eth0:123456789    1234    0    0    0     0          0         0     1000      10    0
                """;
        assertEquals(1234, ProcNetParser.framesIn(dev, "eth0"));
        assertThrows(IllegalArgumentException.class, () -> ProcNetParser.framesIn(dev, "eth1"));
    }

    @Test
    void socketsOfBothFamiliesCount() {
        String both = """
                sockets: used 5
                TCP: inuse 2 orphan 9 tw 4 alloc 30 mem 1
                UDP: inuse 1 mem 0
                TCP6: inuse 3
                """;
        assertEquals(5, Endurance.sockets(both));
    }
}
