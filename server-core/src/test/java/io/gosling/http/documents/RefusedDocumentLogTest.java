package io.gosling.http.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.LookupResult;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class RefusedDocumentLogTest {
    private final ManualTicker ticker = new ManualTicker();
    private final RefusedDocumentLog log = new RefusedDocumentLog(ticker);

    @Test
    void whatThisUserMayNotReadIsAWarningAndWhatIsHiddenIsNone() {
        try (RecordedLog recorded = new RecordedLog()) {
            log.log(new LookupResult.Refused("/.git: hidden"));
            log.log(new LookupResult.Refused("/a: this user may not read /srv/a", true));
            log.log(new LookupResult.Refused("/a: this user may not read /srv/a", true));
            log.log(new LookupResult.Refused("/b: this user may not read /srv", true));
            List<String> warnings = recorded.messages(Level.WARNING).stream()
                    .filter(message -> message.contains("this user may not read"))
                    .toList();
            assertEquals(2, warnings.size(), warnings.toString());
            assertTrue(warnings.getFirst().startsWith("/a: this user may not read /srv/a, and is answered 403"));
        }
    }

    @Test
    void theSameIsSaidAgainAfterAWhile() {
        assertTrue(log.isDue("/a"));
        ticker.advance(Duration.ofMinutes(9));
        assertFalse(log.isDue("/a"));
        ticker.advance(Duration.ofMinutes(1));
        assertTrue(log.isDue("/a"));
        assertFalse(log.isDue("/a"));
    }

    @Test
    void theOldestAreForgottenFirst() {
        for (int i = 0; i <= RefusedDocumentLog.REMEMBERED; i++) {
            assertTrue(log.isDue("/" + i));
        }
        assertFalse(log.isDue("/1"));
        assertTrue(log.isDue("/0"));
    }
}
