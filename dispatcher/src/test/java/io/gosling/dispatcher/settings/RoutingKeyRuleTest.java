package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingKeyRuleTest {
    private static HttpRequest request(String uri, String... fields) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri);
        for (int i = 0; i < fields.length; i += 2) {
            request.headers().add(fields[i], fields[i + 1]);
        }
        return request;
    }

    private static long target(String rule, String uri, String... fields) {
        return RoutingKeyRule.parse(rule).of(request(uri, fields));
    }

    @Test
    void byDefaultTheQueryBelongsToIt() {
        assertNotEquals(target("url", "/a?b=1"), target("url", "/a?b=2"));
        assertEquals(target("path", "/a?b=1"), target("path", "/a?b=2"));
        assertEquals(target("url", "/a", "Host", "x"), target("url", "/a", "Host", "y"));
    }

    @Test
    void hostsMayBeApart() {
        assertNotEquals(target("host+path", "/a", "Host", "x"), target("host+path", "/a", "Host", "y"));
        assertEquals(target("host+path", "/a?1", "Host", "x"), target("host+path", "/a?2", "Host", "x"));
    }

    @Test
    void aTenantMayBeTheTarget() {
        assertEquals(
                target("header:X-Tenant", "/a", "X-Tenant", "t1"), target("header:X-Tenant", "/b", "X-Tenant", "t1"));
        assertEquals(
                target("cookie:sid", "/a", "Cookie", "x=1; sid=7"),
                target("cookie:sid", "/b", "Cookie", "y=2", "Cookie", "sid=7"));
        assertEquals(target("cookie:sid", "/a", "Cookie", "psid=7"), target("url", "/a"), "there is no such cookie");
    }

    @ParameterizedTest
    @ValueSource(strings = {"uri", "header:", "cookie:a b", "body:8", ""})
    void anythingElseIsRefused(String label) {
        String message = assertThrows(IllegalArgumentException.class, () -> RoutingKeyRule.parse(label))
                .getMessage();
        assertTrue(String.valueOf(message).contains("\"" + label + "\" is not known; expected url, path"));
    }
}
