package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnduranceResultTest {
    private static final Endurance.Amount AMOUNT = new Endurance.Amount(1000, 100_000_000, 8, 60);

    private static EnduranceResult result(
            long connections, long wrong, Map<String, Long> failed, long resets, long sessions, int status) {
        return new EnduranceResult(
                ForwarderKind.LSMAC,
                AMOUNT,
                connections,
                100_000_001,
                10,
                wrong,
                failed,
                resets,
                5,
                sessions,
                status,
                Map.of("no-session", 3L),
                List.of());
    }

    @Test
    void whatIsAsItShouldBeHasNoFaults() {
        EnduranceResult well = result(1000, 0, Map.of(), 0, 0, 0);
        assertEquals(List.of(), well.faults());
        assertEquals("| `lsmac` | 1,000 | 0.10 | 10 | 100 | 10.0 | 0 | 0 | 0 | 5 | 0 | no-session 3 |", well.line());
    }

    @Test
    void eachFaultIsNamed() {
        assertEquals(
                List.of(
                        "lsmac: 999 connections of 1000",
                        "lsmac: 1 connections with wrong bytes",
                        "lsmac: failed: {time-out=2}",
                        "lsmac: 4 resets",
                        "lsmac: 6 sessions are left",
                        "lsmac: the dispatcher ended with status 1"),
                result(999, 1, Map.of("time-out", 2L), 4, 6, 1).faults());
    }
}
