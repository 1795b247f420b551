package io.gosling.netty.http1;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.AsciiString;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardingHeaderNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Forwarded",
                "Forwarded-For",
                "X-Forwarded",
                "X-Forwarded-For",
                "X-Forwarded-Host",
                "X-Forwarded-Prefix",
                "X-ForwardedFor",
                "Client-IP",
                "True-Client-IP",
                "CF-Connecting-IP",
                "X-Client-IP",
                "X-Cluster-Client-IP",
                "X-Real-IP",
                "X-Scheme",
                "X-Url-Scheme",
                "Front-End-Https",
                "X-Envoy-Original-Path",
                "X-Envoy-External-Address",
                "X-Original-URL",
                "X-Rewrite-URL",
                "X-Original-Forwarded-For",
                "Fastly-Client-IP",
                "Fly-Client-IP",
                "X-Azure-ClientIP",
                "X-Appengine-User-IP",
                "X-ProxyUser-Ip",
                "Proxy-Client-IP",
                "WL-Proxy-Client-IP",
                "WL-Proxy-SSL",
                "$WSRA",
                "HTTP_X_FORWARDED_FOR",
                "HTTP_CLIENT_IP",
                "REMOTE_ADDR",
                "X-Host",
                "X-Original-Host"
            })
    void whatNamesTheClientIsAClaimHoweverItIsSpelled(String name) {
        assertTrue(ForwardingHeaderNames.include(name));
        assertTrue(ForwardingHeaderNames.include(name.toLowerCase(Locale.ROOT).replace('-', '_')));
        assertTrue(ForwardingHeaderNames.include(new AsciiString(name.toUpperCase(Locale.ROOT))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "Host",
                "Via",
                "Origin",
                "Referer",
                "User-Agent",
                "Client",
                "Client-I",
                "Client-IPs",
                "X-Real",
                "X-Requested-With",
                "X-Request-Id",
                "X-HTTP-Method-Override",
                "X-Original-Method",
                "X-Envoy-Attempt-Count",
                "Proxy-Authorization",
                "Access-Control-Request-Method"
            })
    void otherHeadersAreNone(String name) {
        assertFalse(ForwardingHeaderNames.include(name));
    }
}
