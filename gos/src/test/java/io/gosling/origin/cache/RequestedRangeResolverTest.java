package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.caching.ByteSpan;
import io.gosling.document.Representation;
import io.gosling.http.Headers;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the bytes, of 1000, that an answer needs. */
class RequestedRangeResolverTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final List<ByteSpan> ALL = List.of(new ByteSpan(0, 999));
    private static final List<ByteSpan> NONE = List.of();

    @Test
    void anAnswerNeedsItsRangesAndNothingWhereConditionsDecide() {
        assertEquals(ALL, wanted("GET"));
        assertEquals(NONE, wanted("HEAD"));
        assertEquals(List.of(new ByteSpan(700, 710)), wanted("GET", "Range", "bytes=700-710"));
        assertEquals(List.of(new ByteSpan(990, 999)), wanted("GET", "Range", "bytes=-10"));
        assertEquals(
                List.of(new ByteSpan(100, 110), new ByteSpan(500, 510)),
                wanted("GET", "Range", "bytes=100-110,500-510"));
        assertEquals(ALL, wanted("GET", "Range", "bytes=500-510,100-110"));
        assertEquals(NONE, wanted("GET", "Range", "bytes=1000-"));
        assertEquals(NONE, wanted("GET", "Range", "bytes=700-710", "If-None-Match", "\"a\""));
        assertEquals(
                List.of(new ByteSpan(700, 710)), wanted("GET", "Range", "bytes=700-710", "If-None-Match", "\"b\""));
        assertEquals(List.of(new ByteSpan(700, 710)), wanted("GET", "Range", "bytes=700-710", "If-Range", "\"a\""));
        assertEquals(ALL, wanted("GET", "Range", "bytes=700-710", "If-Range", "\"b\""));
    }

    private static List<ByteSpan> wanted(String method, String... fields) {
        Representation whole = new Representation("video/mp4", 1000, "\"a\"", Instant.EPOCH);
        return RequestedRangeResolver.of(method, Headers.of(fields), whole, NOW);
    }
}
