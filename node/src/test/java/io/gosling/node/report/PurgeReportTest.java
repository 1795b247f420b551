package io.gosling.node.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the report of a purge, and its timeout. */
class PurgeReportTest {
    @Test
    void itIsWaitedForTwoDeadlinesOfTheLeaseAndABit() {
        assertEquals(Duration.ofMillis(15_200), PurgeReport.timeout(Map.of("purges", Map.of("lease_ms", 5000))));
        assertEquals(Duration.ofMillis(127_400), PurgeReport.timeout(Map.of("purges", Map.of("lease_ms", 60_000))));
        assertEquals(Duration.ofMillis(15_200), PurgeReport.timeout(Map.of()), "no voters, or an older node");
    }

    @Test
    void whoWasNotAskedIsNotSilent() {
        String said = PurgeReport.write(Map.of(
                "complete",
                false,
                "milliseconds",
                1,
                "acknowledged",
                List.of("n1"),
                "silent",
                List.of(),
                "unasked",
                List.of("n2"),
                "detail",
                "no voters are configured"));
        assertTrue(said.startsWith("NOT CERTAIN: no voters are configured, in 1 ms"), said);
        assertTrue(said.matches("(?s).*n2 +not asked.*"), said);
    }
}
