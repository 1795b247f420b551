package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.RecordedLog;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class ClockSkewWarningsTest {
    private final ClockSkewWarnings watch = new ClockSkewWarnings("n2");

    private List<String> warnings(long... differences) {
        try (RecordedLog log = new RecordedLog()) {
            for (long ahead : differences) {
                watch.look("n1", ahead);
            }
            return log.messages(Level.WARNING).stream()
                    .filter(message -> message.startsWith("n2: the clock of this machine is "))
                    .toList();
        }
    }

    @Test
    void aDifferenceIsWarnedOfOnceWhileItLasts() {
        List<String> warnings = warnings(3_400, 3_400, 3_400, 3_400);
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.getFirst().contains("is 3.4 s ahead of that of n1; "), warnings.getFirst());
        assertEquals(List.of(), warnings(3_400));
    }

    @Test
    void aClockThatIsBehindToo() {
        assertTrue(warnings(-7_200_000, -7_200_000).getFirst().contains("is 7200.0 s behind that of n1; "));
    }

    @Test
    void oneDifferenceIsOfANodeThatStoodStill() {
        assertEquals(List.of(), warnings(0, -9_000, 40, 9_000, -1_999, 1_999));
    }

    @Test
    void aDifferenceThatReturnsIsWarnedOfAgain() {
        assertEquals(2, warnings(3_000, 3_000, 10, 3_000, 3_000).size());
    }
}
