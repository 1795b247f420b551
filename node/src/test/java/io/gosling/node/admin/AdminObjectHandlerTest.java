package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.testing.FakeExchange;
import org.junit.jupiter.api.Test;

class AdminObjectHandlerTest {
    private final Handler port =
            new AdminObjectHandler(request -> Response.text("object"), request -> Response.text("other"));

    private FakeExchange send(String method, String path, String... fields) throws Exception {
        return FakeExchange.of(method, path, fields).answeredBy(port);
    }

    @Test
    void objectsAreAskedForByNameAndEverythingElseGoesOn() throws Exception {
        assertEquals("object", send("GET", "/objects/a", "Host", "localhost").responseText());
        assertEquals("other", send("GET", "/status", "Host", "localhost").responseText());
    }

    @Test
    void aPageInABrowserChangesNothingAndReadsNothing() throws Exception {
        assertEquals(421, send("GET", "/objects/a", "Host", "evil.example").status());
        assertEquals(
                403,
                send("PUT", "/objects/a", "Host", "localhost", "Origin", "http://localhost")
                        .status());
        assertEquals(
                403,
                send("DELETE", "/objects/a", "Host", "localhost", "Sec-Fetch-Site", "none")
                        .status());
        assertEquals(
                403,
                send("GET", "/objects/a", "Host", "localhost", "Origin", "http://localhost")
                        .status());
        assertEquals(
                403,
                send("GET", "/objects/a", "Host", "localhost", "Sec-Fetch-Site", "cross-site")
                        .status());
        assertEquals(
                200,
                send("GET", "/objects/a", "Host", "localhost", "Sec-Fetch-Site", "none")
                        .status());
        assertEquals(200, send("PUT", "/objects/a", "Host", "127.0.0.1:4675").status());
    }
}
