package io.gosling.caching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.StoringRules.Arrival;
import io.gosling.http.Headers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoringReasonsTest {
    private static final StoringRules RULES = new StoringRules(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private static String explained(Headers request, int status, String... response) {
        Arrival arrival = new Arrival(Instant.EPOCH, Instant.EPOCH, 0);
        String reason =
                RULES.judge(request, status, Headers.of(response), arrival).reason();
        return reason + StoringReasons.ofCacheStatus("n1; fwd=uri-miss; detail=" + reason);
    }

    @Test
    void everyReasonOfTheRulesHasWords() {
        Headers none = Headers.empty();
        assertEquals(
                "no-store: Cache-Control has no-store (RFC 9111, section 5.2.2.5)",
                explained(none, 200, "Cache-Control", "no-store"));
        String[][] responses = {
            {"Cache-Control", "private"},
            {"Set-Cookie", "a=b"},
            {"Vary", "*", "Cache-Control", "max-age=9"},
            {"Cache-Control", "max-age=0"},
        };
        for (String[] response : responses) {
            assertTrue(explained(none, 200, response).contains(": "), explained(none, 200, response));
        }
        assertTrue(explained(none, 302).startsWith("status-302: this status"), explained(none, 302));
        for (Headers request : new Headers[] {
            Headers.of("Authorization", "Basic x"), Headers.of("Cookie", "a=b"), Headers.of("Cache-Control", "no-store")
        }) {
            assertTrue(explained(request, 200).contains(": "), explained(request, 200));
        }
        assertTrue(explained(none, 299, "Cache-Control", "must-understand").contains(": this status"));
    }

    @Test
    void aDetailThatIsNoReasonHasNone() {
        assertEquals("", StoringReasons.ofCacheStatus("n1; fwd=uri-miss; stored; ttl=60"));
        assertEquals("", StoringReasons.ofCacheStatus("n1; fwd=uri-miss; detail=peer-memory"));
    }
}
