package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** Warnings about links, and what bounds them. */
class LinkWarningsTest {
    private final ManualTicker ticker = new ManualTicker();
    private final LinkWarnings warnings = new LinkWarnings(ticker);

    private static List<String> logged(RecordedLog log) {
        return log.messages(Level.WARNING).stream()
                .filter(line -> line.startsWith("link with "))
                .toList();
    }

    @Test
    void aFloodOfStrangersFromManyAddressesIsOneWarningAMinute() {
        try (RecordedLog log = new RecordedLog()) {
            warnings.warn("n1", "wrong frame");
            for (int i = 0; i < 3000; i++) {
                warnings.warnOfStranger(new InetSocketAddress("2001:db8::" + Integer.toHexString(i), 1), "no greeting");
            }
            warnings.warn("n1", "wrong frame");
            assertEquals(
                    List.of("link with n1 closed: wrong frame", "link with 2001:db8:0:0:0:0:0:0 closed: no greeting"),
                    logged(log));
            ticker.advance(Duration.ofMinutes(1));
            warnings.warnOfStranger(new InetSocketAddress("2001:db8::7", 1), "no greeting");
            assertEquals(
                    "link with 2001:db8:0:0:0:0:0:7 closed: no greeting",
                    logged(log).getLast());
        }
    }

    @Test
    void manyNodesMakeTheOldestWarningForgottenAndNoOther() {
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i <= 1024; i++) {
                ticker.advance(Duration.ofMillis(1));
                warnings.warn("n" + i, "wrong frame");
            }
            warnings.warn("n2", "wrong frame");
            assertEquals(1025, logged(log).size());
            warnings.warn("n0", "wrong frame");
            assertEquals(1026, logged(log).size());
        }
    }
}
