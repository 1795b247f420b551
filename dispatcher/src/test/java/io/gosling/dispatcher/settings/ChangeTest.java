package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time of whole requests, and settings that change while clients are connected. */
@Timeout(60)
class ChangeTest {
    private static final FrontEndSettings SHORT =
            FrontEndSettings.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofMillis(300));

    @Test
    void aRequestThatTakesTooLongInAllIsGivenUp() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            never.await();
        });
        try (Stage stage = Stage.of(SHORT, backend);
                RawClient client = stage.client()) {
            assertEquals(504, client.get("/").answer().status());
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.REQUEST_TIME));
            assertEquals(1, stage.outcome(RequestOutcome.GATEWAY_TIMEOUT));
            assertEquals(504, client.get("/").answer().status(), "the connection goes on");
        }
        never.countDown();
    }

    @Test
    void requestsWithinTheirTimeDoNotMeetThoseOfOthers() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                ScriptedBackend.Request request = with.request();
                if (request.path().equals("/slow")) {
                    slow.await();
                }
                with.answer("n1 " + request.path());
            }
        });
        FrontEndSettings limits = FrontEndSettings.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofSeconds(30));
        try (Stage stage = Stage.of(limits, backend);
                RawClient client = stage.client()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(200, client.get("/a").answer().status());
            }
            client.get("/slow");
            slow.countDown();
            assertEquals(200, client.answer().status());
            assertEquals(0, stage.frontEnd.limits().of(LimitKind.REQUEST_TIME));
        }
    }

    @Test
    void limitsChangeForTheNextRequestOfAnOpenConnection() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        FrontEndSettings settings = FrontEndSettings.defaults();
        try (Stage stage = Stage.of(settings, backend);
                RawClient client = stage.client()) {
            assertEquals(200, client.get("/").answer().status());
            stage.frontEnd.change(settings.with(FrontEndSettings.POLICY, "wrr").with(HttpLimits.BODY, 3L));
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
            assertEquals(200, client.answer().status());
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nabcd");
            assertEquals(413, client.answer().status());
            assertEquals("lard-r", stage.frontEnd.status().policy(), "what cannot change has not changed");
        }
    }

    @Test
    void theQueueChangesWhileRequestsAreServed() throws IOException {
        CountDownLatch busy = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                busy.await();
                with.answer("late");
            }
        });
        FrontEndSettings settings = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 10)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofMinutes(1));
        try (Stage stage = Stage.of(settings, backend);
                RawClient first = stage.client();
                RawClient second = stage.client()) {
            first.get("/1");
            Stage.until("one is served", () -> stage.frontEnd.status().active() == 1);
            stage.frontEnd.change(settings.with(AdmissionSettings.LIMIT, 1)
                    .with(AdmissionSettings.QUEUE_LENGTH, 0)
                    .with(AdmissionSettings.QUEUE_TIME, Duration.ofMinutes(1)));
            assertEquals(503, second.get("/2").answer().status());
            stage.frontEnd.change(settings.with(AdmissionSettings.LIMIT, 2)
                    .with(AdmissionSettings.QUEUE_LENGTH, 0)
                    .with(AdmissionSettings.QUEUE_TIME, Duration.ofMinutes(1)));
            second.get("/3");
            Stage.until("both are served", () -> stage.frontEnd.status().active() == 2);
            busy.countDown();
            assertEquals(200, first.answer().status());
            assertEquals(200, second.answer().status());
            assertTrue(stage.outcome(RequestOutcome.OVERLOADED) == 1);
        }
    }

    @Test
    void clientsAreBelievedFromTheNextRequestOn() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        FrontEndSettings settings = FrontEndSettings.defaults();
        String ask = "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n";
        try (Stage stage = Stage.of(settings, backend);
                RawClient client = stage.client()) {
            client.send(ask).answer();
            stage.frontEnd.change(settings.with(RelaySettings.FORWARDED, RelaySettings.Forwarding.APPEND));
            client.send(ask).answer();
            stage.frontEnd.change(settings);
            client.send(ask).answer();
            assertEquals(
                    List.of("127.0.0.1", "192.0.2.7, 127.0.0.1", "127.0.0.1"),
                    backend.requests.stream()
                            .map(request -> request.all("X-Forwarded-For").getFirst())
                            .toList());
        }
    }
}
