package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cluster says that a back-end is no more: it died, or froze, while requests waited on it. */
@Timeout(60)
class LostBackendTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final FrontEndSettings PATIENT =
            FrontEndSettings.defaults().with(RelaySettings.HEADER_TIME, HOUR).with(RelaySettings.IDLE_TIME, HOUR);

    private final CountDownLatch arrived = new CountDownLatch(1);

    private ScriptedBackend frozen() throws IOException {
        return ScriptedBackend.start("n1", with -> {
            with.request();
            arrived.countDown();
            with.waitForTheEnd();
        });
    }

    @Test
    void aGetThatWaitsOnItIsMovedToAnother() throws Exception {
        ScriptedBackend frozen = frozen();
        try (ScriptedBackend well = ScriptedBackend.polite("n2");
                Stage stage = Stage.of(PATIENT, frozen);
                RawClient client = stage.client()) {
            client.get("/x");
            arrived.await();
            stage.tell(List.of(well.backend()));
            assertEquals("n2 /x", client.answer().text());
            assertEquals(1, stage.status("n2").requests());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /x HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\nok",
                "DELETE /x HTTP/1.1\r\nHost: test\r\n\r\n",
                "PUT /x HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n"
            })
    void aChangeThatReachedItIsNotSentTwice(String request) throws Exception {
        ScriptedBackend frozen = frozen();
        try (ScriptedBackend well = ScriptedBackend.polite("n2");
                Stage stage = Stage.of(PATIENT, frozen);
                RawClient client = stage.client()) {
            client.send(request);
            arrived.await();
            stage.tell(List.of(well.backend()));
            assertEquals(502, client.answer().status());
            assertEquals(0, well.requests.size());
            assertEquals("n2 /y", client.get("/y").answer().text());
        }
    }

    @Test
    void whoWaitedOnTheLastOneIsToldSo() throws Exception {
        try (Stage stage = Stage.of(PATIENT, frozen());
                RawClient client = stage.client()) {
            client.get("/x");
            arrived.await();
            stage.tell(List.of());
            RawClient.Answer answer = client.answer();
            assertEquals(502, answer.status());
            assertTrue(answer.text().contains("left the cluster"), answer.text());
        }
    }

    @Test
    void anAnswerThatHasBegunMayEnd() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        ScriptedBackend leaving = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf");
            goOn.await();
            with.send("half");
        });
        try (Stage stage = Stage.of(PATIENT, leaving);
                RawClient client = stage.client()) {
            RawClient.Answer head = client.get("/x").head();
            stage.tell(List.of());
            goOn.countDown();
            assertEquals("halfhalf", new String(client.body(head), java.nio.charset.StandardCharsets.UTF_8));
        }
    }
}
