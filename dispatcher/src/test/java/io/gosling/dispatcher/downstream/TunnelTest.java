package io.gosling.dispatcher.downstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.limits.StreamingMediaTypes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that become something else than HTTP, and answers without an end, over real sockets. */
@Timeout(60)
class TunnelTest {
    private static final String ASKS = "GET /talk HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    private static final String GRANTED =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

    /** Grants a change of protocol and sends back what comes; answers everything else. */
    private static ScriptedBackend echo(String name) throws IOException {
        return ScriptedBackend.start(name, with -> {
            for (ScriptedBackend.Request request = with.request();
                    request.all("Upgrade").isEmpty();
                    request = with.request()) {
                with.answer(name + " " + request.path());
            }
            with.send(GRANTED);
            byte[] buffer = new byte[1 << 14];
            for (int read = with.readSome(buffer); read >= 0; read = with.readSome(buffer)) {
                with.send(Arrays.copyOf(buffer, read));
            }
        });
    }

    private static FrontEndSettings idle(Duration time) {
        return FrontEndSettings.defaults().with(TunnelSettings.IDLE_TIME, time);
    }

    @Test
    void aGrantedChangeIsPassedOnAndThenBytesBothWays() throws IOException {
        ScriptedBackend backend = echo("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            assertEquals("n1 /before", client.get("/before").answer().text());
            RawClient.Answer granted = client.send(ASKS).head();
            assertEquals(101, granted.status());
            assertEquals(List.of("upgrade"), granted.all("Connection"));
            assertEquals(List.of("websocket"), granted.all("Upgrade"));
            assertEquals(List.of("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), granted.all("Sec-WebSocket-Accept"));
            ScriptedBackend.Request seen = backend.requests.getLast();
            assertEquals(List.of("upgrade"), seen.all("Connection"));
            assertEquals(List.of("websocket"), seen.all("Upgrade"));
            assertEquals(List.of("dGhlIHNhbXBsZSBub25jZQ=="), seen.all("Sec-WebSocket-Key"));

            byte[] bytes = new byte[3 << 20];
            new Random(7).nextBytes(bytes);
            Thread sender = Thread.ofVirtual().start(() -> Assertions.assertDoesNotThrow(() -> client.send(bytes)));
            assertArrayEquals(bytes, client.exactly(bytes.length));
            Assertions.assertDoesNotThrow(() -> sender.join());
            assertEquals(1, stage.frontEnd.status().lasting());
            assertEquals(0, stage.frontEnd.status().active());
            assertEquals(1, stage.status("n1").load(), "it is load to the policy");

            client.sendsNoMore();
            assertTrue(client.isClosed());
            Stage.until("the tunnel is counted", () -> stage.outcome(RequestOutcome.RELAYED) == 2);
            Stage.until("its place is free", () -> stage.frontEnd.status().lasting() == 0);
            assertEquals(0, stage.status("n1").load());
        }
    }

    @Test
    void whatTheBackEndSendsWithItsGrantIsNotLost() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(GRANTED + "\u0081\u0005first");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            assertEquals("\u0081\u0005first", new String(client.exactly(7), StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void noBytesOfATunnelAreTakenForTheBodyOfItsGrant() throws IOException {
        String old = GRANTED.replace("\r\n\r\n", "\r\nSec-WebSocket-Origin: a\r\nSec-WebSocket-Location: b\r\n\r\n");
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(old + "\u0081\u0005first");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            assertEquals("\u0081\u0005first", new String(client.exactly(7), StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void oneSideMayEndBeforeTheOther() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(GRANTED);
            with.waitForTheEnd();
            with.send("all heard");
        });
        List<String> later = new CopyOnWriteArrayList<>();
        ScriptedBackend talker = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(GRANTED + "all said");
            with.sendsNoMore();
            byte[] heard = new byte[5];
            with.readSome(heard);
            later.add(new String(heard, StandardCharsets.US_ASCII));
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            client.send("much").sendsNoMore();
            assertEquals("all heard", new String(client.exactly(9), StandardCharsets.US_ASCII));
            assertTrue(client.isClosed());
        }
        try (Stage stage = Stage.of(talker);
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            assertEquals("all said", new String(client.exactly(8), StandardCharsets.US_ASCII));
            assertTrue(client.isClosed(), "its direction has ended");
            client.send("later");
            Stage.until("what came later was heard", () -> later.equals(List.of("later")));
        }
    }

    @Test
    void aRefusedChangeIsAnOrdinaryAnswer() throws IOException {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            assertEquals("n1 /talk", client.send(ASKS).answer().text());
            assertEquals("n1 /next", client.get("/next").answer().text());
            assertEquals(0, stage.frontEnd.status().lasting());
        }
    }

    @Test
    void onlyTheProtocolsThatAreNamedAreAskedFor() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage =
                        Stage.of(FrontEndSettings.defaults().with(TunnelSettings.PROTOCOLS, Set.of("chat")), backend);
                RawClient client = stage.client()) {
            client.send(ASKS).answer();
            assertEquals(List.of(), backend.requests.getLast().all("Upgrade"));
            client.send(ASKS.replace("Upgrade: websocket", "Upgrade: h2c, Chat"))
                    .answer();
            assertEquals(List.of("chat"), backend.requests.getLast().all("Upgrade"));
            client.send(ASKS.replace("Upgrade: websocket", "Upgrade: chat").replace("GET", "DELETE"))
                    .answer();
            assertEquals(List.of(), backend.requests.getLast().all("Upgrade"), "not of a GET");
            client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: chat\r\nContent-Length:"
                            + " 2\r\n\r\nhi")
                    .answer();
            assertEquals(List.of(), backend.requests.getLast().all("Upgrade"), "with a body");
        }
    }

    @Test
    void aChangeThatNobodyAskedForIsNone() throws IOException {
        String[] grants = {
            GRANTED.replace("WebSocket", "chat"), GRANTED.replace("Sec-WebSocket-Accept", "X-Other"), GRANTED
        };
        var next = new AtomicInteger();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(grants[next.getAndIncrement()]);
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend)) {
            for (String request : List.of(ASKS, ASKS, ASKS.replace("Upgrade: websocket", "X-Up: none"))) {
                try (RawClient client = stage.client()) {
                    assertEquals(502, client.send(request).answer().status());
                }
            }
        }
    }

    @Test
    void whoGoesOnBeforeTheAnswerGetsNeitherTheProtocolNorAnotherAnswer() throws IOException {
        ScriptedBackend backend = echo("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send(ASKS + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n");
            assertEquals(400, client.answer().status());
            assertTrue(client.isClosed());
            assertEquals(
                    List.of("/talk"),
                    backend.requests.stream().map(ScriptedBackend.Request::path).toList());
        }
        try (Stage stage = Stage.of(echo("n1"));
                RawClient client = stage.client()) {
            assertEquals(400, client.send(ASKS + "half a li").answer().status());
        }
    }

    @Test
    void aTunnelInWhichNobodySpeaksEnds() throws IOException {
        try (Stage stage = Stage.of(idle(Duration.ofMillis(50)), echo("n1"));
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            assertTrue(client.isClosed());
            Stage.until("it is counted", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.TUNNEL_TIME));
        }
    }

    @Test
    void aTunnelTakesNoPlaceFromRequests() throws IOException {
        var settings = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 0)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofSeconds(1));
        try (Stage stage = Stage.of(settings, echo("n1"));
                RawClient talks = stage.client()) {
            assertEquals(101, talks.send(ASKS).head().status());
            assertEquals("n1 /asked", stage.get("/asked").text());
        }
    }

    /** In all, and on the only back-end. */
    @ParameterizedTest
    @CsvSource({"2, 100", "100, 2"})
    void beyondSoManyWhatLastsIsAnswered503(int most, int each) throws IOException {
        Semaphore ends = new Semaphore(0);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                ScriptedBackend.Request request = with.request();
                if (request.path().equals("/events")) {
                    with.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n");
                    ends.acquire();
                    return;
                } else if (request.path().equals("/talk")) {
                    with.send(GRANTED);
                    with.waitForTheEnd();
                    return;
                }
                with.answer("n1");
            }
        });
        try (Stage stage = Stage.of(
                        FrontEndSettings.defaults()
                                .with(TunnelSettings.MOST, most)
                                .with(TunnelSettings.MOST_EACH, each),
                        backend);
                RawClient late = stage.client()) {
            try (RawClient talks = stage.client();
                    RawClient listens = stage.client()) {
                assertEquals(101, talks.send(ASKS).head().status());
                assertEquals(200, listens.get("/events").head().status());
                for (int time = 0; time < 3; time++) {
                    RawClient.Answer refused = late.send(ASKS).answer();
                    assertEquals(503, refused.status());
                    assertEquals("1", refused.first("Retry-After"));
                    assertEquals(503, late.get("/events").answer().status());
                    assertEquals("n1", late.get("/other").answer().text(), "what ends is answered");
                }
                assertEquals(6, stage.frontEnd.limits().of(LimitKind.TUNNELS));
                assertEquals(2, stage.frontEnd.status().lasting());
            }
            Stage.until("both have gone", () -> stage.frontEnd.status().lasting() == 0);
            assertEquals(101, late.send(ASKS).head().status());
        } finally {
            ends.release(100);
        }
    }

    @Test
    void whatIsNotCountedIsNoLoad() throws IOException {
        FrontEndSettings free = FrontEndSettings.defaults().with(TunnelSettings.COUNTED, false);
        try (Stage stage = Stage.of(free, echo("n1"));
                RawClient talks = stage.client()) {
            assertEquals(101, talks.send(ASKS).head().status());
            assertEquals(1, stage.frontEnd.status().lasting());
            assertEquals(0, stage.status("n1").load());
        }
    }

    @ParameterizedTest
    @CsvSource({"HEAD, 200", "GET, 304", "GET, 204"})
    void whatHasNoBodyDoesNotLastWhateverItsType(String method, int status) throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.send("HTTP/1.1 " + status + " Any\r\nContent-Type: text/event-stream\r\n\r\n");
            }
        });
        try (Stage stage = Stage.of(
                        FrontEndSettings.defaults().with(TunnelSettings.MOST, 0).with(TunnelSettings.MOST_EACH, 0),
                        backend);
                RawClient client = stage.client()) {
            for (int time = 0; time < 2; time++) {
                client.send(method + " /events HTTP/1.1\r\nHost: x\r\n\r\n");
                assertEquals(status, client.head().status());
            }
            assertEquals(1, backend.connections.get(), "and its connection is kept");
        }
    }

    @Test
    void aTunnelToABackEndThatIsGoneEnds() throws IOException {
        try (Stage stage = Stage.of(echo("n1"));
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            stage.tell(List.of());
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aTunnelThatIsNotCountedEndsWithItsBackEndToo() throws IOException {
        FrontEndSettings free = FrontEndSettings.defaults().with(TunnelSettings.COUNTED, false);
        try (Stage stage = Stage.of(free, echo("n1"));
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            stage.tell(List.of());
            assertTrue(client.isClosed());
        }
    }

    /** Says something once, and nothing more until it is let, as one that is frozen. */
    private static ScriptedBackend events(Semaphore ends) throws IOException {
        return ScriptedBackend.start("n1", with -> {
            for (ScriptedBackend.Request request = with.request(); ; request = with.request()) {
                if (request.path().equals("/events")) {
                    with.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "9\r\ndata: 1\n\n\r\n");
                    ends.acquire();
                    with.send("0\r\n\r\n");
                } else {
                    with.answer("n1 " + request.path());
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eventsOfABackEndThatIsGoneEnd(boolean counted) throws IOException {
        FrontEndSettings lasting = FrontEndSettings.defaults().with(TunnelSettings.COUNTED, counted);
        try (Stage stage = Stage.of(lasting, events(new Semaphore(0)));
                RawClient client = stage.client()) {
            assertEquals(200, client.get("/events").head().status());
            assertEquals("9\r\ndata: 1\n\n\r\n", new String(client.exactly(14), StandardCharsets.US_ASCII));
            assertEquals(counted ? 1 : 0, stage.status("n1").load());
            stage.tell(List.of());
            assertTrue(client.isClosed());
            Stage.until("it is counted", () -> stage.outcome(RequestOutcome.TRUNCATED) == 1);
        }
    }

    @Test
    void eventsTakeNoConnectionFromRequests() throws IOException {
        Semaphore ends = new Semaphore(0);
        ScriptedBackend backend = events(ends);
        try (Stage stage = Stage.of(
                FrontEndSettings.defaults()
                        .with(ForwardingSettings.CONNECTIONS, 1)
                        .with(ForwardingSettings.WAITING, 0)
                        .with(ForwardingSettings.CONNECT_TIME, Duration.ofSeconds(5)),
                backend)) {
            for (int stream = 0; stream < 3; stream++) {
                try (RawClient listens = stage.client()) {
                    assertEquals(200, listens.get("/events").head().status());
                    assertEquals("n1 /asked", stage.get("/asked").text());
                    ends.release();
                    String all = new String(listens.exactly(19), StandardCharsets.US_ASCII);
                    assertEquals("9\r\ndata: 1\n\n\r\n0\r\n\r\n", all);
                }
            }
            Stage.until("what carried events is closed", () -> backend.openConnections() == 1);
            assertEquals("n1 /after", stage.get("/after").text());
        }
    }

    /** A browser that goes elsewhere says nothing, and a stream may have nothing to say for an hour. */
    @Test
    void whoLeavesASilentStreamIsNoticed() throws IOException {
        Semaphore ends = new Semaphore(0);
        ScriptedBackend backend = events(ends);
        try (Stage stage = Stage.of(backend)) {
            try (RawClient listens = stage.client()) {
                assertEquals(200, listens.get("/events").head().status());
                assertEquals(1, backend.openConnections());
            }
            Stage.until(
                    "the back-end is left, too", () -> stage.frontEnd.status().lasting() == 0);
        }
        ends.release();
    }

    @Test
    void aDrainWaitsForTunnelsAsLongAsItMay() throws Exception {
        try (Stage stage = Stage.of(echo("n1"));
                RawClient client = stage.client()) {
            assertEquals(101, client.send(ASKS).head().status());
            Thread draining = Thread.ofVirtual().start(() -> stage.frontEnd.drain(Duration.ofSeconds(2)));
            client.send("still");
            assertEquals("still", new String(client.exactly(5), StandardCharsets.US_ASCII));
            assertTrue(client.isClosed());
            draining.join();
        }
    }

    @Test
    void whoDoesNotListenStopsTheOtherSide() throws IOException {
        byte[] piece = new byte[1 << 16];
        var sent = new AtomicLong();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(GRANTED);
            for (int at = 0; at < 48 << 20; at += piece.length) {
                with.send(piece);
                sent.addAndGet(piece.length);
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = RawClient.connect(stage.frontEnd.address(), 1 << 14)) {
            assertEquals(101, client.send(ASKS).head().status());
            long stuck = whenItStops(sent);
            assertTrue(stuck < 24 << 20, () -> "the front-end took " + stuck + " bytes for nobody");
            for (int at = 0; at < 48 << 20; at += piece.length) {
                assertArrayEquals(piece, client.exactly(piece.length));
            }
            assertTrue(client.isClosed());
        }
    }

    /** Nothing is silent here: the client goes on speaking, and would hold both connections for good. */
    @Test
    void whoSpeaksAndDoesNotListenIsClosed() throws Exception {
        byte[] piece = new byte[1 << 16];
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(GRANTED);
            while (true) {
                with.send(piece);
            }
        });
        Duration time = Duration.ofSeconds(30);
        FrontEndSettings settings = FrontEndSettings.defaults()
                .with(HttpLimits.HEADER_TIME, time)
                .with(HttpLimits.IDLE_TIME, time)
                .with(HttpLimits.BODY_TIME, time)
                .with(HttpLimits.WRITE_TIME, Duration.ofMillis(400));
        try (Stage stage = Stage.of(settings, backend);
                RawClient client = RawClient.connect(stage.frontEnd.address(), 1 << 14)) {
            assertEquals(101, client.send(ASKS).head().status());
            Thread speaks = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        client.send("x");
                        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                    }
                } catch (IOException closed) {
                    // as it is to be
                }
            });
            Stage.until("it is closed", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.WRITE_TIME));
            assertEquals(0, stage.frontEnd.limits().of(LimitKind.TUNNEL_TIME));
            speaks.join();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/event-stream; charset=utf-8",
                "Application/X-NDJSON",
                "application/grpc+proto",
                "multipart/x-mixed-replace;boundary=a",
                "application/x-of-its-own"
            })
    void eventsComeAtOnceAndMayPause(String events) throws IOException {
        var next = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            ScriptedBackend.Request request = with.request();
            String type = request.path().equals("/events") ? events : "text/event-streams";
            with.send("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\ndata: 1\n\n");
            next.await();
            with.send("data: 2\n\n");
        });
        var settings = FrontEndSettings.defaults()
                .with(RelaySettings.HEADER_TIME, Duration.ofSeconds(30))
                .with(RelaySettings.IDLE_TIME, Duration.ofMillis(50))
                .with(
                        TunnelSettings.STREAM_TYPES,
                        events.endsWith("own") ? new StreamingMediaTypes(List.of(events)) : StreamingMediaTypes.USUAL);
        try (Stage stage = Stage.of(settings, backend);
                RawClient listens = stage.client()) {
            RawClient.Answer head = listens.get("/events").head();
            assertEquals(List.of("chunked"), head.all("Transfer-Encoding"));
            assertEquals("9\r\ndata: 1\n\n\r\n", new String(listens.exactly(14), StandardCharsets.US_ASCII));
            assertEquals(1, stage.frontEnd.status().lasting());
            Assertions.assertThrows(EOFException.class, () -> stage.get("/pauses"), "longer than relay.idle-time");
            next.countDown();
            assertEquals("9\r\ndata: 2\n\n\r\n0\r\n\r\n", new String(listens.exactly(19), StandardCharsets.US_ASCII));
        }
    }

    private static long whenItStops(AtomicLong count) {
        long last = -1;
        for (int same = 0; same < 10; ) {
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
            long now = count.get();
            same = now == last && now > 0 ? same + 1 : 0;
            last = now;
        }
        return last;
    }
}
