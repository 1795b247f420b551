package io.gosling.dispatcher.status;

import static io.gosling.dispatcher.testing.ScriptedBackend.DATE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and responses that are passed on as they stand, over real sockets. */
@Timeout(60)
class PlainRelayTest {
    private static final String GET = "GET /x HTTP/1.1\r\nHost: test\r\n\r\n";

    @Test
    void theClientGetsTheFieldsAndNotTheConnection() throws IOException {
        ScriptedBackend backend = always("HTTP/1.1 203 Fine\r\nX-One: 1\r\n" + DATE
                + "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nok");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            for (int times = 0; times < 3; times++) {
                RawClient.Answer answer = client.send(GET).answer();
                assertEquals(203, answer.status());
                assertEquals("ok", answer.text());
                assertEquals(List.of("1"), answer.all("X-One"));
                assertEquals(List.of("Sun, 06 Nov 1994 08:49:37 GMT"), answer.all("Date"));
                assertEquals(List.of("1.1 gosling"), answer.all("Via"));
                assertEquals(List.of(), answer.all("Connection"));
                assertEquals(List.of(), answer.all("Keep-Alive"));
            }
            assertEquals(1, backend.connections.get());
            Stage.until("all are counted", () -> stage.outcome(RequestOutcome.RELAYED) == 3);
        }
    }

    @Test
    void aPlainRequestArrivesAsItCameWithoutItsConnection() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("GET /x HTTP/1.1\r\nhOST:test\r\nConnection: keep-alive\r\nAccept:a\r\n\r\n");
            assertEquals("n1 /x", client.answer().text());
            client.send("GET /y HTTP/1.1\r\nhOST:test\r\nX-Forwarded-For: forged\r\n\r\n");
            assertEquals("n1 /y", client.answer().text());
            List<String> fields = backend.requests.getFirst().fields();
            assertEquals(List.of("hOST:test", "Accept:a"), fields.subList(0, 2));
            assertEquals(List.of(), backend.requests.getFirst().all("Connection"));
            for (ScriptedBackend.Request request : backend.requests) {
                assertEquals(List.of("127.0.0.1"), request.all("X-Forwarded-For"));
                assertEquals(List.of("test"), request.all("Host"));
            }
        }
    }

    @Test
    void aReloadGivesEveryRequestOfAnOpenConnectionATraceOfItsOwn() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            assertEquals(200, client.send(GET).answer().status());
            stage.frontEnd.change(FrontEndSettings.defaults().with(RelaySettings.TRACE_PERCENT, 1));
            assertEquals(200, client.send(GET).answer().status());
            assertEquals(200, client.send(GET).answer().status());
            List<String> traces = backend.requests.stream()
                    .flatMap(request -> request.all("traceparent").stream())
                    .distinct()
                    .toList();
            assertEquals(2, traces.size(), traces::toString);
            assertEquals(List.of(), backend.requests.getFirst().all("traceparent"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, 4097, 70_000, 3_000_000})
    void aBodyOfAnyLengthArrivesWhole(int length) throws IOException {
        byte[] body = new byte[length];
        new Random(length).nextBytes(body);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.answer(200, body);
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            assertArrayEquals(body, client.send(GET).answer().body());
            assertArrayEquals(body, client.send(GET).answer().body());
            assertEquals(1, backend.connections.get());
        }
    }

    @Test
    void aHeaderThatComesAloneIsPassedOnAlone() throws IOException {
        CountDownLatch seen = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 2\r\n\r\n");
            seen.await();
            with.send("ok");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            RawClient.Answer header = client.send(GET).head();
            seen.countDown();
            assertEquals("ok", new String(client.body(header), StandardCharsets.UTF_8));
        }
    }

    @Test
    void anAskedForCloseIsToldAndKept() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send("GET /x HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertEquals("n1 /x", answer.text());
            assertEquals(List.of("close"), answer.all("Connection"));
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aResponseThatBreaksOffNeverLooksWhole() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 5\r\n\r\nok");
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            client.send(GET);
            assertThrows(IOException.class, client::answer);
            Stage.until("it is counted", () -> stage.outcome(RequestOutcome.TRUNCATED) == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 6\r\n\r\npoison",
                "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nX-A: ",
                "HTTP/1.1 200 O",
                "x"
            })
    void whatFollowsAResponseIsNobodysResponse(String more) throws IOException {
        AtomicInteger connections = new AtomicInteger();
        ScriptedBackend talkative = ScriptedBackend.start("n1", with -> {
            boolean first = connections.getAndIncrement() == 0;
            with.request();
            with.send("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 2\r\n\r\nok" + (first ? more : ""));
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(talkative);
                RawClient client = stage.client()) {
            client.send(GET + GET);
            assertEquals("ok", client.answer().text());
            assertEquals("ok", client.answer().text());
            assertEquals(2, connections.get());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n", "HTTP/1.1 200 OK\r\nX-A: ", "x"})
    void whatComesWhileAConnectionRestsEndsIt(String unasked) throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        ScriptedBackend talkative = ScriptedBackend.start("n1", with -> {
            with.request();
            with.answer("ok");
            answered.await();
            with.send(unasked);
            with.waitForTheEnd();
            ended.countDown();
        });
        try (Stage stage = Stage.of(talkative);
                RawClient client = stage.client()) {
            assertEquals("ok", client.send(GET).answer().text());
            answered.countDown();
            assertTrue(ended.await(30, TimeUnit.SECONDS), "the front-end has closed it");
        }
    }

    @Test
    void plainAndOtherResponsesFollowEachOtherOnTheSameConnections() throws IOException {
        AtomicInteger turn = new AtomicInteger();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                switch (turn.getAndIncrement() % 4) {
                    case 0 -> with.answer("plain");
                    case 1 ->
                        with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nchunks\r\n0\r\n\r\n");
                    case 2 ->
                        with.send("HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n" + DATE
                                + "Content-Length: 4\r\n\r\nlate");
                    default -> with.send("HTTP/1.1 304 Same\r\n" + DATE + "Content-Length: 9\r\n\r\n");
                }
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            for (int times = 0; times < 3; times++) {
                assertEquals("plain", client.send(GET).answer().text());
                assertEquals("chunks", client.send(GET).answer().text());
                assertEquals(103, client.send(GET).head().status());
                assertEquals("late", client.answer().text());
                assertEquals(304, client.send(GET).head().status());
            }
            assertEquals(1, backend.connections.get());
        }
    }

    @Test
    void anAnswerToHeadHasNoBody() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                String line = with.request().line();
                with.send("HTTP/1.1 200 OK\r\n" + DATE + "Content-Length: 3\r\n\r\n"
                        + (line.startsWith("H") ? "" : "get"));
            }
        });
        try (Stage stage = Stage.of(backend);
                RawClient client = stage.client()) {
            assertEquals(
                    List.of("3"), client.send(GET.replace("GET", "HEAD")).head().all("Content-Length"));
            assertEquals("get", client.send(GET).answer().text());
            assertEquals(1, backend.connections.get());
        }
    }

    private static ScriptedBackend always(String response) throws IOException {
        return ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.send(response.getBytes(StandardCharsets.ISO_8859_1));
            }
        });
    }
}
