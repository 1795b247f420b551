package io.gosling.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GoslingExtensionTest {
    private static final Router ROUTES = new Router()
            .get("/hello", request -> Response.text("hello"))
            .post(
                    "/echo",
                    request -> Response.bytes("text/plain", request.body().readAllBytes()))
            .mount(
                    "/said",
                    request -> Response.text(
                            request.method() + " " + request.headers().first("Accept") + " "
                                    + new String(request.body().readAllBytes(), StandardCharsets.UTF_8)));

    @RegisterExtension
    static final GoslingExtension FOR_ALL = GoslingExtension.serving(ROUTES);

    private final AtomicInteger asked = new AtomicInteger();

    @RegisterExtension
    final GoslingExtension forEach = GoslingExtension.serving(new Router()
            .get(
                    "/endless",
                    request -> Response.events(events -> {
                        while (true) {
                            events.send("honk");
                        }
                    }))
            .otherwise(request -> Response.text("request " + asked.incrementAndGet())));

    @Test
    void aServerRunsForAllTests() throws Exception {
        assertEquals("hello", FOR_ALL.get("/hello").body());
        assertEquals(404, FOR_ALL.get("/other").statusCode());
        assertEquals("grüße", FOR_ALL.post("/echo", "grüße").body());
    }

    @Test
    void everyMethodCanBeSentWithABodyAndHeaders() throws Exception {
        assertEquals("GET a/b ", FOR_ALL.get("/said", "Accept", "a/b").body());
        assertEquals("POST a/b x", FOR_ALL.post("/said", "x", "Accept", "a/b").body());
        assertEquals("PUT a/b x", FOR_ALL.put("/said", "x", "Accept", "a/b").body());
        assertEquals("DELETE a/b ", FOR_ALL.delete("/said", "Accept", "a/b").body());
        assertEquals(
                "PROPFIND a/b x",
                FOR_ALL.send("PROPFIND", "/said", "x", "Accept", "a/b").body());
    }

    @Test
    void aServerRunsForOneTest() throws Exception {
        assertEquals("request 1", forEach.get("/").body());
        assertNotEquals(FOR_ALL.url("/"), forEach.url("/"));
    }

    @Test
    void anotherServerRunsForAnotherTest() throws Exception {
        assertEquals("request 1", forEach.get("/").body());
    }

    @Test
    void aStreamThatATestLeavesOpenEndsWithTheTest() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(forEach.url("/endless")).build();
        var response = forEach.client().send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertEquals('d', response.body().read());
    }

    @Test
    void outsideOfTestsThereIsNone() {
        assertThrows(IllegalStateException.class, GoslingExtension.serving(ROUTES)::server);
    }
}
