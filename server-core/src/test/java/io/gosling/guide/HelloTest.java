package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class HelloTest {
    // example: a server in a line
    @Test
    void greets() throws Exception {
        Router routes = new Router().get("/hello", request -> Response.text("hello"));
        try (var server = Gosling.serve(routes);
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(server.url("/hello")).build();
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals("hello", response.body());
        }
    }
    // end
}
