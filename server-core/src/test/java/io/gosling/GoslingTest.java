package io.gosling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.routing.Router;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.RecordedAnswers;
import io.gosling.testing.Site;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GoslingTest {
    @Test
    void aHandlerIsServedInALine() throws IOException {
        try (var server = Gosling.serve(new Router().get("/x", request -> Response.text("hello")))) {
            assertEquals(
                    "hello", read((HttpURLConnection) server.url("/x?y").toURL().openConnection()));
            assertThrows(IllegalArgumentException.class, () -> server.url("x"));
        }
    }

    @Test
    void aClosedServerTakesNoConnection() throws IOException {
        Gosling server = Gosling.serve(request -> Response.of(204));
        server.close();
        int port = server.address().getPort();
        assertThrows(ConnectException.class, () -> new Socket(server.address().getAddress(), port).close());
    }

    @Test
    void whoJoinsAServerWaitsUntilItIsClosed() throws Exception {
        Gosling server = Gosling.serve(request -> Response.of(204));
        FutureTask<Boolean> joined = new FutureTask<>(() -> {
            server.join();
            return true;
        });
        Thread waiting = Thread.ofPlatform().daemon().start(joined);
        Eventually.that("it waits", () -> waiting.getState() == Thread.State.WAITING);
        assertFalse(joined.isDone());
        server.close();
        assertTrue(joined.get(30, TimeUnit.SECONDS));
        server.close();
        server.join();
    }

    @Test
    void aSiteAndAHandlerAreServedTogether() throws IOException {
        try (Site site = Site.empty().file("index.html", "hello")) {
            Router routes = new Router()
                    .mount("/api", request -> Response.of(204))
                    .otherwise(Gosling.documents(site.directory()));
            try (Gosling server = Gosling.serve(routes);
                    Gosling documents = Gosling.serve(site.directory());
                    RawConnection client = RawConnection.open(server.address());
                    RawConnection other = RawConnection.open(documents.address())) {
                assertEquals("hello", client.get("/").text());
                assertEquals(204, client.get("/api/x").status());
                assertEquals("hello", other.get("/").text());
                assertEquals(404, other.get("/api/x").status());
            }
        }
    }

    @Test
    void settingsAreHeeded() throws IOException {
        RecordedAnswers answers = new RecordedAnswers();
        Gosling.Builder settings =
                Gosling.builder().host("0.0.0.0").set("limits.body", "10B").answers(answers);
        try (Gosling server = settings.serve(request -> Response.of(204));
                RawConnection client = RawConnection.open(server.address())) {
            assertEquals("127.0.0.1", server.url("/").getHost());
            assertEquals(
                    413,
                    client.request("POST", "/", "Content-Length", "11").read().status());
        }
        assertEquals(413, answers.all().getFirst().status());
    }

    @Test
    void anExceptionWithAStatusIsAnsweredWithIt() throws IOException {
        try (Gosling server = Gosling.serve(request -> {
                    throw new StatusException(410, "it was here once");
                });
                RawConnection client = RawConnection.open(server.address())) {
            assertTrue(client.get("/gone").text().contains("<p>it was here once</p>"));
            RawResponse json =
                    client.request("GET", "/gone", "Accept", "application/json").read();
            assertEquals(410, json.status());
            assertTrue(json.text().contains("\"detail\":\"it was here once\""), json.text());
            assertFalse(json.saysClose());
        }
    }

    @Test
    void aMalformedSettingIsRefusedByName() {
        Gosling.Builder settings = Gosling.builder();
        var wrong = assertThrows(IllegalArgumentException.class, () -> settings.set("http2.streams", "many"));
        String said = String.valueOf(wrong.getMessage());
        assertTrue(said.startsWith("http2.streams: value \"many\"; expected "), said);
        assertThrows(IllegalArgumentException.class, () -> settings.set("http2.colour", "red"));
    }

    private static String read(HttpURLConnection connection) throws IOException {
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
