package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginPathMappingTest {
    private static final List<OriginAddress> SERVERS =
            List.of(OriginAddress.parse("http://10.0.0.5:3000"), OriginAddress.parse("https://app.test"));

    @ParameterizedTest
    @CsvSource({
        "/api, '', /api/a?q=1, /a?q=1",
        "/api, '', /api, /",
        "/api, '', /api?q=1, /?q=1",
        "/api, '', /api/, /",
        "/api, /v2, /api/a, /v2/a",
        "/api, /v2, /api, /v2",
        "/api, /v2, /api?q, /v2?q",
        "'', /v2, /api/a, /v2/api/a",
        "'', '', /api//a?b, /api//a?b",
        // Not below it: a pattern such as /api* fits more than the directory.
        "/api, '', /apiary, /apiary",
    })
    void theOriginIsAskedForItsOwnPaths(String strip, String prefix, String asked, String sent) {
        String path = strip.isEmpty() ? "/**" : strip + "/**";
        assertEquals(sent, new OriginPathMapping("shop", path, strip, prefix).outward(asked));
    }

    @ParameterizedTest
    @CsvSource({
        // The origin has paths of its own that are not to be reached from here.
        "/login, /login",
        "/v2/login?a=b, /api/login?a=b",
        "http://10.0.0.5:3000/v2/a, /api/a",
        "HTTP://10.0.0.5:3000/v2, /api",
        "http://10.0.0.5:30001/v2/a, http://10.0.0.5:30001/v2/a",
        "https://elsewhere.test/v2/a, https://elsewhere.test/v2/a",
        "//elsewhere.test/v2/a, //elsewhere.test/v2/a",
        "next, next",
        "?page=2, ?page=2",
    })
    void clientsAreToldTheirOwn(String named, String told) {
        assertEquals(told, new OriginPathMapping("shop", "/api/**", "/api", "/v2").inward(named, SERVERS));
    }

    @Test
    void withoutAPrefixEveryPathOfTheOriginIsBelowWhatWasStripped() {
        OriginPathMapping mount = new OriginPathMapping("shop", "/api/**", "/api", "");
        assertEquals("/api/login", mount.inward("/login", SERVERS));
        assertEquals("/api/", mount.inward("http://10.0.0.5:3000", SERVERS));
        assertEquals("/login", OriginPathMapping.ALL.inward("/login", SERVERS));
    }

    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.5:3000/a?b#c, /a?b#c",
        "http://10.0.0.5:3000?b, /?b",
        "HTTPS://App.Test:443/a, /a",
        "//app.test/a, /a",
        "//10.0.0.5:3000, /",
        // A redirect to another scheme or port is meant.
        "https://10.0.0.5:3000/a, https://10.0.0.5:3000/a",
        "http://app.test/a, http://app.test/a",
        "http://me@10.0.0.5:3000/a, http://me@10.0.0.5:3000/a",
        "///app.test/a, ///app.test/a",
        "mailto:me@app.test, mailto:me@app.test",
    })
    void anyServerOfAnOriginIsItInEverySpelling(String named, String told) {
        assertEquals(told, OriginPathMapping.ALL.inward(named, SERVERS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.5:3000//evil.test/",
                "http://10.0.0.5:3000/\\evil.test/",
                "http://10.0.0.5:3000/\t/evil.test/",
                "http://10.0.0.5:3000////evil.test/",
            })
    void noPathOfTheOriginBecomesAnotherHost(String named) {
        assertEquals("/evil.test/", new OriginPathMapping("shop", "/**", "", "").inward(named, SERVERS));
        String prefixed = named.replace(":3000", ":3000/v2");
        assertEquals("/evil.test/", new OriginPathMapping("shop", "/**", "", "/v2").inward(prefixed, SERVERS));
    }

    @ParameterizedTest
    @CsvSource({"/a/**, api, ''", "/api/**, /api/, ''", "/api/**, '', v2", "/a/**, /api, ''", "/apiary, /api, ''"})
    void whatCannotBePutTogetherIsRefused(String path, String strip, String prefix) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new OriginPathMapping("shop", path, strip, prefix));
        assertTrue(String.valueOf(refused.getMessage()).contains("expected"), refused.getMessage());
    }
}
