package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.junit.GoslingExtension;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CounterTest {
    /** A static field: one server for all tests of this class, here with settings. */
    @RegisterExtension
    static final GoslingExtension SHARED =
            GoslingExtension.serving(Gosling.builder().set("limits.body", "5B"), Counter.routes());

    /** Another field: a new server for each test. */
    @RegisterExtension
    final GoslingExtension server = GoslingExtension.serving(Counter.routes());

    @Test
    void countsUp() throws Exception {
        assertEquals("1", server.post("/count", "").body());
        assertEquals("5", server.post("/count", "4").body());
        assertEquals("5", server.get("/count").body());
    }

    @Test
    void beginsAgain() throws Exception {
        assertEquals("0", server.get("/count").body());
        server.post("/count", "7");
        assertEquals(204, server.delete("/count").statusCode());
        assertEquals("0", server.get("/count").body());
    }

    @Test
    void refusesOtherMethodsAndBodies() throws Exception {
        assertEquals(405, SHARED.put("/count", "1").statusCode());
        assertEquals(413, SHARED.post("/count", "1000000").statusCode());
        assertEquals(400, SHARED.post("/count", "a").statusCode());
    }

    /** {@code client()} and {@code url()} are for whatever else a request needs. */
    @Test
    void answersHead() throws Exception {
        HttpRequest head = HttpRequest.newBuilder(SHARED.url("/count")).HEAD().build();
        assertEquals(200, SHARED.client().send(head, BodyHandlers.discarding()).statusCode());
    }
}
