package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UsersTest {
    // example: routes
    static final class Users {
        private final Map<String, String> names = new ConcurrentHashMap<>();

        Router routes() {
            return new Router()
                    .get("/users/{id}", this::show)
                    .put("/users/{id}", this::keep)
                    .delete("/users/{id}", this::remove);
        }

        private Response show(Request request) {
            String name = names.get(request.pathParameter("id"));
            if (name == null) {
                throw new StatusException(404, "nobody has the id " + request.pathParameter("id"));
            }
            String greeting = request.query().first("greeting", "Hello");
            return Response.text(greeting + ", " + name);
        }

        private Response keep(Request request) throws Exception {
            String name = new String(request.body().readAllBytes(), StandardCharsets.UTF_8);
            names.put(request.pathParameter("id"), name);
            return Response.of(204);
        }

        private Response remove(Request request) {
            return Response.of(names.remove(request.pathParameter("id")) == null ? 404 : 204);
        }
    }
    // end

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(new Users().routes());

    @Test
    void usersComeAndGo() throws Exception {
        assertEquals(404, SERVER.get("/users/7").statusCode());
        assertTrue(SERVER.get("/users/7").body().contains("nobody has the id 7"));
        assertEquals(204, SERVER.put("/users/7", "Jürgen").statusCode());
        assertEquals("Hello, Jürgen", SERVER.get("/users/7").body());
        assertEquals(
                "Grüß Gott, Jürgen",
                SERVER.get("/users/7?greeting=Gr%C3%BC%C3%9F+Gott").body());
        HttpResponse<String> refused = SERVER.post("/users/7", "");
        assertEquals(405, refused.statusCode());
        assertEquals(
                "DELETE, GET, HEAD, OPTIONS, PUT",
                refused.headers().firstValue("Allow").orElse(""));
        assertEquals(204, SERVER.delete("/users/7").statusCode());
        assertEquals(404, SERVER.delete("/users/7").statusCode());
    }
}
