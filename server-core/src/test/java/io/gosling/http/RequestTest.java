package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.FakeExchange;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {
    @ParameterizedTest
    @CsvSource({"/,/", "/a/b,/a/b", "/a/,/a/", "//a/./b/../%63,/a/c", "/a/..,/", "/J%C3%BC,/Jü", "*,*"})
    void thePathIsCanonicalAndDecoded(String raw, String expected) {
        assertEquals(expected, FakeExchange.get(raw + "?q").path());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/..", "/%zz", "/a%2Fb"})
    void aMalformedPathIsTheClientsFault(String raw) {
        assertEquals(
                400,
                assertThrows(StatusException.class, () -> FakeExchange.get(raw).path())
                        .status());
    }

    @ParameterizedTest
    @CsvSource({"Example.org:80,example.org", "[::1]:8080,[::1]", "[::1],[::1]", "x,x"})
    void theHostIsWithoutItsPort(String field, String expected) {
        assertEquals(expected, FakeExchange.get("/", "Host", field).host());
    }

    @Test
    void theContentTypeIsTakenApart() {
        MediaType type = FakeExchange.post("/", "", "Content-Type", "Text/Plain ; Charset=\"utf\\-8\"; x=y")
                .contentType();
        assertEquals(new MediaType("text", "plain", Map.of("charset", "utf-8", "x", "y")), type);
        assertNull(FakeExchange.get("/").contentType());
        assertNull(FakeExchange.get("/", "Content-Type", "text").contentType());
        assertNull(FakeExchange.get("/", "Content-Type", "text/; a=b/c").contentType());
    }

    @Test
    void attributesHaveTypes() {
        FakeExchange request = FakeExchange.get("/");
        request.attributes().put("count", 3);
        assertEquals(3, request.attribute("count", Integer.class));
        assertThrows(ClassCastException.class, () -> request.attribute("count", String.class));
    }

    /** Any value of these headers and the query is read or refused, without other effects. */
    @Test
    void noiseIsReadOrRefused() throws Exception {
        String marks = "aZ09=;,\"\\/*%+&.-_ \tq\u00ff";
        Random random = new Random(1);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder noise = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                noise.append(marks.charAt(random.nextInt(marks.length())));
            }
            String text = noise.toString();
            FakeExchange request = FakeExchange.post(
                    "/?" + text,
                    text,
                    "Accept",
                    text,
                    "Accept-Language",
                    text,
                    "Cookie",
                    text,
                    "Host",
                    text,
                    "Content-Type",
                    random.nextBoolean() ? text : "multipart/form-data; boundary=" + text);
            request.accepts("text/html", "application/json");
            request.acceptsLanguage("en", "de");
            request.cookies();
            request.host();
            request.contentType();
            try {
                request.query();
                request.form();
            } catch (StatusException e) {
                refused++;
            }
        }
        assertTrue(refused > 10_000, refused + " were refused");
    }
}
