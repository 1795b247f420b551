package io.gosling.caching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gosling.caching.StoringRules.Storing;
import io.gosling.http.Headers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoringRulesTest {
    @ParameterizedTest(name = "RFC 9111, 3: {0}, {1} to \"{2}\" is {3}")
    @CsvSource(
            delimiter = ';',
            value = {
                "200; Cache-Control: max-age=5; ''; stored",
                "200; ETag: \"a\"; ''; stored",
                "200; Content-Type: text/plain; ''; no-lifetime",
                "200; Cache-Control: max-age=0; ''; no-lifetime",
                "200; Cache-Control: max-age=0 | ETag: \"a\"; ''; stored",
                "200; Cache-Control: no-cache, max-age=5; ''; no-lifetime",
                "200; Cache-Control: no-cache | Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT; ''; stored",
                "200; Cache-Control: no-store, max-age=5; ''; no-store",
                "200; Cache-Control: No-Store; ''; no-store",
                "200; Cache-Control: private, max-age=5; ''; private",
                "200; Cache-Control: private=\"set-cookie\", max-age=5 | Set-Cookie: a=b; ''; stored",
                "206; Cache-Control: max-age=5; ''; status-206",
                "304; Cache-Control: max-age=5; ''; status-304",
                "404; Cache-Control: max-age=5; ''; stored",
                "404; Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT; ''; stored",
                "302; Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT; ''; status-302",
                "302; Cache-Control: public | Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT; ''; stored",
                "302; Cache-Control: max-age=5; ''; stored",
                "426; Cache-Control: max-age=5; ''; status-426",
                "599; Cache-Control: max-age=5; ''; stored",
                "599; Cache-Control: max-age=5, must-understand; ''; must-understand",
                "200; Cache-Control: max-age=5, must-understand, no-store; ''; stored",
                "200; Cache-Control: max-age=5; Authorization: Basic eA==; authorization",
                "200; Cache-Control: max-age=5, public; Authorization: Basic eA==; stored",
                "200; Cache-Control: max-age=5, must-revalidate; Authorization: Basic eA==; stored",
                "200; Cache-Control: s-maxage=5; Authorization: Basic eA==; stored",
                "200; Cache-Control: max-age=5; Cache-Control: no-store; request-no-store",
                "200; Cache-Control: max-age=5 | Vary: *; ''; vary-any",
                "200; Cache-Control: max-age=5 | Set-Cookie: a=b; ''; set-cookie",
                "200; Cache-Control: max-age=5, public | Set-Cookie: a=b; ''; stored",
                "200; Cache-Control: s-maxage=5 | Set-Cookie: a=b; ''; stored",
                "200; Cache-Control: max-age=5, must-revalidate | Set-Cookie: a=b; ''; set-cookie",
                "200; Surrogate-Control: no-store | Cache-Control: max-age=5; ''; no-store",
                "200; Surrogate-Control: max-age=5 | Cache-Control: private; ''; private",
                "200; CDN-Cache-Control: max-age=5 | Set-Cookie: a=b; ''; set-cookie",
                "200; CDN-Cache-Control: no-store, a=1.5 | Cache-Control: max-age=600; ''; no-store",
                "200; CDN-Cache-Control: private, a=@1 | Cache-Control: max-age=600; ''; private",
                "200; CDN-Cache-Control: max-age=5; Authorization: Basic eA==; authorization",
                "200; Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT; Cookie: a=b; cookie",
                "200; ETag: \"a\"; Cookie: a=b; cookie",
                "200; Cache-Control: max-age=5; Cookie: a=b; stored",
                "200; Cache-Control: public | ETag: \"a\"; Cookie: a=b; stored",
            })
    void whatIsStored(int status, String response, String request, String expected) {
        Storing storing = Replies.judge(request, status, response);
        assertEquals(expected, storing instanceof Storing.NotStored not ? not.reason() : "stored");
    }

    @ParameterizedTest(name = "RFC 9111, 4.2.1 and 4.2.2: {0} is fresh for {1} s")
    @CsvSource(
            delimiter = ';',
            value = {
                "Cache-Control: max-age=5; 5",
                "Cache-Control: max-age=5, s-maxage=7; 7",
                "Cache-Control: max-age=\"5\"; 5",
                "Cache-Control: MAX-AGE=5; 5",
                "Cache-Control: max-age=5, max-age=9; 5",
                "Cache-Control: max-age=99999999999999999999; 2147483648",
                "Cache-Control: x=\"a, max-age=9\", max-age=5; 5",
                "Expires: Sat, 21 Nov 2026 12:01:00 GMT; 60",
                "Expires: Sat, 21 Nov 2026 12:01:00 GMT | Cache-Control: max-age=5; 5",
                "Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT; 360",
                "Last-Modified: Thu, 21 Nov 2002 11:00:00 GMT; 86400",
                "Cache-Control: max-age=5 | Last-Modified: Sat, 21 Nov 2026 11:00:00 GMT; 5",
            })
    void howLong(String response, long seconds) {
        assertEquals(
                Duration.ofSeconds(seconds), Replies.stored(response).terms().lifetime());
    }

    @ParameterizedTest(name = "RFC 9111, 4.2.1: {0} is stale at once")
    @CsvSource(
            delimiter = ';',
            value = {
                "Cache-Control: max-age=a",
                "Cache-Control: max-age=-1",
                "Cache-Control: max-age=5.0",
                "Cache-Control: max-age='5'",
                "Cache-Control: max-age =5",
                "Cache-Control: max-age= 5",
                "Expires: 0",
                "Expires: Sat, 21 Nov 2026 12:00:00 GMT",
                "Expires: tomorrow",
            })
    void whatCannotBeReadIsStale(String response) {
        assertEquals(
                Duration.ZERO,
                Replies.stored(response + " | ETag: \"a\"").terms().lifetime());
    }

    @ParameterizedTest(name = "RFC 9213, 2.2, and surrogates: {0} is fresh for {1} s")
    @CsvSource(
            delimiter = '#',
            value = {
                "CDN-Cache-Control: max-age=9 | Cache-Control: max-age=5# 9",
                "CDN-Cache-Control: max-age=9 | Cache-Control: no-store# 9",
                "CDN-Cache-Control: max-age=9;a=b | Cache-Control: max-age=5# 9",
                "CDN-Cache-Control: max-age=0 | Expires: Sat, 21 Nov 2026 12:01:00 GMT# 0",
                "CDN-Cache-Control: max-age=9, &&& | Cache-Control: max-age=5# 5",
                "CDN-Cache-Control: MAX-AGE=9 | Cache-Control: max-age=5# 5",
                "CDN-Cache-Control: max-age=9, | Cache-Control: max-age=5# 5",
                "CDN-Cache-Control: max-age=9,,a=1 | Cache-Control: max-age=5# 5",
                "CDN-Cache-Control: max-age=9, a=1.5 | Cache-Control: max-age=5# 9",
                "CDN-Cache-Control: max-age=9, a=(1 2) | Cache-Control: max-age=5# 9",
                "CDN-Cache-Control: max-age=\"10000\" | Cache-Control: max-age=5# 0",
                "CDN-Cache-Control: max-age=1.5 | Cache-Control: max-age=5# 0",
                "CDN-Cache-Control: max-age=-1 | Cache-Control: max-age=5# 0",
                "CDN-Cache-Control: '' | Cache-Control: max-age=5# 5",
                "Surrogate-Control: max-age=9 | Cache-Control: no-store# 9",
                "Surrogate-Control: max-age=9+30, content=\"x\" | Expires: 0# 9",
                "Surrogate-Control: max-age=9;gosling, max-age=7;other | Cache-Control: max-age=5# 9",
                "Surrogate-Control: max-age=9;other | Cache-Control: max-age=5# 5",
                "Surrogate-Control: content=\"x\" | Cache-Control: max-age=5# 5",
                "Surrogate-Control: max-age=9 | CDN-Cache-Control: max-age=5# 5",
            })
    void directivesForThisKindOfCacheGoBeforeThoseForAll(String response, long seconds) {
        String stored = response.replace("''", "") + " | ETag: \"a\"";
        assertEquals(Duration.ofSeconds(seconds), Replies.stored(stored).terms().lifetime());
    }

    @ParameterizedTest(name = "RFC 9111, 4.2.3: Age {0} makes an age of {1} s")
    @CsvSource(
            delimiter = ';',
            value = {"Age: 3; 3", "Age: 0; 0", "Age: a; 0", "Age: -1; 0", "Age: 0, 7200; 0", "Age: 3 | Age: 9; 3"})
    void ages(String response, long seconds) {
        assertEquals(
                Duration.ofSeconds(seconds),
                Replies.stored(response + " | ETag: \"a\"").initialAge());
    }

    @Test
    void anOldDateIsAnAgeAndWaitingForTheResponseIsPartOfIt() {
        Headers response = Replies.fields("ETag: \"a\" | Age: 2").plus("Date", Replies.DATE);
        var late = new StoringRules.Arrival(Replies.NOW.plusSeconds(7), Replies.NOW.plusSeconds(8), 0);
        var byDate = assertInstanceOf(Storing.Stored.class, Replies.RULES.judge(Headers.empty(), 200, response, late));
        assertEquals(Duration.ofSeconds(8), byDate.reply().initialAge());
        var slow = new StoringRules.Arrival(Replies.NOW.minusSeconds(1), Replies.NOW.plusSeconds(1), 0);
        var byAge = assertInstanceOf(Storing.Stored.class, Replies.RULES.judge(Headers.empty(), 200, response, slow));
        assertEquals(Duration.ofSeconds(4), byAge.reply().initialAge());
    }
}
