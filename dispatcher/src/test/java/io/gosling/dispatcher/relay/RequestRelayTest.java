package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests relaying through a front-end, over real sockets. */
@Timeout(60)
class RequestRelayTest {
    @Test
    void requestsOfOneConnectionAreAnsweredInOrderOverKeptConnections() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            for (int at = 0; at < 20; at++) {
                assertEquals("n1 /" + at, client.get("/" + at).answer().text());
            }
            assertEquals(1, backend.connections.get());
            assertEquals(20, stage.outcome(RequestOutcome.RELAYED));
            assertEquals(20, stage.status("n1").requests());
        }
    }

    @Test
    void pipelinedRequestsWaitTheirTurn() throws IOException {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            StringBuilder all = new StringBuilder();
            for (int at = 0; at < 500; at++) {
                all.append("GET /").append(at).append(" HTTP/1.1\r\nHost: x\r\n\r\n");
            }
            client.send(all.toString());
            for (int at = 0; at < 500; at++) {
                assertEquals("n1 /" + at, client.answer().text());
            }
        }
    }

    @Test
    void aClientThatSendsAllAndClosesItsDirectionGetsEveryAnswer() throws IOException {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            client.get("/1").get("/2").get("/3").sendsNoMore();
            assertEquals("n1 /1", client.answer().text());
            assertEquals("n1 /2", client.answer().text());
            assertEquals("n1 /3", client.answer().text());
            assertTrue(client.isClosed());
        }
    }

    @Test
    void theBackEndSeesACleanRequestAndWhereItCameFrom() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("GET http://example.com/a?b=c HTTP/1.1\r\nHost: example.com\r\nConnection: x-hop\r\n"
                    + "X-Hop: 1\r\nX-Kept: 2\r\nUpgrade: websocket\r\nX-Forwarded-For: 10.9.9.9\r\n\r\n");
            assertEquals(200, client.answer().status());
            ScriptedBackend.Request seen = backend.requests.getFirst();
            assertEquals("GET /a?b=c HTTP/1.1", seen.line());
            assertEquals(List.of("example.com"), seen.all("Host"));
            assertEquals(List.of("127.0.0.1"), seen.all("X-Forwarded-For"));
            assertEquals(List.of("for=127.0.0.1;host=\"example.com\";proto=http"), seen.all("Forwarded"));
            assertEquals(List.of("1.1 gosling"), seen.all("Via"));
            assertEquals(List.of("2"), seen.all("X-Kept"));
            assertEquals(List.of(), seen.all("X-Hop"));
            assertEquals(List.of(), seen.all("Upgrade"));
            assertEquals(List.of(), seen.all("Connection"));
        }
    }

    /** RFC 9110, section 7.6.2. */
    @ParameterizedTest
    @ValueSource(strings = {"/a", "*"})
    void optionsIsForwardedAsOftenAsItsClientAllows(String target) throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            String options = "OPTIONS " + target + " HTTP/1.1\r\nHost: x\r\nMax-Forwards: ";
            RawClient.Answer own = client.send(options + "0\r\nConnection: Max-Forwards\r\n\r\n")
                    .answer();
            assertEquals(204, own.status());
            assertEquals(List.of("GET, HEAD, OPTIONS"), own.all("Allow"));
            assertEquals(List.of(), own.all("Content-Length"));
            assertEquals(List.of(), own.all("Content-Type"));
            assertEquals(1, stage.outcome(RequestOutcome.ANSWERED));
            assertEquals(0, backend.requests.size());

            client.send(options + "2\r\nConnection: Max-Forwards\r\n\r\n").answer();
            client.send(options + "1" + "0".repeat(30) + "\r\n\r\n").answer();
            client.send("GET /b HTTP/1.1\r\nHost: x\r\nMax-Forwards: 0\r\n\r\n").answer();
            assertEquals(
                    List.of(List.of("1"), List.of("2147483646"), List.of("0")),
                    backend.requests.stream()
                            .map(request -> request.all("Max-Forwards"))
                            .toList());

            RawClient.Answer refused = client.send(options + "x\r\n\r\n").answer();
            assertEquals(400, refused.status());
            assertEquals(3, backend.requests.size());
        }
    }

    @Test
    void theClientSeesTheBackEndsFieldsAndNotItsConnection() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nCache-Status: n2; hit, n1; fwd=miss\r\n"
                    + "Connection: X-Inner\r\nX-Inner: 1\r\nKeep-Alive: timeout=5\r\nGosling-Backend:"
                    + " forged\r\n\r\nok");
            with.waitForTheEnd();
        });
        var naming = FrontEndSettings.defaults().with(RelaySettings.NAME_BACKEND, true);
        try (Stage stage = Stage.of(naming, backend)) {
            RawClient.Answer answer = stage.get("/");
            assertEquals("ok", answer.text());
            assertEquals(List.of("n2; hit, n1; fwd=miss"), answer.all("Cache-Status"));
            assertEquals(List.of("n1"), answer.all("Gosling-Backend"));
            assertEquals(List.of(), answer.all("X-Inner"));
            assertEquals(List.of(), answer.all("Keep-Alive"));
            assertEquals(List.of(), answer.all("Connection"));
            assertEquals(List.of("1.1 gosling"), answer.all("Via"));
            assertEquals(1, answer.all("Date").size(), "a proxy adds what an origin left out");
        }
    }

    /** RFC 9110, sections 7.8 and 15.5.22. */
    @Test
    void aResponseThatRequiresAnUpgradeSaysToWhat() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.send("HTTP/1.1 426 Upgrade Required\r\n" + ScriptedBackend.DATE
                        + "Upgrade: websocket\r\nUpgrade: HTTP/3.0\r\nConnection: upgrade, X-Inner\r\nX-Inner: 1\r\n"
                        + "Content-Length: 2\r\n\r\nno");
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            RawClient.Answer kept = client.get("/").answer();
            assertEquals(426, kept.status());
            assertEquals("no", kept.text());
            assertEquals(List.of("websocket, HTTP/3.0"), kept.all("Upgrade"));
            assertEquals(List.of("upgrade"), kept.all("Connection"));
            assertEquals(List.of(), kept.all("X-Inner"));
            RawClient.Answer closing = client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    .answer();
            assertEquals(List.of("websocket, HTTP/3.0"), closing.all("Upgrade"));
            assertEquals(List.of("upgrade, close"), closing.all("Connection"));
            assertTrue(client.isClosed());
        }
    }

    @Test
    void theFieldsOfAProxyBehindAreContinuedAndItsDateIsKept() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.0 200 OK\r\nVia: 1.1 inner\r\nContent-Length: 2\r\n"
                    + "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\nok");
        });
        try (Stage stage = Stage.of(backend)) {
            RawClient.Answer answer = stage.get("/");
            assertEquals(List.of("1.1 inner, 1.0 gosling"), answer.all("Via"));
            assertEquals(List.of("Sun, 06 Nov 1994 08:49:37 GMT"), answer.all("Date"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8191, 8192, 8193, 300_000})
    void bodiesPassBothWaysByteForByteWithLengthAndInChunks(int size) throws IOException {
        byte[] body = bytes(size);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.answer(200, with.request().body());
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: " + size + "\r\n\r\n");
            client.send(body);
            assertArrayEquals(body, client.answer().body());

            client.send("POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int at = 0; at < size; at += 1000) {
                int length = Math.min(1000, size - at);
                client.send(Integer.toHexString(length) + "\r\n");
                client.send(Arrays.copyOfRange(body, at, at + length));
                client.send("\r\n");
            }
            client.send("0\r\nX-Trailer: passed on\r\n\r\n");
            assertArrayEquals(body, client.answer().body());
            assertEquals(List.of("chunked"), backend.requests.getLast().all("Transfer-Encoding"));
            assertEquals(1, backend.connections.get());
        }
    }

    @Test
    void chunkedAndCloseDelimitedResponsesReachNewAndOldClientsWhole() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                if (with.request().path().equals("/chunked")) {
                    with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding:"
                            + " chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n");
                } else {
                    with.send("HTTP/1.1 200 OK\r\n\r\nabcde");
                    return;
                }
            }
        });
        try (Stage stage = Stage.of(backend)) {
            for (String path : List.of("/chunked", "/close")) {
                RawClient.Answer answer = stage.get(path);
                assertEquals("abcde", answer.text());
                assertEquals("chunked", answer.first("Transfer-Encoding"));
                try (RawClient old = stage.client()) {
                    RawClient.Answer plain = old.send("GET " + path + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                            .answer();
                    assertEquals("abcde", plain.text());
                    assertNull(plain.first("Transfer-Encoding"));
                    assertEquals("close", plain.first("Connection"));
                }
            }
        }
    }

    @Test
    void trailersPassBothWaysInChunksToWhoTakesThem() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                        + "2\r\nok\r\n0\r\nX-Sum: 7\r\nSet-Cookie: no=1\r\n\r\n");
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("PUT /a HTTP/1.1\r\nHost: x\r\nTE: deflate;q=0.5, trailers\r\nTrailer: X-Sum\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 9\r\nHost: evil\r\n"
                    + "X-Forwarded-For: 10.0.0.1\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertEquals("ok", answer.text());
            assertEquals("X-Sum", answer.first("Trailer"));
            assertEquals(List.of("X-Sum: 7"), client.trailers);
            assertEquals(List.of("X-Sum: 9"), backend.trailers);
            assertEquals(List.of("X-Sum"), backend.requests.getFirst().all("Trailer"));
            assertEquals(List.of("trailers"), backend.requests.getFirst().all("TE"));
            assertEquals(
                    List.of("TE"),
                    backend.requests.getFirst().all("Connection").stream()
                            .map(name -> name.toUpperCase(java.util.Locale.ROOT))
                            .toList());

            RawClient.Answer plain = client.get("/b").answer();
            assertEquals("ok", plain.text());
            assertNull(plain.first("Trailer"));
            assertEquals(List.of(), client.trailers, "who did not ask for them gets none");
            assertEquals(
                    "ok",
                    client.send("GET /c HTTP/1.0\r\nTE: trailers\r\n\r\n")
                            .answer()
                            .text());
        }
    }

    @Test
    void anOldClientMayKeepItsConnectionWhenTheLengthIsKnown() throws IOException {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            for (int at = 0; at < 3; at++) {
                RawClient.Answer answer = client.send("GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                        .answer();
                assertEquals("n1 /x", answer.text());
                assertEquals("keep-alive", answer.first("Connection"));
            }
            assertEquals(
                    "close", client.send("GET /x HTTP/1.0\r\n\r\n").answer().first("Connection"));
            assertTrue(client.isClosed());
        }
    }

    @Test
    void responsesWithoutABodyEndWithTheirHeader() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                switch (with.request().path()) {
                    case "/204" -> with.send("HTTP/1.1 204 No Content\r\n\r\n");
                    case "/304" -> with.send("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\nContent-Length: 99\r\n\r\n");
                    default -> with.send("HTTP/1.1 200 OK\r\nContent-Length: 12345\r\n\r\n");
                }
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            for (int round = 0; round < 3; round++) {
                client.send("HEAD /head HTTP/1.1\r\nHost: x\r\n\r\n");
                assertEquals("12345", client.head().first("Content-Length"));
                assertEquals(204, client.get("/204").answer().status());
                assertEquals("\"x\"", client.get("/304").answer().first("ETag"));
            }
            assertEquals(1, backend.connections.get());
        }
    }

    @Test
    void interimResponsesArePassedOnAndABodyWaitsForItsContinue() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            ScriptedBackend.Request head = with.head();
            with.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n");
            with.send("HTTP/1.1 100 Continue\r\n\r\n");
            with.answer(200, with.body(head));
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("PUT /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            RawClient.Answer hints = client.head();
            assertEquals(103, hints.status());
            assertEquals("</a.css>", hints.first("Link"));
            assertEquals(100, client.head().status());
            assertEquals("hello", client.send("hello").answer().text());
        }
    }

    @Test
    void interimResponsesOfARequestHaveABoundInNumberAndInBytes() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                boolean large = with.request().path().equals("/large");
                String hints = "HTTP/1.1 103 Early Hints\r\nLink: " + "x".repeat(large ? 7_000 : 7) + "\r\n\r\n";
                with.send(hints.repeat(20));
                with.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            for (String path : List.of("/small", "/large", "/small")) {
                client.get(path);
                for (int hint = 0; hint < (path.equals("/large") ? 2 : 16); hint++) {
                    assertEquals(103, client.head().status(), path);
                }
                assertEquals("ok", client.answer().text(), path);
            }
        }
    }

    @Test
    void aBackEndThatRefusesABodyBeforeItCameIsHeard() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.head();
            with.answer(403, "no".getBytes(StandardCharsets.UTF_8));
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("PUT /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 500000\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertEquals(403, answer.status());
            assertEquals("close", answer.first("Connection"));
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aBackEndThatClosesAfterEachResponseIsAskedOverANewConnection() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            for (int at = 0; at < 10; at++) {
                RawClient.Answer answer = client.get("/").answer();
                assertEquals("ok", answer.text());
                assertNull(answer.first("Connection"), "the client's connection is another matter");
            }
            assertEquals(10, backend.connections.get());
        }
    }

    @Test
    void aNodeThatIsToldToCloseItsIdleConnectionsCostsNobodyAnAnswer() throws IOException {
        ScriptedBackend one = ScriptedBackend.polite("n1");
        ScriptedBackend two = ScriptedBackend.polite("n2");
        try (Stage stage = Stage.of(one, two);
                RawClient client = stage.client()) {
            for (int at = 0; at < 50; at++) {
                assertEquals(200, client.get("/" + at).answer().status());
                if (at % 5 == 0) {
                    one.closeConnections();
                    two.closeConnections();
                }
            }
            assertEquals("ready", stage.status("n1").state());
            assertEquals("ready", stage.status("n2").state());
        }
    }

    @Test
    void aReaderThatStopsStopsTheBackEndTooAndThenGetsEveryByte() throws IOException {
        int size = 48 << 20;
        byte[] piece = bytes(1 << 16);
        var sent = new AtomicLong();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
            for (int at = 0; at < size; at += piece.length) {
                with.send(piece);
                sent.addAndGet(piece.length);
            }
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = RawClient.connect(stage.frontEnd.address(), 1 << 14)) {
            RawClient.Answer head = client.get("/big").head();
            long stuck = whenItStops(sent);
            assertTrue(stuck < size / 2, () -> "the back-end could send " + stuck + " bytes to nobody");
            byte[] body = client.body(head);
            assertEquals(size, body.length);
            for (int at = 0; at < size; at += piece.length) {
                assertTrue(Arrays.equals(body, at, at + piece.length, piece, 0, piece.length), "at " + at);
            }
        }
    }

    @Test
    void aBackEndThatStopsReadingStopsTheUploadToo() throws Exception {
        int size = 48 << 20;
        byte[] piece = bytes(1 << 16);
        var mayRead = new CountDownLatch(1);
        var received = new AtomicLong();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.head();
            mayRead.await();
            byte[] buffer = new byte[1 << 16];
            while (received.get() < size) {
                received.addAndGet(with.readSome(buffer));
            }
            with.answer("got it");
        });
        var large = FrontEndSettings.defaults().with(HttpLimits.BODY, (long) size);
        try (Stage stage = Stage.of(large, backend);
                RawClient client = stage.client()) {
            client.send("PUT /big HTTP/1.1\r\nHost: x\r\nContent-Length: " + size + "\r\n\r\n");
            var sent = new AtomicLong();
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    for (int at = 0; at < size; at += piece.length) {
                        client.send(piece);
                        sent.addAndGet(piece.length);
                    }
                } catch (IOException broken) {
                    sent.set(Long.MAX_VALUE);
                }
            });
            long stuck = whenItStops(sent);
            assertTrue(stuck < size / 2, () -> "the front-end took " + stuck + " bytes for nobody");
            mayRead.countDown();
            assertEquals("got it", client.answer().text());
            sender.join();
            assertEquals(size, received.get());
        }
    }

    @Test
    void aDrainingFrontEndFinishesWhatItHasAndSaysGoodbye() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            mayAnswer.await();
            with.answer("late");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient idle = stage.client();
                RawClient busy = stage.client()) {
            busy.get("/");
            Stage.until("the request arrived", () -> !backend.requests.isEmpty());
            Stage.until("both are connected", () -> stage.frontEnd.status().connections() == 2);
            Thread drain = Thread.ofVirtual().start(() -> stage.frontEnd.drain(Duration.ofSeconds(20)));
            assertTrue(idle.isClosed());
            mayAnswer.countDown();
            RawClient.Answer answer = busy.answer();
            assertEquals("late", answer.text());
            assertEquals("close", answer.first("Connection"));
            assertTrue(busy.isClosed());
            drain.join();
        }
    }

    @Test
    void beforeADrainConnectionsAreAcceptedAndClosedAfterAnAnswer() throws Exception {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient before = stage.client()) {
            assertEquals(200, before.get("/").answer().status());
            stage.frontEnd.closeAfterAnswers();
            for (RawClient client : List.of(before, stage.client(), stage.client())) {
                RawClient.Answer answer = client.get("/").answer();
                assertEquals(200, answer.status());
                assertEquals("close", answer.first("Connection"));
                assertTrue(client.isClosed());
                client.close();
            }
        }
    }

    @Test
    void aConnectionWhoseAnswerBeganBeforeItsCloseWasDecidedMayAskOnceMore() throws Exception {
        var rest = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha");
            rest.await();
            with.send("lf");
            with.request();
            with.answer("next");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            RawClient.Answer began = client.get("/").head();
            assertNull(began.first("Connection"));
            stage.frontEnd.closeAfterAnswers();
            rest.countDown();
            assertEquals("half", new String(client.body(began), StandardCharsets.US_ASCII));
            RawClient.Answer next = client.get("/").answer();
            assertEquals("next", next.text());
            assertEquals("close", next.first("Connection"));
            assertTrue(client.isClosed());
        }
    }

    /** A reset would take from it what it has not read yet. */
    @Test
    void anIdleClientThatJustAsksAtADrainIsNotReset() throws Exception {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient idle = stage.client()) {
            assertEquals(200, idle.get("/").answer().status());
            Thread drain = Thread.ofVirtual().start(() -> stage.frontEnd.drain(Duration.ofSeconds(20)));
            assertTrue(idle.isClosed());
            // The first of them would bring a reset, which the second would meet.
            idle.get("/").get("/");
            assertTrue(idle.isClosed());
            idle.close();
            drain.join();
            assertEquals(1, stage.outcome(RequestOutcome.RELAYED));
        }
    }

    @Test
    void aRequestWithoutAnyBackEndIsToldToComeBack() throws IOException {
        try (Stage stage = Stage.of();
                RawClient client = stage.client()) {
            for (int at = 0; at < 3; at++) {
                RawClient.Answer answer = client.get("/").answer();
                assertEquals(503, answer.status());
                assertEquals("1", answer.first("Retry-After"));
                assertNotNull(answer.first("Date"));
            }
            client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
            assertEquals(503, client.head().status());
            assertFalse(client.get("/").answer().text().isEmpty());
        }
    }

    /** The value once it has not changed for a while: a full pipe shows in nothing else. */
    private static long whenItStops(AtomicLong count) {
        long last = -1;
        for (int same = 0; same < 20; ) {
            LockSupport.parkNanos(10_000_000);
            long now = count.get();
            same = now == last && now > 0 ? same + 1 : 0;
            last = now;
        }
        return last;
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
