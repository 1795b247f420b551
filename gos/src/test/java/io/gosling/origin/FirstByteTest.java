package io.gosling.origin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Representation;
import io.gosling.http.Headers;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Where the answer to a request for 1000 bytes begins. */
class FirstByteTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void anAnswerNeedsItsFirstByteAndNoneWhereConditionsDecide() {
        assertEquals(0, first("GET"));
        assertEquals(-1, first("HEAD"));
        assertEquals(700, first("GET", "Range", "bytes=700-710"));
        assertEquals(990, first("GET", "Range", "bytes=-10"));
        assertEquals(100, first("GET", "Range", "bytes=100-110,500-510"));
        assertEquals(0, first("GET", "Range", "bytes=500-510,100-110"));
        assertEquals(-1, first("GET", "Range", "bytes=1000-"));
        assertEquals(-1, first("GET", "Range", "bytes=700-710", "If-None-Match", "\"a\""));
        assertEquals(700, first("GET", "Range", "bytes=700-710", "If-None-Match", "\"b\""));
        assertEquals(700, first("GET", "Range", "bytes=700-710", "If-Range", "\"a\""));
        assertEquals(0, first("GET", "Range", "bytes=700-710", "If-Range", "\"b\""));
    }

    private static long first(String method, String... fields) {
        Representation whole = new Representation("video/mp4", 1000, "\"a\"", Instant.EPOCH);
        return FirstByte.of(method, Headers.of(fields), whole, NOW);
    }
}
