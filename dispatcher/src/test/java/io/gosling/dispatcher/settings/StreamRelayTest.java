package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.status.BackendHealth;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.dispatcher.testing.StreamBackend;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.ProxyProtocolVersion;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.RecordedLog;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A front-end whose back-ends get requests as streams of HTTP/2, over real sockets. */
@Timeout(60)
class StreamRelayTest {
    private static final String POST = "POST /form HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello";

    /** A machine that is busy with other things is no back-end that is late. */
    private static final Duration LONG = Duration.ofSeconds(20);

    private static FrontEndSettings streams(int most) {
        return FrontEndSettings.defaults()
                .with(ForwardingSettings.CONNECTIONS, 16)
                .with(ForwardingSettings.WAITING, 100)
                .with(ForwardingSettings.KEEP_TIME, LONG)
                .with(ForwardingSettings.CONNECT_TIME, LONG)
                .with(RelaySettings.TRY_TIME, LONG)
                .with(RelaySettings.REPEAT_PERCENT, 20)
                .with(ForwardingSettings.H2C, true)
                .with(ForwardingSettings.STREAMS, most);
    }

    private static Stage stage(FrontEndSettings settings, StreamBackend... backends) throws IOException {
        Stage stage = Stage.of(settings);
        stage.tell(Stream.of(backends).map(StreamBackend::backend).toList());
        return stage;
    }

    private static Stage stage(StreamBackend... backends) throws IOException {
        return stage(streams(100), backends);
    }

    @Test
    void requestsOfManyClientsAreStreamsOfOneConnection() throws IOException {
        List<StreamBackend.Asked> held = new CopyOnWriteArrayList<>();
        try (StreamBackend backend = StreamBackend.start("n1", held::add);
                Stage stage = stage(backend)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.add(stage.client().get("/" + i));
            }
            Stage.until("all are asked", () -> held.size() == 20);
            held.reversed().forEach(asked -> asked.answer(200, "page " + asked.path()));
            for (int i = 0; i < 20; i++) {
                assertEquals("page /" + i, clients.get(i).answer().text());
                clients.get(i).close();
            }
            assertEquals(1, backend.connections.get());
            assertEquals(20, stage.outcome(RequestOutcome.RELAYED));
        }
    }

    /** Or an HTTP/1.1 client reads the next response as the body of this one (RFC 9113, section 8.1.1). */
    @Test
    void aLengthOfWhichNoByteComesIsNotPassedOnAsAResponse() throws IOException {
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    boolean inHeader = !asked.path().equals("/later");
                    asked.header(200, inHeader, "content-length", "100");
                    if (!inHeader) {
                        asked.data("", true);
                    }
                });
                Stage stage = stage(backend)) {
            try (RawClient client = stage.client()) {
                assertEquals(502, client.get("/").answer().status());
            }
            try (RawClient client = stage.client()) {
                client.get("/later");
                assertThrows(IOException.class, client::answer);
            }
            try (RawClient client = stage.client()) {
                client.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\n");
                assertEquals(200, client.head().status());
            }
        }
    }

    @Test
    void aRequestAndItsResponseSayWhatTheyWouldOverHttp1() throws IOException {
        try (StreamBackend backend = StreamBackend.polite("n1");
                Stage stage = stage(backend);
                RawClient client = stage.client()) {
            client.send("GET /a?b=c HTTP/1.1\r\nHost: site\r\nAccept: */*\r\nConnection: x-own\r\nX-Own: 1\r\n"
                    + "TE: trailers, deflate\r\nCookie: a=b\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertEquals("n1 /a?b=c", answer.text());
            assertEquals(List.of("2.0 gosling"), answer.all("Via"));
            assertEquals(List.of("9"), answer.all("Content-Length"));
            assertEquals(1, answer.all("Date").size());
            StreamBackend.Asked asked = backend.requests.getFirst();
            assertEquals("GET", asked.header(":method"));
            assertEquals("http", asked.header(":scheme"));
            assertEquals("site", asked.header(":authority"));
            assertNull(asked.header("host"));
            assertNull(asked.header("connection"));
            assertNull(asked.header("x-own"));
            assertEquals("1.1 gosling", asked.header("via"));
            assertEquals("127.0.0.1", asked.header("x-forwarded-for"));
            assertEquals("a=b", asked.header("cookie"));
        }
    }

    @Test
    void bodiesAndTrailersPassBothWays() throws IOException {
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    asked.header(200, false);
                    asked.data(asked.text() + "!", false);
                    asked.trailers("x-sum", String.valueOf(asked.trailer("x-check")));
                });
                Stage stage = stage(backend);
                RawClient client = stage.client()) {
            client.send("POST /form HTTP/1.1\r\nHost: test\r\nTE: trailers\r\nTransfer-Encoding: chunked\r\n"
                    + "Trailer: X-Check\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\nX-Check: 7\r\n\r\n");
            assertEquals("hello world!", client.answer().text());
            assertEquals(List.of("x-sum: 7"), client.trailers);
            assertEquals("trailers", backend.requests.getFirst().header("te"));
            client.send(POST);
            assertEquals("hello!", client.answer().text(), "the client's connection goes on");
        }
    }

    @Test
    void interimResponsesAndThoseWithoutABodyPass() throws IOException {
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    switch (asked.path()) {
                        case "/hints" -> {
                            asked.header(103, false, "link", "</a.css>");
                            asked.answer(200, "page");
                        }
                        case "/head" -> asked.header(200, true, "content-length", "1234");
                        default -> asked.header(204, true);
                    }
                });
                Stage stage = stage(backend);
                RawClient client = stage.client()) {
            RawClient.Answer hints = client.get("/hints").head();
            assertEquals(103, hints.status());
            assertEquals(List.of("</a.css>"), hints.all("link"));
            assertEquals("page", client.answer().text());
            RawClient.Answer head =
                    client.send("HEAD /head HTTP/1.1\r\nHost: test\r\n\r\n").head();
            assertEquals(List.of("1234"), head.all("Content-Length"));
            assertEquals(204, client.get("/none").answer().status());
            assertEquals(1, backend.connections.get());
            assertEquals(List.of(), backend.resets);
        }
    }

    /**
     * GOAWAY names the last stream that was looked at; what is behind it was not, and may be anything (RFC 9113, 6.8).
     */
    @Test
    void whatAGoodbyeLeavesOutIsAskedAgainWhateverItsMethod() throws IOException {
        List<StreamBackend.Asked> held = new CopyOnWriteArrayList<>();
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    if (asked.path().equals("/first") || held.size() != 1) {
                        held.add(asked);
                        if (held.size() > 2) {
                            asked.answer(200, "again " + asked.text());
                        }
                        return;
                    }
                    held.add(asked);
                    asked.goodbye(held.getFirst().number());
                });
                Stage stage = stage(backend);
                RawClient first = stage.client();
                RawClient second = stage.client()) {
            first.get("/first");
            Stage.until("the first is asked", () -> held.size() == 1);
            second.send("POST /second HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
            assertEquals("again ", second.answer().text());
            held.getFirst().answer(200, "the first is served to its end");
            assertEquals("the first is served to its end", first.answer().text());
            assertEquals(2, backend.connections.get());
            assertEquals(BackendHealth.HEALTHY, stage.status("n1").health());
            Stage.until("the connection that said goodbye is closed", () -> backend.openConnections() == 1);
        }
    }

    @Test
    void aRefusedStreamIsAskedAgainAndAnErrorIsNot() throws IOException {
        AtomicInteger asks = new AtomicInteger();
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    boolean error = asked.path().equals("/error");
                    if (error || asks.incrementAndGet() < 3) {
                        asked.reset(error ? Http2Error.INTERNAL_ERROR : Http2Error.REFUSED_STREAM);
                    } else {
                        asked.answer(200, "at last");
                    }
                });
                Stage stage = stage(backend);
                RawClient client = stage.client()) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
            assertEquals("at last", client.answer().text());
            assertEquals(3, asks.get());
            client.send("POST /error HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
            assertEquals(502, client.answer().status());
            assertEquals(4, backend.requests.size());
            asks.set(-100);
            RawClient.Answer refused = client.get("/").answer();
            assertEquals(503, refused.status(), "four were asked, and all had no room");
            assertEquals(1, backend.connections.get());
        }
    }

    @Test
    void whatIsLostWithAConnectionIsAskedElsewhereIfItOnlyAsks() throws IOException {
        try (StreamBackend dies = StreamBackend.start("n1", asked -> {});
                StreamBackend lives = StreamBackend.polite("n2");
                Stage stage = stage(streams(100).with(FrontEndSettings.POLICY, "wrr"), dies)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clients.add(stage.client().get("/" + i));
            }
            Stage.until("all wait", () -> dies.requests.size() == 10);
            stage.tell(List.of(dies.backend(), lives.backend()));
            dies.kill();
            for (int i = 0; i < 10; i++) {
                assertEquals("n2 /" + i, clients.get(i).answer().text());
                clients.get(i).close();
            }
        }
    }

    /** All of them have just been started, and the first requests come at once. */
    @Test
    void backendsThatAreSlowToBeginTogetherLoseNobody() throws IOException {
        FrontEndSettings hasty = streams(100)
                .with(FrontEndSettings.POLICY, "rr")
                .with(RelaySettings.TRY_TIME, Duration.ofSeconds(2))
                .with(RelaySettings.REPEAT_PERCENT, 20);
        try (StreamBackend first = StreamBackend.slowToBegin("n1");
                StreamBackend second = StreamBackend.slowToBegin("n2");
                StreamBackend third = StreamBackend.slowToBegin("n3");
                Stage stage = stage(hasty, first, second, third)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                clients.add(stage.client().get("/" + i));
            }
            for (RawClient client : clients) {
                assertEquals(200, client.answer().status());
                client.close();
            }
            for (String name : List.of("n1", "n2", "n3")) {
                assertEquals(BackendHealth.HEALTHY, stage.status(name).health(), name);
            }
        }
    }

    /** Its handler failed, and the others of the same connection go on. */
    @Test
    void aPageWhoseStreamIsResetSpeaksNotAgainstItsBackend() throws IOException {
        try (StreamBackend backend = StreamBackend.start("n1", asked -> asked.reset(Http2Error.INTERNAL_ERROR));
                Stage stage = stage(backend);
                RawClient client = stage.client()) {
            for (int i = 0; i < 5; i++) {
                assertEquals(502, client.get("/bad").answer().status());
                assertEquals(BackendHealth.HEALTHY, stage.status("n1").health());
            }
            for (int i = 0; i < 5; i++) {
                client.get("/" + i).answer();
            }
            Stage.until("one that answers nobody is", () -> stage.status("n1").health() != BackendHealth.HEALTHY);
        }
    }

    @Test
    void noMoreStreamsAreOpenThanTheBackendAllows() throws IOException {
        List<StreamBackend.Asked> held = new CopyOnWriteArrayList<>();
        FrontEndSettings one = streams(100).with(ForwardingSettings.CONNECTIONS, 1);
        try (StreamBackend backend = StreamBackend.start("n1", new Http2Settings().maxConcurrentStreams(2), held::add);
                Stage stage = stage(one, backend)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                clients.add(stage.client().get("/" + i));
            }
            for (int i = 0; i < 9; i++) {
                int served = i;
                Stage.until("one more is asked", () -> held.size() > served);
                held.get(i).answer(200, "page");
            }
            for (RawClient client : clients) {
                assertEquals("page", client.answer().text());
                client.close();
            }
            assertEquals(1, backend.connections.get());
            assertTrue(backend.mostStreams.get() <= 2, backend.mostStreams::toString);
        }
    }

    @Test
    void aFurtherConnectionIsMadeWhenOneIsFull() throws IOException {
        List<StreamBackend.Asked> held = new CopyOnWriteArrayList<>();
        try (StreamBackend backend = StreamBackend.start("n1", held::add);
                Stage stage = stage(streams(3), backend)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                clients.add(stage.client().get("/" + i));
            }
            Stage.until("all are asked", () -> held.size() == 7);
            assertEquals(3, backend.connections.get());
            held.forEach(asked -> asked.answer(200, "page"));
            for (RawClient client : clients) {
                assertEquals("page", client.answer().text());
                client.close();
            }
        }
    }

    /** Data waits at the back-end, and other streams continue. */
    @Test
    void whoReadsSlowlyHoldsNobodyUp() throws IOException {
        int large = 2 << 20;
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    if (asked.path().equals("/large")) {
                        asked.header(200, false, "content-length", String.valueOf(large));
                        asked.data(Unpooled.wrappedBuffer(new byte[large]), true);
                    } else {
                        asked.answer(200, "small");
                    }
                });
                Stage stage = stage(backend);
                RawClient slow = RawClient.connect(stage.frontEnd.address(), 4096);
                RawClient quick = stage.client()) {
            slow.get("/large");
            RawClient.Answer head = slow.head();
            for (int i = 0; i < 10; i++) {
                assertEquals("small", quick.get("/small").answer().text());
            }
            assertEquals(1, backend.connections.get());
            assertEquals(large, slow.body(head).length);
        }
    }

    @Test
    void aBodyThatTheBackendDoesNotReadStaysWithItsClient() throws Exception {
        int large = 16 << 20;
        try (StreamBackend backend = StreamBackend.start("n1", asked -> asked.answer(200, "small"))) {
            backend.reading = false;
            try (Stage stage = stage(streams(100).with(HttpLimits.BODY, (long) large), backend);
                    RawClient client = stage.client();
                    RawClient other = stage.client()) {
                AtomicInteger sent = new AtomicInteger();
                Thread sending = Thread.ofVirtual().start(() -> {
                    try {
                        client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + large + "\r\n\r\n");
                        for (int i = 0; i < large; i += 1 << 16) {
                            client.send(new byte[1 << 16]);
                            sent.addAndGet(1 << 16);
                        }
                    } catch (IOException leaves) {
                        // as it does below
                    }
                });
                Stage.until("it has begun", () -> sent.get() > 0 && !backend.requests.isEmpty());
                backend.reading = true;
                for (int i = 0; i < 10; i++) {
                    assertEquals("small", other.get("/").answer().text());
                }
                assertTrue(sent.get() < large, "16 MiB do not fit in windows and sockets");
                client.reset();
                sending.join();
            }
        }
    }

    @Test
    void aBodyThatTheBackendReadsLateComesWhole() throws IOException {
        int large = 1 << 20;
        try (StreamBackend backend =
                StreamBackend.start("n1", asked -> asked.answer(200, String.valueOf(asked.bodyBytes())))) {
            backend.reading = false;
            try (Stage stage = stage(backend);
                    RawClient client = stage.client()) {
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: " + large + "\r\n\r\n");
                Thread.ofVirtual().start(() -> {
                    try {
                        client.send(new byte[large]);
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                });
                Stage.until("it has begun", () -> !backend.requests.isEmpty());
                backend.read();
                assertEquals(String.valueOf(large), client.answer().text());
            }
        }
    }

    @Test
    void whoDoesNotAnswerInTimeIsGivenUpAndItsConnectionGoesOn() throws IOException {
        FrontEndSettings hasty = streams(100)
                .with(RelaySettings.HEADER_TIME, Duration.ofSeconds(2))
                .with(RelaySettings.IDLE_TIME, Duration.ofSeconds(10));
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    if (!asked.path().equals("/never")) {
                        asked.answer(200, "page");
                    }
                });
                Stage stage = stage(hasty, backend);
                RawClient client = stage.client()) {
            assertEquals("page", client.get("/").answer().text());
            assertEquals(504, client.get("/never").answer().status());
            Stage.until("the stream is given up", () -> backend.resets.equals(List.of(Http2Error.CANCEL.code())));
            assertEquals("page", client.get("/").answer().text());
            assertEquals(1, backend.connections.get());
        }
    }

    @Test
    void whoLeavesIsTakenFromTheBackendAndNobodyElseIs() throws IOException {
        List<StreamBackend.Asked> held = new CopyOnWriteArrayList<>();
        try (StreamBackend backend = StreamBackend.start("n1", held::add);
                Stage stage = stage(backend);
                RawClient stays = stage.client()) {
            stays.get("/stays");
            try (RawClient leaves = stage.client()) {
                leaves.get("/leaves");
                Stage.until("both are asked", () -> held.size() == 2);
                leaves.reset();
            }
            Stage.until("the stream is given up", () -> backend.resets.size() == 1);
            held.forEach(asked -> asked.answer(200, "page"));
            assertEquals("page", stays.answer().text());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Http2Error.class,
            names = {"INTERNAL_ERROR", "CANCEL", "NO_ERROR", "REFUSED_STREAM"})
    void aBodyThatBreaksOffIsNeverTakenForWhole(Http2Error error) throws IOException {
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    asked.header(200, false);
                    asked.data("a part", false);
                    asked.reset(error);
                });
                Stage stage = stage(backend);
                RawClient client = stage.client()) {
            client.get("/");
            assertThrows(IOException.class, client::answer);
            Stage.until("it is counted", () -> stage.outcome(RequestOutcome.TRUNCATED) == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3", "x", "4, 5"})
    void aLengthThatIsNotTheBodysIsAnError(String length) throws IOException {
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    asked.header(200, false, "content-length", length);
                    asked.data("four", true);
                });
                Stage stage = stage(backend);
                RawClient client = stage.client()) {
            client.get("/");
            boolean refused;
            try {
                refused = client.answer().status() == 502;
            } catch (IOException cut) {
                refused = true;
            }
            assertTrue(refused);
            Stage.until("it is counted", () -> stage.outcome(RequestOutcome.RELAYED) == 0);
        }
    }

    /** An answer that does not wait for the body, whose rest is not wanted (RFC 9113, section 8.1). */
    @Test
    void anEarlyAnswerIsHeardThoughTheRestOfTheBodyIsRefused() throws IOException {
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {})) {
            backend.reading = false;
            try (Stage stage = stage(backend);
                    RawClient client = stage.client()) {
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(1000));
                Stage.until("it has begun", () -> backend.requests.size() == 1);
                StreamBackend.Asked asked = backend.requests.getFirst();
                asked.answer(413, "no");
                asked.reset(Http2Error.NO_ERROR);
                RawClient.Answer answer = client.answer();
                assertEquals(413, answer.status());
                assertEquals("no", answer.text());
            }
        }
    }

    @Test
    void whoDoesNotSpeakItIsUnreachableAndAnotherOneAnswersAndTheLogSaysWhyOnce() throws IOException {
        ScriptedBackend old = ScriptedBackend.start("n1", with -> {
            with.request();
            with.answer(400, new byte[0]);
        });
        try (RecordedLog log = new RecordedLog();
                StreamBackend backend = StreamBackend.start("n2", asked -> {
                    asked.header(200, false);
                    asked.data("n2", true);
                });
                Stage stage = Stage.of(streams(100));
                RawClient client = stage.client()) {
            stage.tell(List.of(old.backend(), backend.backend()));
            for (int i = 0; i < 4; i++) {
                assertEquals("n2", client.get("/" + i).answer().text());
            }
            assertEquals(BackendHealth.EJECTED, stage.status("n1").health());
            String refused = "this front-end sends no requests to the back-end at "
                    + old.backend().address() + ": it does not speak HTTP/2 without having been asked (set"
                    + " http2.prior-knowledge: on of a node, or relay.protocol: http1): ";
            List<String> said = log.messages(Level.WARNING).stream()
                    .filter(line -> line.startsWith(refused))
                    .toList();
            assertEquals(1, said.size(), () -> log.messages(Level.WARNING).toString());
        }
    }

    /** As it stands behind front-ends; it says goodbye when it drains, and serves what it has begun on. */
    @Test
    void aNodeServesStreams() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "node");
                HttpServer node = HttpServer.start(
                        transport,
                        List.of(ListenEndpoint.plain(Stage.anyAddress()).withHttp2(Http2Limits.defaults(), true)),
                        HttpLimits.defaults().behindFrontEnds(),
                        CachedDocumentLookup.none(),
                        request -> {
                            if (request.path().equals("/slow")) {
                                slow.await();
                            }
                            return Response.text(request.method() + " " + request.path() + " over " + request.host());
                        },
                        CompletedResponseListener.none(),
                        null,
                        Ticker.system());
                Stage stage = Stage.of(streams(100));
                RawClient client = stage.client();
                RawClient patient = stage.client()) {
            stage.tell(List.of(Backend.ready("node", node.address())));
            for (int i = 0; i < 100; i++) {
                assertEquals("GET /a over test", client.get("/a").answer().text());
                client.send(POST);
                assertEquals("POST /form over test", client.answer().text());
            }
            assertEquals(1, node.connections());
            patient.get("/slow");
            Stage.until("it is under way", () -> stage.frontEnd.status().active() == 1);
            Thread draining = Thread.ofVirtual().start(() -> node.drain(Duration.ofSeconds(30)));
            Stage.until("the node takes no more", () -> {
                try {
                    return client.get("/b").answer().status() >= 502;
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            slow.countDown();
            assertEquals("GET /slow over test", patient.answer().text());
            draining.join();
        }
    }

    @Test
    void whatBecomesAnotherProtocolHasAConnectionOfItsOwn() throws IOException {
        ScriptedBackend old = ScriptedBackend.start("n1", with -> {
            ScriptedBackend.Request asked = with.request();
            assertEquals(List.of("websocket"), asked.all("Upgrade"));
            with.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\nhello");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(streams(100), old);
                RawClient client = stage.client()) {
            client.send("GET /talk HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            assertEquals(101, client.head().status());
            assertEquals("hello", new String(client.exactly(5), java.nio.charset.StandardCharsets.US_ASCII));
            assertEquals(1, old.connections.get());
        }
    }

    @Test
    void aConnectionThatIsSharedCannotNameItsClient() {
        IllegalArgumentException wrong = assertThrows(
                IllegalArgumentException.class,
                () -> streams(100).with(RelaySettings.PROXY_PROTOCOL, ProxyProtocolVersion.V2));
        assertTrue(
                Objects.requireNonNull(wrong.getMessage()).contains("expected relay.protocol http1"), wrong::toString);
    }
}
