package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CookieTest {
    @ParameterizedTest
    @CsvSource({
        "a=1, {a=1}",
        "a=1; b=2, '{a=1, b=2}'",
        "a=1;b=2;a=3, '{a=1, b=2}'",
        "'a=\"x\"; b=\"', '{a=x, b=\"}'",
        "a=b=c, {a=b=c}",
        "; ;x; =y; a=, {a=}",
        "a = 1, {a=1}",
    })
    void cookiesAreReadLeniently(String field, String expected) {
        assertEquals(expected, FakeExchange.get("/", "Cookie", field).cookies().toString());
    }

    @Test
    void aCookieIsWrittenStrictly() {
        Cookie cookie = Cookie.of("theme", "dark");
        assertEquals("theme=dark; Path=/; HttpOnly; SameSite=Lax", cookie.field());
        assertEquals(
                "theme=dark; Path=/a; Domain=example.org; Max-Age=60; Secure; SameSite=None",
                cookie.withPath("/a")
                        .withDomain("example.org")
                        .withMaxAge(Duration.ofMillis(60_900))
                        .overTls()
                        .forScripts()
                        .with(Cookie.SameSite.NONE)
                        .field());
        assertEquals(
                "theme=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
                Response.of(204).with(cookie.forgotten()).headers().first("Set-Cookie"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a;b", "a,b", "a\"b", "a\\b", "é", "a\r\nSet-Cookie: x=y"})
    void aValueThatWouldBeReadDifferentlyIsRefused(String value) {
        assertThrows(IllegalArgumentException.class, () -> Cookie.of("name", value));
        assertThrows(IllegalArgumentException.class, () -> Cookie.of(value, "value"));
    }

    @Test
    void whatBrowsersRefuseIsRefusedHere() {
        Cookie plain = Cookie.of("name", "value");
        assertThrows(IllegalArgumentException.class, () -> plain.with(Cookie.SameSite.NONE));
        assertThrows(IllegalArgumentException.class, () -> plain.withPath("/; Domain=evil.example"));
        assertThrows(IllegalArgumentException.class, () -> Cookie.of("__Host-id", "1"));
        assertThrows(IllegalArgumentException.class, () -> Cookie.of("__Secure-id", "1"));
        Cookie host = new Cookie("__Host-id", "1", "/", null, null, true, true, Cookie.SameSite.STRICT);
        assertEquals("__Host-id=1; Path=/; Secure; HttpOnly; SameSite=Strict", host.field());
        assertThrows(IllegalArgumentException.class, () -> host.withDomain("example.org"));
        assertThrows(IllegalArgumentException.class, () -> host.withPath("/a"));
    }
}
