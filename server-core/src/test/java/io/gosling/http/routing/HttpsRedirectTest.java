package io.gosling.http.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.FakeExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpsRedirectTest {
    @ParameterizedTest
    @CsvSource({
        "443, example.org, /a%20b?c=d&e, https://example.org/a%20b?c=d&e",
        "443, example.org:8080, /, https://example.org/",
        "8443, example.org:80, /x, https://example.org:8443/x",
        "8443, [::1]:8080, /x, https://[::1]:8443/x",
        "443, [::1], /x, https://[::1]/x",
    })
    void pathAndQueryStayAndThePortIsTheSecureOne(int port, String host, String target, String location)
            throws Exception {
        FakeExchange exchange = FakeExchange.of("POST", target, "Host", host).answeredBy(new HttpsRedirect(port));
        assertEquals(308, exchange.status());
        assertEquals(location, exchange.header("Location"));
    }

    @Test
    void whoNamesNoHostCannotBeSentAnywhere() throws Exception {
        assertEquals(
                400,
                FakeExchange.of("GET", "/").answeredBy(new HttpsRedirect(443)).status());
    }
}
