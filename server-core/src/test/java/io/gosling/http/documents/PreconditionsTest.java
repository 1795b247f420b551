package io.gosling.http.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Representation;
import io.gosling.http.Headers;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The document has the tag "v2" and changed at 08:49:37. */
class PreconditionsTest {
    private static final Representation DOCUMENT =
            new Representation("text/plain", 10, "\"v2\"", Instant.parse("1994-11-06T08:49:37Z"));

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', delimiter = '|', textBlock = """
            GET | If-Match            | "v2"                           | PROCEED
            GET | If-Match            | "v1", "v2"                     | PROCEED
            GET | If-Match            | *                              | PROCEED
            GET | If-Match            | "v1"                           | FAILED
            GET | If-Match            | W/"v2"                         | FAILED
            GET | If-Match            | v2                             | FAILED
            GET | If-None-Match       | "v2"                           | NOT_MODIFIED
            GET | If-None-Match       | W/"v2"                         | NOT_MODIFIED
            GET | If-None-Match       | "a,b" , W/"x","v2"             | NOT_MODIFIED
            GET | If-None-Match       | *                              | NOT_MODIFIED
            GET | If-None-Match       | "v1"                           | PROCEED
            GET | If-None-Match       | "v22"                          | PROCEED
            GET | If-None-Match       | "v2                            | PROCEED
            GET | If-None-Match       | garbage, "v2"                  | PROCEED
            PUT | If-None-Match       | *                              | FAILED
            GET | If-Modified-Since   | Sun, 06 Nov 1994 08:49:37 GMT  | NOT_MODIFIED
            GET | If-Modified-Since   | Sunday, 06-Nov-94 08:49:37 GMT | NOT_MODIFIED
            GET | If-Modified-Since   | Sun Nov  6 08:49:37 1994       | NOT_MODIFIED
            GET | If-Modified-Since   | Sun, 06 Nov 1994 08:49:36 GMT  | PROCEED
            GET | If-Modified-Since   | yesterday                      | PROCEED
            GET | If-Modified-Since   | 0                              | PROCEED
            PUT | If-Modified-Since   | Sun, 06 Nov 1994 08:49:37 GMT  | PROCEED
            GET | If-Unmodified-Since | Sun, 06 Nov 1994 08:49:37 GMT  | PROCEED
            GET | If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT  | FAILED
            GET | If-Unmodified-Since | whenever                       | PROCEED
            """)
    void oneCondition(String method, String name, String value, Preconditions.Verdict verdict) {
        assertEquals(verdict, judge(method, name, value));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', delimiter = '|', textBlock = """
            If-Match      | "v2" | If-Unmodified-Since | Sun, 06 Nov 1994 00:00:00 GMT | PROCEED
            If-Match      | "v1" | If-None-Match       | "v2"                          | FAILED
            If-Match      | "v2" | If-None-Match       | "v2"                          | NOT_MODIFIED
            If-None-Match | "v1" | If-Modified-Since   | Sun, 06 Nov 1994 23:00:00 GMT | PROCEED
            """)
    void tagsGoBeforeDates(
            String first, String firstValue, String second, String secondValue, Preconditions.Verdict verdict) {
        assertEquals(verdict, judge("GET", first, firstValue, second, secondValue));
    }

    private static Preconditions.Verdict judge(String method, String... headers) {
        return Preconditions.of(Headers.of(headers)).judge(method.equals("GET"), DOCUMENT);
    }
}
