package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FutureTest {
    // example: a future
    static Handler fetching(HttpClient client, URI url) {
        HttpRequest question =
                HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(5)).build();
        return Handler.async(request -> client.sendAsync(question, BodyHandlers.ofByteArray())
                .thenApply(answer -> Response.bytes("application/octet-stream", answer.body())));
    }
    // end

    @RegisterExtension
    static final GoslingExtension OTHER =
            GoslingExtension.serving(new Router().get("/data", request -> Response.text("from elsewhere")));

    @Test
    void whatComesLaterIsAnsweredThen() throws Exception {
        Router routes = new Router().get("/copy", fetching(OTHER.client(), OTHER.url("/data")));
        try (var server = Gosling.serve(routes)) {
            HttpRequest request = HttpRequest.newBuilder(server.url("/copy")).build();
            assertEquals(
                    "from elsewhere",
                    OTHER.client().send(request, BodyHandlers.ofString()).body());
        }
    }
}
