package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.http.Headers;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.FrameClient;
import io.netty.handler.codec.http.FullHttpResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests and responses must never be taken for another's, and nothing of them be lost or look whole when it is not.
 */
@Timeout(60)
class DesyncTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofMillis(300);

    @Test
    void whatABackEndSendsAfterItsResponseIsNobodysResponse() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        ScriptedBackend talkative = ScriptedBackend.start("n1", with -> {
            boolean first = connections.getAndIncrement() == 0;
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                    + (first ? "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison" : ""));
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(talkative);
                RawClient client = stage.client()) {
            String get = "GET /x HTTP/1.1\r\nHost: test\r\n\r\n";
            client.send(get + get);
            assertEquals("ok", client.answer().text());
            assertEquals("ok", client.answer().text());
            assertEquals(2, connections.get());
        }
    }

    @Test
    void whoWaitsForAConnectionGetsNoneThatHasSaidTooMuch() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        AtomicInteger connections = new AtomicInteger();
        ScriptedBackend talkative = ScriptedBackend.start("n1", with -> {
            boolean first = connections.getAndIncrement() == 0;
            with.request();
            if (first) {
                second.await();
            }
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                    + (first ? "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison" : ""));
            with.waitForTheEnd();
        });
        var narrow = FrontEndSettings.defaults()
                .with(ForwardingSettings.CONNECTIONS, 1)
                .with(ForwardingSettings.WAITING, 10)
                .with(ForwardingSettings.KEEP_TIME, LONG)
                .with(ForwardingSettings.CONNECT_TIME, LONG);
        try (Stage stage = Stage.of(narrow, talkative);
                RawClient one = stage.client();
                RawClient two = stage.client()) {
            one.get("/1");
            Stage.until("the first is served", () -> connections.get() == 1);
            two.get("/2");
            Stage.until("the second waits", () -> stage.status("n1").load() == 2);
            second.countDown();
            assertEquals("ok", one.answer().text());
            assertEquals("ok", two.answer().text());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 10\r\n\r\n|0123456789",
                "Transfer-Encoding: chunked\r\n\r\n|a\r\n0123456789\r\n0\r\n\r\n"
            })
    void aBodyThatComesBetweenTwoAttemptsIsPassedOnWhole(String framedBody) throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        // The second attempt comes over a connection of its own, once there is room for one.
        ScriptedBackend busy = ScriptedBackend.start("n2", with -> {
            if (with.request().path().equals("/slow")) {
                slow.await();
                with.answer("slow");
            } else {
                with.answer("put");
            }
        });
        ScriptedBackend dying = ScriptedBackend.start("n1", ScriptedBackend.Conversation::head);
        var narrow = FrontEndSettings.defaults()
                .with(ForwardingSettings.CONNECTIONS, 1)
                .with(ForwardingSettings.WAITING, 10)
                .with(ForwardingSettings.KEEP_TIME, LONG)
                .with(ForwardingSettings.CONNECT_TIME, LONG);
        String[] header = framedBody.split("\\|", -1);
        try (Stage stage = Stage.of(narrow, busy);
                dying;
                RawClient other = stage.client();
                RawClient client = stage.client();
                RawClient third = stage.client()) {
            other.get("/slow");
            Stage.until("n2 is busy", () -> busy.requests.size() == 1);
            stage.tell(List.of(dying.backend(), busy.backend()));
            // Other requests are sent to nobody before their body has begun.
            client.send("PUT /x HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\n" + header[0]);
            Stage.until("n1 died, n2 is waited for", () -> stage.status("n2").load() == 2);
            client.send(header[1]);
            // One loop reads both: when the third client has its refusal, the body has come.
            assertEquals(400, third.send("nonsense\r\n\r\n").answer().status());
            slow.countDown();
            assertEquals("slow", other.answer().text());
            assertEquals("put", client.answer().text());
            assertArrayEquals(
                    "0123456789".getBytes(StandardCharsets.US_ASCII),
                    busy.requests.get(1).body());
        }
    }

    @Test
    void aBackEndThatDiesAfterAnInterimResponseIsStillABadGateway() throws IOException {
        ScriptedBackend hinting = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n");
        });
        try (Stage stage = Stage.of(hinting);
                RawClient client = stage.client()) {
            assertEquals(103, client.get("/").head().status());
            assertEquals(502, client.answer().status());
            assertEquals(1, stage.outcome(RequestOutcome.BAD_GATEWAY));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip",
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked"
            })
    void aCodingThatCannotBeTakenOffIsABadGateway(String header) throws IOException {
        ScriptedBackend coding = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(header + "\r\n\r\n2\r\nok\r\n0\r\n\r\n");
        });
        try (Stage stage = Stage.of(coding)) {
            assertEquals(502, stage.get("/").status());
        }
    }

    /** The ways of a response of an HTTP/1.1 back-end to its client. */
    private enum Way {
        /** Passed on as bytes, where its header is plain. */
        SPLICED,
        DECODED,
        TO_HTTP2;

        Stage stage(ScriptedBackend backend) throws IOException {
            FrontEndSettings settings = FrontEndSettings.defaults().with(RelaySettings.NAME_BACKEND, this == DECODED);
            ListenEndpoint endpoint = Stage.ANY_PORT;
            return Stage.of(
                    settings, this == TO_HTTP2 ? endpoint.withHttp2(Http2Limits.defaults(), true) : endpoint, backend);
        }

        /** The status of the next response; 0 if it is reset or breaks off. */
        int status(Stage stage, String path) throws IOException {
            if (this != TO_HTTP2) {
                return stage.get(path).status();
            }
            try (FrameClient client = FrameClient.open(stage.frontEnd.address())) {
                FrameClient.Frame answer = client.get(1, path).answer();
                if (answer.type() == FrameClient.RST_STREAM) {
                    return 0;
                }
                // 502 is not in the static table: a literal with an indexed name, perhaps Huffman-coded
                return answer.status() == 0 ? 502 : answer.status();
            }
        }
    }

    private static Stream<Arguments> oddResponses() {
        return Stream.of(
                        "HTTP/2.0 200 OK",
                        "HTTP/9.9 200 OK",
                        "http/1.1 200 OK",
                        "HTTP/1.10 200 OK",
                        "HTTP/1.1 +200 OK",
                        "HTTP/1.1 200 O\u0001K",
                        "HTTP/1.0 200 OK\r\nContent-Length: 0",
                        "HTTP/1.1 200 OK\r\nContent-Length : 2",
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding x: chunked",
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Origin: a\r\nSec-WebSocket-Location: b",
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: HTTP/1.1\r\nConnection: Upgrade")
                .flatMap(header -> Stream.of(Way.values()).map(way -> Arguments.of(way, header)));
    }

    @ParameterizedTest
    @MethodSource("oddResponses")
    void aResponseThatTwoReadersCouldUnderstandDifferentlyIsABadGateway(Way way, String header) throws IOException {
        AtomicInteger connections = new AtomicInteger();
        ScriptedBackend odd = ScriptedBackend.start("n1", with -> {
            with.request();
            if (connections.getAndIncrement() == 0) {
                with.send(header + "\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged");
            } else {
                with.answer("honest");
            }
            with.waitForTheEnd();
        });
        try (Stage stage = way.stage(odd)) {
            assertEquals(502, way.status(stage, "/1"));
            assertEquals("honest", stage.get("/2").text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1;\r\nx\r\n", "1;=a\r\nx\r\n", "1;a=\"\r\nx\r\n", "1\r\nx\r\n0;\r\n\r\n"})
    void aResponseWithAMalformedChunkNeverLooksWhole(String chunk) throws IOException {
        ScriptedBackend sloppy = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(sloppy);
                RawClient client = stage.client()) {
            assertThrows(IOException.class, () -> client.get("/").answer());
        }
    }

    @Test
    void aResponseOfALaterMinorVersionIsTakenForHttp11() throws IOException {
        ScriptedBackend later = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.send("HTTP/1.2 200 OK\r\nSec-WebSocket-Origin: a\r\nSec-WebSocket-Location: b\r\n"
                        + "Content-Length: 2\r\n\r\nok");
            }
        });
        try (Stage stage = Stage.of(later);
                RawClient client = stage.client()) {
            assertEquals("ok", client.get("/1").answer().text());
            assertEquals("ok", client.get("/2").answer().text());
            assertEquals(1, later.connections.get());
        }
    }

    @Test
    void anOldClientThatIsCutOffForNotReadingDoesNotTakeWhatItHasForTheWhole() throws IOException {
        ScriptedBackend endless = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            byte[] chunk = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            while (true) {
                with.send(chunk);
            }
        });
        var impatient = FrontEndSettings.defaults()
                .with(HttpLimits.HEADER_TIME, LONG)
                .with(HttpLimits.IDLE_TIME, LONG)
                .with(HttpLimits.BODY_TIME, LONG)
                .with(HttpLimits.WRITE_TIME, SOON);
        try (Stage stage = Stage.of(impatient, endless);
                RawClient client = RawClient.connect(stage.frontEnd.address(), 4096)) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            Stage.until("cut off", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
            assertThrows(IOException.class, () -> client.body(client.head()));
        }
    }

    @Test
    void theRefusalOfAHeadHasNoBody() throws IOException {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            client.send("HEAD / HTTP/1.1\r\nHost: test\r\nExpect: miracles\r\n\r\n");
            assertEquals(417, client.head().status());
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aRefusalCarriesTheFieldsOfItsRule() {
        FullHttpResponse response = LocalResponse.to(
                        new RequestValidator.Refusal(405, "not this", Headers.of("Allow", "GET, HEAD")))
                .response(true, false, FrontEndContext.Terms.of(FrontEndSettings.defaults()));
        assertEquals("GET, HEAD", response.headers().get("Allow"));
        assertEquals(405, response.status().code());
        response.release();
    }
}
