package io.gosling.netty.http1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.handler.codec.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "/,                          /,         -",
                "/a%20b?q=http://x/,         /a%20b?q=http://x/, -",
                "//evil.example/x,           //evil.example/x,   -",
                "*,                          *,         -",
                "http://example.com,         /,         example.com",
                "HTTP://example.com/a?b,     /a?b,      example.com",
                "https://example.com:8443?q, /?q,       example.com:8443",
                "http://[::1]:80/x,          /x,        [::1]:80",
            })
    void anOriginServerGetsPathAndQuery(String uri, String path, String authority) {
        assertEquals(new RequestTarget(path, authority), RequestTarget.parse(uri));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"example.com:443", "ftp://example.com/", "http://", "http:///x", "http://me@host/", "", "x"})
    void anythingElseIsNoTarget(String uri) {
        assertNull(RequestTarget.parse(uri));
    }

    @ParameterizedTest
    @CsvSource({
        "/a|b{c}?x=[], /a|b{c}?x=[]",
        "/caf\u00c3\u00a9.txt, /caf%C3%A9.txt",
        "/caf\u00e9?q=\u00ff%20, /caf%E9?q=%FF%20",
        "http://h/\u0080, http://h/%80"
    })
    void bytesBeyondAsciiAreEncoded(String target, String encoded) {
        assertEquals(encoded, RequestTarget.encoded(target));
    }

    @Test
    void optionsOfAServerWithoutAPathIsOfTheServerAsAWhole() {
        assertEquals(new RequestTarget("*", "h:80"), RequestTarget.parse(HttpMethod.OPTIONS, "http://h:80"));
        assertEquals(new RequestTarget("/", "h"), RequestTarget.parse(HttpMethod.OPTIONS, "http://h/"));
        assertEquals(new RequestTarget("/?a", "h"), RequestTarget.parse(HttpMethod.OPTIONS, "http://h?a"));
        assertEquals(new RequestTarget("/", "h"), RequestTarget.parse(HttpMethod.GET, "http://h"));
        assertEquals(new RequestTarget("/a", null), RequestTarget.parse(HttpMethod.OPTIONS, "/a"));
        assertNull(RequestTarget.parse(HttpMethod.OPTIONS, "ftp://h"));
    }
}
