package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One spelling of a host, whatever a client writes. */
class HostHeaderNormalizerTest {
    @ParameterizedTest
    @CsvSource({
        "www.example.com, www.example.com, www.example.com, www.example.com",
        "WWW.Example.com, www.example.com, www.example.com, www.example.com",
        "h:, h, h, h",
        "H., h, h, h",
        "h.:80, h, h:80, h",
        "[0:0::1]:8080, [::1]:8080, [::1]:8080, [::1]:8080",
        "h:80, h, h:80, h",
        "h:080, h, h:80, h",
        "h:443, h:443, h, h",
        "h:0443, h:443, h, h",
        "h:8080, h:8080, h:8080, h:8080",
        "h:08080, h:8080, h:8080, h:8080",
        "h:0, h:0, h:0, h:0",
        "[::1]:, [::1], [::1], [::1]",
        "[::80], [::80], [::80], [::80]",
        "[::1]:80, [::1], [::1]:80, [::1]",
        "h:http, h:http, h:http, h:http"
    })
    void theSameHostHasOneName(String host, String plain, String secure, String purged) {
        assertEquals(plain, HostHeaderNormalizer.of(host, false));
        assertEquals(secure, HostHeaderNormalizer.of(host, true));
        assertEquals(purged, HostHeaderNormalizer.purged(host));
        assertEquals(plain, HostHeaderNormalizer.of(plain, false), "and stays so");
    }
}
