package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.NegotiatedHandler;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OffersTest {
    // example: negotiation
    static final Router ROUTES = new Router()
            .get(
                    "/goose",
                    NegotiatedHandler.of("text/html", request -> Response.html("<h1>A goose</h1>"))
                            .or("application/json", request -> Response.json("{\"bird\": \"goose\"}")))
            .get("/greeting", request -> {
                String language = request.acceptsLanguage("en", "de");
                return Response.text("de".equals(language) ? "Guten Tag" : "Good day")
                        .varying("Accept-Language");
            });
    // end

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(ROUTES);

    @Test
    void aClientGetsWhatItAcceptsBest() throws Exception {
        assertEquals("<h1>A goose</h1>", SERVER.get("/goose").body());
        HttpResponse<String> json = get("/goose", "Accept", "text/html;q=0.5, application/json");
        assertEquals("{\"bird\": \"goose\"}", json.body());
        assertEquals("Accept", json.headers().firstValue("Vary").orElse(""));
        assertEquals(406, get("/goose", "Accept", "image/png").statusCode());
        assertEquals(
                "Guten Tag", get("/greeting", "Accept-Language", "de, en;q=0.8").body());
        assertEquals("Good day", get("/greeting", "Accept-Language", "fr").body());
    }

    private static HttpResponse<String> get(String path, String name, String value) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(SERVER.url(path)).header(name, value).build();
        return SERVER.client().send(request, BodyHandlers.ofString());
    }
}
