package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseTest {
    @Test
    void textIsUtf8AndSaysSo() throws Exception {
        FakeExchange exchange = FakeExchange.get("/")
                .answeredBy(request -> Response.text("Jürgen").withStatus(201));
        assertEquals(201, exchange.status());
        assertEquals("text/plain; charset=utf-8", exchange.header("Content-Type"));
        assertEquals("Jürgen", exchange.responseText());
    }

    @Test
    void headersAreReplacedOrAdded() {
        Response response = Response.of(204).with("A", "1").with("a", "2").plus("A", "3");
        assertEquals("2, 3", response.headers().joined("A"));
        assertEquals("/x", Response.redirect("/x").headers().first("Location"));
    }

    @Test
    void varyNamesEachFieldOnce() {
        Response response = Response.of(200).varying("Accept").varying("Cookie").varying("ACCEPT");
        assertEquals("Accept, Cookie", response.headers().joined("Vary"));
        assertEquals(
                "*",
                Response.of(200).with("Vary", "*").varying("Accept").headers().joined("Vary"));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 300, 304, 305, 400})
    void onlyARedirectionRedirects(int status) {
        assertThrows(IllegalArgumentException.class, () -> Response.redirect(status, "/"));
    }
}
