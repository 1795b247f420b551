package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Filter;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FilterTest {
    // example: filters
    static Router routes(Map<String, String> userByKey) {
        Filter identify = (request, next) -> {
            String key = request.headers().first("Api-Key");
            String user = key == null ? null : userByKey.get(key);
            if (user == null) {
                return Response.of(401).with("WWW-Authenticate", "ApiKey");
            }
            request.attributes().put("user", user);
            return next.handle(request);
        };
        Filter unstored = (request, next) -> next.handle(request).with("Cache-Control", "no-store");
        Router api = new Router()
                .get("/me", request -> Response.text("you are " + request.attribute("user", String.class)))
                .filter(unstored)
                .filter(identify);
        return new Router().get("/", request -> Response.text("welcome")).under("/api", api);
    }
    // end

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(routes(Map.of("k", "Jane")));

    @Test
    void onlyTheApiIsGuarded() throws Exception {
        assertEquals("welcome", SERVER.get("/").body());
        HttpResponse<String> refused = SERVER.get("/api/me");
        assertEquals(401, refused.statusCode());
        assertEquals("no-store", refused.headers().firstValue("Cache-Control").orElse(""));
        HttpRequest request = HttpRequest.newBuilder(SERVER.url("/api/me"))
                .header("Api-Key", "k")
                .build();
        assertEquals(
                "you are Jane",
                SERVER.client().send(request, BodyHandlers.ofString()).body());
    }
}
