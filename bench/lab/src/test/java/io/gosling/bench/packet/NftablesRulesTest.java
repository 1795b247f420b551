package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NftablesRulesTest {
    @Test
    void oneBackendIsNamedAndSeveralAreChosenFrom() {
        String one = NftablesRules.nat(List.of("10.77.0.11"));
        assertTrue(one.contains("ip daddr 10.99.0.1 ip protocol tcp dnat to 10.77.0.11\n"), one);
        String two = NftablesRules.nat(List.of("10.77.0.11", "10.77.0.12"));
        assertTrue(two.contains("dnat to numgen inc mod 2 map { 0 : 10.77.0.11, 1 : 10.77.0.12 }\n"), two);
    }

    @Test
    void aConnectionStaysWithItsHash() {
        String two = NftablesRules.mac("02:00:00:00:00:02", List.of("02:00:00:00:00:11", "02:00:00:00:00:12"));
        assertTrue(
                two.contains("ether saddr set 02:00:00:00:00:02 ether daddr set jhash ip saddr . tcp sport mod 2 map"
                        + " { 0 : 02:00:00:00:00:11, 1 : 02:00:00:00:00:12 } fwd to \"eth0\"\n"),
                two);
    }
}
