package io.gosling.caching;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.http.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Responses written on one line: {@code Cache-Control: max-age=5 | ETag: "a"}. */
final class Replies {
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final String DATE = "Sat, 21 Nov 2026 12:00:00 GMT";
    static final StoringRules RULES = new StoringRules(Duration.ofDays(1), Duration.ZERO, Duration.ZERO);

    private Replies() {}

    static Headers fields(String line) {
        List<String> pairs = new ArrayList<>();
        for (String field : line.split(" \\| ")) {
            if (!field.isBlank()) {
                int colon = field.indexOf(':');
                pairs.add(field.substring(0, colon));
                pairs.add(field.substring(colon + 1).strip());
            }
        }
        return Headers.of(pairs.toArray(String[]::new));
    }

    static Arrival arrival() {
        return new Arrival(NOW, NOW, 0);
    }

    static Storing judge(String request, int status, String response) {
        return RULES.judge(fields(request), status, fields(response).plus("Date", DATE), arrival());
    }

    static StoredResponseHead stored(String response) {
        return assertInstanceOf(Storing.Stored.class, judge("", 200, response)).reply();
    }
}
