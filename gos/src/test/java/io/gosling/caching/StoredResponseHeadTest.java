package io.gosling.caching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.caching.StoringRules.Storing;
import io.gosling.http.Headers;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredResponseHeadTest {
    private static final String TAG = " | ETag: \"a\"";

    @ParameterizedTest(name = "RFC 9111, 4: {0} after {1} s, to \"{2}\": {3}")
    @CsvSource(
            delimiter = ';',
            value = {
                "max-age=5; 4; ''; SERVE",
                "max-age=5; 5; ''; VALIDATE_STALE",
                "no-cache, max-age=5; 0; ''; VALIDATE_STALE",
                "max-age=5; 0; Cache-Control: no-cache; VALIDATE_AS_ASKED",
                "max-age=5; 0; Pragma: no-cache; VALIDATE_AS_ASKED",
                "max-age=5; 0; Pragma: no-cache | Cache-Control: max-age=5; SERVE",
                "max-age=5; 3; Cache-Control: max-age=2; VALIDATE_AS_ASKED",
                "max-age=5; 2; Cache-Control: max-age=2; SERVE",
                "max-age=5; 3; Cache-Control: min-fresh=3; VALIDATE_AS_ASKED",
                "max-age=5; 2; Cache-Control: min-fresh=3; SERVE",
                "max-age=5; 7; Cache-Control: max-stale; SERVE",
                "max-age=5; 7; Cache-Control: max-stale=2; SERVE",
                "max-age=5; 8; Cache-Control: max-stale=2; VALIDATE_STALE",
                "max-age=5, must-revalidate; 7; Cache-Control: max-stale; VALIDATE_STALE",
                "max-age=5, proxy-revalidate; 7; Cache-Control: max-stale; VALIDATE_STALE",
                "s-maxage=5; 7; Cache-Control: max-stale; VALIDATE_STALE",
                "max-age=5, stale-while-revalidate=3; 7; ''; SERVE_AND_VALIDATE",
                "max-age=5, stale-while-revalidate=3; 8; ''; VALIDATE_STALE",
                "max-age=5, stale-while-revalidate=3, must-revalidate; 7; ''; VALIDATE_STALE",
                "max-age=5; 0; Authorization: Basic eA==; NOT_FOR_THIS",
                "max-age=5, public; 0; Authorization: Basic eA==; SERVE",
            })
    void whatMayBeDone(String control, int seconds, String request, ReuseDecision expected) {
        StoredResponseHead stored = Replies.stored("Cache-Control: " + control + TAG);
        assertEquals(expected, stored.judge(RequestCacheDirectives.of(Replies.fields(request)), nanos(seconds)));
    }

    @ParameterizedTest(
            name = "RFC 5861, 4, and RFC 9111, 4.2.4: {0} after {1} s with a grace of {2} s, to \"{3}\": {4}")
    @CsvSource(
            delimiter = ';',
            value = {
                "max-age=5; 7; 0; ''; false",
                "max-age=5; 7; 3; ''; true",
                "max-age=5; 8; 3; ''; false",
                "max-age=5, stale-if-error=3; 7; 0; ''; true",
                "max-age=5, stale-if-error=3; 8; 0; ''; false",
                "max-age=5; 7; 0; Cache-Control: stale-if-error=3; true",
                "max-age=5, must-revalidate; 7; 3; Cache-Control: stale-if-error=3; false",
                "max-age=5, must-revalidate, stale-if-error=3; 7; 0; ''; false",
                "s-maxage=5; 7; 3; ''; false",
                "s-maxage=5, stale-if-error=3; 7; 3; ''; true",
                "no-cache; 0; 3; ''; false",
            })
    void whatIsServedWhenTheOriginFails(String control, int seconds, int grace, String request, boolean expected) {
        StoredResponseHead stored = Replies.stored("Cache-Control: " + control + TAG);
        RequestCacheDirectives terms = RequestCacheDirectives.of(Replies.fields(request));
        assertEquals(expected, stored.servesOnFailure(terms, Duration.ofSeconds(grace), nanos(seconds)));
    }

    /** RFC 9111, section 3.1. */
    @Test
    void whatBelongsToTheConnectionIsNotStoredNorWhatTheOriginExcepts() {
        StoredResponseHead stored =
                Replies.stored("Cache-Control: max-age=5, no-cache=\"X-Once\" | Connection: x-hop | X-Hop: 1"
                        + " | X-Once: 1 | Keep-Alive: 1 | Age: 1 | Proxy-Authenticate: x | X-Kept: 1 |"
                        + " Content-Length: 4");
        assertEquals(List.of("Cache-Control", "X-Kept", "Date"), names(stored.fields()));
    }

    /** RFC 9111, sections 3.2 and 4.3.4. */
    @Test
    void a304BringsFieldsUpToDateButNotTheBodys() {
        StoredResponseHead old =
                Replies.stored("Cache-Control: max-age=5 | ETag: \"a\" | X-A: 1 | X-B: 1 | Content-Encoding: gzip");
        Headers fresh =
                Replies.fields("Cache-Control: max-age=9 | ETag: W/\"a\" | X-A: 2 | X-A: 3 | Content-Encoding: br");
        var later = new StoringRules.Arrival(Replies.NOW.plusSeconds(7), Replies.NOW.plusSeconds(7), nanos(7));
        Storing storing = RevalidationHeaderBuilder.freshened(old, Headers.empty(), fresh, Replies.RULES, later);
        StoredResponseHead now = assertInstanceOf(Storing.Stored.class, storing).reply();
        assertEquals(Duration.ofSeconds(9), now.freshFor(nanos(7)));
        assertEquals(List.of("2", "3"), now.fields().all("X-A"));
        assertEquals(List.of("1"), now.fields().all("X-B"));
        assertEquals("gzip", now.fields().first("Content-Encoding"));
        assertEquals("\"a\"", now.fields().first("ETag"));
    }

    @Test
    void a304OfAnotherVersionSaysNothing() {
        StoredResponseHead old = Replies.stored("Cache-Control: max-age=5 | ETag: \"a\"");
        Headers other = Replies.fields("ETag: \"b\"");
        assertNull(RevalidationHeaderBuilder.freshened(old, Headers.empty(), other, Replies.RULES, Replies.arrival()));
    }

    /** RFC 9111, section 4.3.1. */
    @Test
    void theOriginIsAskedAboutWhatIsStoredAndNotAboutWhatTheClientHas() {
        StoredResponseHead stored = Replies.stored("ETag: \"a\" | Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT");
        Headers client = Replies.fields("If-None-Match: \"z\" | Range: bytes=0-1 | X: 1");
        Headers asked = RevalidationHeaderBuilder.conditional(client, stored);
        assertEquals("\"a\"", asked.first("If-None-Match"));
        assertEquals("Sat, 21 Nov 2026 11:00:00 GMT", asked.first("If-Modified-Since"));
        assertNull(asked.first("Range"));
        assertEquals("1", asked.first("X"));
    }

    /** RFC 9111, section 4.1. */
    @Test
    void requestsWhoseFieldsMeanTheSameSelectTheSame() {
        List<String> names = VariantKeyBuilder.namesOf(Replies.fields("Vary: Accept-Encoding, X-A | Vary: x-a"));
        assertEquals(List.of("accept-encoding", "x-a"), names);
        String one = VariantKeyBuilder.key(names, Replies.fields("Accept-Encoding: gzip, br | X-A: 1, 2"));
        assertEquals(one, VariantKeyBuilder.key(names, Replies.fields("X-A: 1 | X-A: 2 | Accept-Encoding: BR,gzip")));
        assertNotEquals(one, VariantKeyBuilder.key(names, Replies.fields("X-A: 2, 1 | Accept-Encoding: gzip, br")));
        assertNotEquals(one, VariantKeyBuilder.key(names, Replies.fields("X-A: 1, 2")));
        assertNotEquals(
                VariantKeyBuilder.key(names, Replies.fields("X-A: 1")),
                VariantKeyBuilder.key(names, Replies.fields("X-A: 1 | Accept-Encoding:")));
    }

    private static List<String> names(Headers fields) {
        return StreamSupport.stream(fields.spliterator(), false)
                .map(Headers.Field::name)
                .toList();
    }

    private static long nanos(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
