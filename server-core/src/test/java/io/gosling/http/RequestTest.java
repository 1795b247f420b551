package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import java.util.Map;
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
}
