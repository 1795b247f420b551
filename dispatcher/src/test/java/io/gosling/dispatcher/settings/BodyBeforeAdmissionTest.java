package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.limits.LimitKind;
import io.gosling.testing.Site;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests whose body has to begin before they take a place. */
@Timeout(60)
class BodyBeforeAdmissionTest {
    private static final FrontEndSettings SETTINGS = FrontEndSettings.defaults();

    /** Says who it is, and what it got. */
    private static ScriptedBackend named(String name) throws IOException {
        return ScriptedBackend.start(name, with -> {
            while (true) {
                ScriptedBackend.Request request = with.request();
                with.answer(name + " " + new String(request.body(), StandardCharsets.US_ASCII));
            }
        });
    }

    private static String post(RawClient client, String path, String body) throws IOException {
        client.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        return client.answer().text();
    }

    @Test
    void noPlaceIsTakenBeforeItBegins() throws IOException {
        try (Stage stage = Stage.of(SETTINGS, named("n1"));
                RawClient whole = stage.client();
                RawClient pieces = stage.client()) {
            pieces.send("POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            post(whole, "/a", "whole"); // one loop reads both: when this is answered, that was read
            assertEquals(0, stage.frontEnd.status().active());
            assertEquals(0, stage.frontEnd.status().queued());
            pieces.send("1\r\na\r\n");
            Stage.until(
                    "it waits for more at its back-end",
                    () -> stage.frontEnd.status().paused() == 1);
            pieces.send("1\r\nb\r\n0\r\n\r\n");
            assertEquals("n1 ab", pieces.answer().text());
        }
    }

    @Test
    void aShortBodyKeepsItsTrailers() throws IOException {
        ScriptedBackend only = named("n1");
        try (Stage stage = Stage.of(SETTINGS, only);
                RawClient client = stage.client()) {
            assertEquals("n1 abc", post(client, "/a", "abc"));
            client.send("POST / HTTP/1.1\r\nHost: x\r\nTE: trailers\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2\r\nab\r\n0\r\nX-Sum: 7\r\n\r\n");
            assertEquals("n1 ab", client.answer().text());
            assertEquals(List.of("X-Sum: 7"), only.trailers);
        }
    }

    private static FrontEndSettings waitingFor(Duration body) {
        Duration time = Duration.ofSeconds(30);
        return SETTINGS.with(HttpLimits.HEADER_TIME, time)
                .with(HttpLimits.IDLE_TIME, time)
                .with(HttpLimits.BODY_TIME, body)
                .with(HttpLimits.WRITE_TIME, time);
    }

    @Test
    void whoDoesNotSendItIsToldSo() throws IOException {
        try (Stage stage = Stage.of(waitingFor(Duration.ofMillis(100)), named("n1"));
                RawClient client = stage.client()) {
            client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n");
            assertEquals(408, client.answer().status());
            LimitCounters limits = stage.frontEnd.limits();
            assertEquals(1, limits.of(LimitKind.BODY_TIME) + limits.of(LimitKind.DATA_RATE));
        }
    }

    @Test
    void whoLeavesBeforeItBeginsIsForgotten() throws IOException {
        try (Stage stage = Stage.of(waitingFor(Duration.ofMinutes(5)), named("n1"));
                RawClient whole = stage.client();
                RawClient leaves = stage.client()) {
            leaves.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n");
            assertEquals("n1 tenant56", post(whole, "/a", "tenant56"));
            leaves.reset();
            Stage.until("it has gone", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
        }
    }

    /** A back-end that keeps its one place busy with whoever asks for {@code /hold}, until that one goes. */
    private static Stage oneAtATime() throws IOException {
        ScriptedBackend busy = ScriptedBackend.start("n1", with -> {
            while (true) {
                ScriptedBackend.Request request = with.request();
                if (request.path().equals("/hold")) {
                    with.waitForTheEnd();
                }
                with.answer(200, request.body());
            }
        });
        return Stage.of(
                SETTINGS.with(AdmissionSettings.LIMIT, 1)
                        .with(AdmissionSettings.QUEUE_LENGTH, 10)
                        .with(AdmissionSettings.QUEUE_TIME, Duration.ofSeconds(30)),
                busy);
    }

    /** Of what waits in the queue one piece is kept, and it is not lost by a second one that comes. */
    @Test
    void whatWaitsForAPlaceIsPassedOnWhole() throws IOException {
        try (Stage stage = oneAtATime();
                RawClient holds = stage.client();
                RawClient waits = stage.client()) {
            holds.get("/hold");
            Stage.until("the place is taken", () -> stage.frontEnd.status().active() == 1);
            byte[] body = Site.noise(300_000, 4);
            waits.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n")
                    .send(body);
            Stage.until("it waits", () -> stage.frontEnd.status().queued() == 1);
            holds.reset();
            assertArrayEquals(body, waits.body(waits.head()));
        }
    }

    /** The kept data may be the whole body, followed by the client's end only. */
    @Test
    void whoLeavesTheQueueIsNotSentOnAfterwards() throws IOException {
        try (Stage stage = oneAtATime();
                RawClient holds = stage.client();
                RawClient waits = stage.client()) {
            holds.get("/hold");
            Stage.until("the place is taken", () -> stage.frontEnd.status().active() == 1);
            waits.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n0123456789");
            Stage.until("it waits", () -> stage.frontEnd.status().queued() == 1);
            waits.close();
            Stage.until("it waits no more", () -> stage.frontEnd.status().queued() == 0);
            Stage.until("it is counted", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
        }
    }
}
