package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
    private final ManualTicker ticker = new ManualTicker();
    private final RefusalLog refusals = new RefusalLog("n1", ticker);

    @Test
    void aHostThatTriesAgainAndAgainIsNamedOnceAMinuteForEachReason() {
        try (RecordedLog log = new RecordedLog()) {
            refusals.refused("10.0.0.7", "a", "refuses 10.0.0.7:1");
            refusals.refused("10.0.0.7", "a", "refuses 10.0.0.7:2");
            refusals.refused("10.0.0.7", "b", "refuses 10.0.0.7:3");
            ticker.advance(Duration.ofMinutes(1));
            refusals.refused("10.0.0.7", "a", "refuses 10.0.0.7:4");
            assertEquals(
                    List.of("n1 refuses 10.0.0.7:1", "n1 refuses 10.0.0.7:3", "n1 refuses 10.0.0.7:4"),
                    log.messages(Level.WARNING));
        }
    }

    @Test
    void aHostThatMakesUpReasonsLeavesRoomForOthers() {
        try (RecordedLog log = new RecordedLog()) {
            for (int name = 0; name < 1000; name++) {
                refusals.refused("10.0.0.7", "node n" + name, "refuses 10.0.0.7");
            }
            refusals.refused("10.0.0.8", "a", "refuses 10.0.0.8");
            assertEquals(9, log.messages(Level.WARNING).size());
            assertEquals("n1 refuses 10.0.0.8", log.messages(Level.WARNING).getLast());
        }
    }

    @Test
    void manyHostsDoNotFillTheLog() {
        try (RecordedLog log = new RecordedLog()) {
            for (int host = 0; host < 1000; host++) {
                refusals.refused("10.0.0." + host, "a", "refuses");
            }
            assertEquals(32, log.messages(Level.WARNING).size());
            ticker.advance(Duration.ofMinutes(1));
            refusals.refused("10.0.0.1", "a", "refuses");
            assertEquals(33, log.messages(Level.WARNING).size());
        }
    }
}
