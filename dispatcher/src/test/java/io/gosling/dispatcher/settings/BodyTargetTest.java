package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.FrameClient;
import io.gosling.testing.Site;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that go by the beginning of their body, as those of a tenant who is named in it. */
@Timeout(60)
class BodyTargetTest {
    private static final FrontEndSettings BY_BODY = FrontEndSettings.defaults()
            .with(FrontEndSettings.POLICY, "lb")
            .with(FrontEndSettings.TARGET, RoutingKeyRule.parse("body:8"));

    /** Says who it is, and what it got. */
    private static ScriptedBackend named(String name) throws IOException {
        return ScriptedBackend.start(name, with -> {
            while (true) {
                ScriptedBackend.Request request = with.request();
                with.answer(name + " " + new String(request.body(), StandardCharsets.US_ASCII));
            }
        });
    }

    private static Stage three() throws IOException {
        return Stage.of(BY_BODY, named("n1"), named("n2"), named("n3"));
    }

    private static String post(RawClient client, String path, String body) throws IOException {
        client.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        return client.answer().text();
    }

    @Test
    void bodiesThatBeginAlikeGoToOneBackEndWhateverIsBehindAndWhereverTheyGo() throws IOException {
        try (Stage stage = three();
                RawClient client = stage.client()) {
            Set<String> serving = new HashSet<>();
            for (int tenant = 10; tenant < 40; tenant++) {
                String name = post(client, "/a", "tenant" + tenant).substring(0, 2);
                for (int time = 0; time < 3; time++) {
                    String body = "tenant" + tenant + "&more=" + "x".repeat(3000 * time);
                    assertEquals(name + " " + body, post(client, "/" + time, body));
                }
                serving.add(name);
            }
            assertEquals(Set.of("n1", "n2", "n3"), serving);
        }
    }

    @Test
    void itIsGatheredFromPiecesAndNoPlaceIsTakenMeanwhile() throws IOException {
        try (Stage stage = three();
                RawClient whole = stage.client();
                RawClient pieces = stage.client()) {
            String name = post(whole, "/a", "tenant55").substring(0, 2);
            pieces.send("POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (String letter : "tenant5".split("")) {
                pieces.send("1\r\n" + letter + "\r\n");
            }
            post(whole, "/a", "tenant56"); // one loop reads both: when this is answered, those were read
            assertEquals(0, stage.frontEnd.status().active());
            assertEquals(0, stage.frontEnd.status().queued());
            pieces.send("1\r\n5\r\n");
            Stage.until(
                    "it is known where it goes", () -> stage.frontEnd.status().paused() == 1);
            pieces.send("6\r\n later\r\n0\r\n\r\n");
            assertEquals(name + " tenant55 later", pieces.answer().text());
        }
    }

    @Test
    void aBodyThatIsShorterIsTheTargetAsItIsAndKeepsItsTrailers() throws IOException {
        ScriptedBackend only = named("n1");
        try (Stage stage = Stage.of(BY_BODY, only);
                RawClient client = stage.client()) {
            assertEquals("n1 abc", post(client, "/a", "abc"));
            client.send("POST / HTTP/1.1\r\nHost: x\r\nTE: trailers\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2\r\nab\r\n0\r\nX-Sum: 7\r\n\r\n");
            assertEquals("n1 ab", client.answer().text());
            assertEquals(List.of("X-Sum: 7"), only.trailers);
        }
    }

    /** Says who it is, and asks for a body that is held back. */
    private static ScriptedBackend asking(String name) throws IOException {
        return ScriptedBackend.start(name, with -> {
            while (true) {
                ScriptedBackend.Request head = with.head();
                if (!head.all("Expect").isEmpty()) {
                    with.send("HTTP/1.1 100 Continue\r\n\r\n");
                }
                with.answer(name + " " + with.body(head).length);
            }
        });
    }

    @Test
    void withoutABodyOrWithOneThatIsHeldBackItGoesByItsUrl() throws IOException {
        try (Stage stage = Stage.of(BY_BODY, asking("n1"), asking("n2"), asking("n3"));
                RawClient client = stage.client()) {
            Set<String> serving = new HashSet<>();
            for (int page = 0; page < 20; page++) {
                String name = client.get("/" + page).answer().text().substring(0, 2);
                assertEquals(name + " 0", client.get("/" + page).answer().text());
                client.send(
                        "POST /" + page + " HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 20\r\n\r\n");
                assertEquals(100, client.head().status());
                client.send("x".repeat(20));
                assertEquals(name + " 20", client.answer().text());
                serving.add(name);
            }
            assertEquals(Set.of("n1", "n2", "n3"), serving);
        }
    }

    private static FrontEndSettings waitingFor(Duration body) {
        Duration time = Duration.ofSeconds(30);
        return BY_BODY.with(HttpLimits.HEADER_TIME, time)
                .with(HttpLimits.IDLE_TIME, time)
                .with(HttpLimits.BODY_TIME, body)
                .with(HttpLimits.WRITE_TIME, time);
    }

    @Test
    void whoDoesNotSendItIsToldSo() throws IOException {
        try (Stage stage = Stage.of(waitingFor(Duration.ofMillis(100)), named("n1"));
                RawClient client = stage.client()) {
            client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\nx");
            assertEquals(408, client.answer().status());
            LimitCounters limits = stage.frontEnd.limits();
            assertEquals(1, limits.of(LimitKind.BODY_TIME) + limits.of(LimitKind.DATA_RATE));
        }
    }

    @Test
    void whoLeavesBeforeItIsKnownIsForgotten() throws IOException {
        try (Stage stage = Stage.of(waitingFor(Duration.ofMinutes(5)), named("n1"));
                RawClient whole = stage.client();
                RawClient leaves = stage.client()) {
            leaves.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\nxy");
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
                BY_BODY.with(AdmissionSettings.LIMIT, 1)
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

    @Test
    void overHttp2AsWell() throws IOException {
        ListenEndpoint frames = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);
        try (Stage stage = Stage.of(BY_BODY, frames, named("n1"), named("n2"), named("n3"));
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            Set<String> serving = new HashSet<>();
            for (int tenant = 10; tenant < 30; tenant++) {
                String first = post(client, 4 * tenant + 1, "tenant", "" + tenant);
                assertTrue(first.endsWith(" tenant" + tenant), first);
                assertEquals(first + "&and", post(client, 4 * tenant + 3, "tenant" + tenant, "&and"));
                serving.add(first.substring(0, 2));
            }
            assertEquals(Set.of("n1", "n2", "n3"), serving);
        }
    }

    private static String post(FrameClient client, int stream, String one, String two) {
        client.request(stream, false, "POST", "/" + stream);
        client.send(FrameClient.DATA, 0, stream, one.getBytes(StandardCharsets.US_ASCII));
        client.send(FrameClient.DATA, FrameClient.END_STREAM, stream, two.getBytes(StandardCharsets.US_ASCII));
        FrameClient.Frame body = client.expect(FrameClient.DATA);
        String text = new String(body.payload(), StandardCharsets.US_ASCII);
        if (!body.ends()) {
            client.expect(FrameClient.DATA);
        }
        return text;
    }
}
