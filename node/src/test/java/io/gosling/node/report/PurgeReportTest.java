package io.gosling.node.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the report of a purge. */
class PurgeReportTest {
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
        assertTrue(said.startsWith("NOT CERTAIN after 1 ms: no voters are configured"), said);
        assertTrue(said.matches("(?s).*n2 +not asked.*"), said);
    }
}
