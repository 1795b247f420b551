package io.gosling.dispatcher.status;

import static io.gosling.dispatcher.testing.ScriptedBackend.DATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counts and times of the responses of back-ends, in the status of a front-end and in Server-Timing. */
@Timeout(60)
class FrontEndStatisticsTest {
    /** Answers with the status in the path, and with a time of its own. */
    private static ScriptedBackend obedient() throws IOException {
        return ScriptedBackend.start("n1", with -> {
            while (true) {
                String status = with.request().path().substring(1);
                with.send("HTTP/1.1 " + status + " So\r\n" + DATE + "Server-Timing: db;dur=1\r\n"
                        + "Content-Length: 0\r\n\r\n");
            }
        });
    }

    @Test
    void responsesAreCountedByClassOfStatusAndEveryRequestIsTimed() throws IOException {
        try (Stage stage = Stage.of(obedient());
                RawClient client = stage.client()) {
            for (String status : List.of("200", "203", "301", "404", "500", "503", "999")) {
                assertEquals(
                        Integer.parseInt(status),
                        client.get("/" + status).answer().status());
            }
            assertEquals(
                    Map.of("1xx", 0L, "2xx", 2L, "3xx", 1L, "4xx", 1L, "5xx", 2L, "other", 1L),
                    stage.status("n1").responses());
            assertEquals(400, client.send("GET /200 HTTP/1.1\r\n\r\n").answer().status());
            Stage.until(
                    "all are timed",
                    () -> LongStream.of(stage.frontEnd.durations().counts()).sum() == 8);
            assertTrue(stage.frontEnd.durations().seconds() > 0);
        }
    }

    @Test
    void serverTimingIsAddedOnRequest() throws IOException {
        try (Stage stage = Stage.of(obedient())) {
            assertEquals(List.of("db;dur=1"), stage.get("/200").all("Server-Timing"));
        }
        try (Stage stage = Stage.of(FrontEndSettings.defaults().with(RelaySettings.NAME_BACKEND, true), obedient())) {
            List<String> times = stage.get("/200").all("Server-Timing");
            assertEquals("db;dur=1", times.getFirst());
            String number = "\\d+\\.\\d+";
            assertTrue(
                    times.getLast()
                            .matches("queue;dur=" + number + ", connect;dur=" + number + ", backend;dur=" + number),
                    times::toString);
        }
    }
}
