package io.gosling.netty.exchange;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.ServerFixture;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The body of a request, asked for late, never, or with something behind it. */
class RequestBodyTest {
    private static final Handler ECHO = request -> {
        byte[] body = request.body().readAllBytes();
        return new Response(200, request.trailers(), new Body.InMemory(Unpooled.wrappedBuffer(body)));
    };

    @Test
    void leaveToSendIsNotGivenInTheMiddleOfAnAnswer() throws IOException {
        InputStream first = new ByteArrayInputStream(new byte[100_000]);
        Handler readsLate = request -> new Response(
                200, Headers.empty(), new Body.Streamed(new SequenceInputStream(first, request.body()), 100_003));
        try (ServerFixture server = ServerFixture.start(readsLate);
                RawConnection client = server.connect()) {
            client.request("POST", "/", "Expect", "100-continue", "Content-Length", "3");
            StringBuilder answer = new StringBuilder();
            for (int octet = client.readByte(); octet >= 0; octet = client.readByte()) {
                answer.append((char) octet);
            }
            assertTrue(answer.toString().startsWith("HTTP/1.1 200 "));
            assertFalse(answer.toString().contains("100 Continue"));
        }
    }

    /** As a program's input is read by another thread than the one that answers. */
    @Test
    void leaveToSendIsGivenWholeBeforeAnAnswerOrNotAtAll() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        List<RequestBody> body = new ArrayList<>();
        List<Thread> answering = new CopyOnWriteArrayList<>();
        Runnable leave = () -> {
            Thread answer = Thread.ofPlatform().start(() -> {
                body.getFirst().answered();
                order.add("answer");
            });
            answering.add(answer);
            Eventually.that(
                    "the answer waits or is there",
                    () -> answer.getState() == Thread.State.BLOCKED || !answer.isAlive());
            order.add("leave");
        };
        body.add(new RequestBody(
                10, 3, true, leave, () -> {}, new ExchangeSlots(HttpLimits.defaults(), Ticker.system()).reading()));
        Thread reader = Thread.ofVirtual()
                .start(() -> assertDoesNotThrow(() -> body.getFirst().readAllBytes()));
        Eventually.that("leave was given", () -> order.contains("leave"));
        body.getFirst().end(Headers.empty());
        reader.join();
        answering.getFirst().join();
        assertEquals(List.of("leave", "answer"), order);
    }

    @Test
    void aClientThatSendsItsBodyUnaskedIsNotToldToContinue() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Handler waits = request -> {
            go.await();
            return ECHO.handle(request);
        };
        try (ServerFixture server = ServerFixture.start(waits);
                RawConnection client = server.connect();
                RawConnection second = server.connect()) {
            client.request("POST", "/", "Expect", "100-continue", "Content-Length", "3")
                    .send("abc");
            // One loop reads both: when the second has its refusal, the body of the first has come.
            assertEquals(400, second.send("nonsense\r\n\r\n").read().status());
            go.countDown();
            assertEquals("abc", client.read().text());
        }
    }

    @Test
    void aHandlerThatIsBusyIsNotTheFaultOfAClientThatWaitsForIt() throws IOException {
        ManualTicker ticker = new ManualTicker();
        CountDownLatch go = new CountDownLatch(1);
        Handler busy = request -> {
            go.await();
            return ECHO.handle(request);
        };
        try (ServerFixture server = ServerFixture.start(HttpLimits.defaults(), busy, ticker);
                RawConnection idle = server.connect()) {
            Eventually.that("the idle one is there first", () -> server.server().connections() == 1);
            try (RawConnection client = server.connect()) {
                client.request("POST", "/", "Expect", "100-continue", "Content-Length", "3");
                Eventually.that("the exchange has begun", () -> server.server().exchanges() == 1);
                ticker.advance(Duration.ofSeconds(61));
                // Time-outs are looked at from the newest connection to the oldest.
                assertTrue(idle.ends());
                go.countDown();
                assertEquals(100, client.read().status());
                assertEquals("abc", client.send("abc").read().text());
            }
        }
    }

    @Test
    void fieldsAfterTheBodyAreReadAfterTheBody() throws IOException {
        Handler reads = request -> {
            int before = request.trailers().size();
            request.body().readAllBytes();
            Headers after = request.trailers();
            return new Response(200, after.plus("Before", Integer.toString(before)), null);
        };
        try (ServerFixture server = ServerFixture.start(reads);
                RawConnection client = server.connect()) {
            RawResponse response = client.request("POST", "/", "Transfer-Encoding", "chunked")
                    .send("3\r\nabc\r\n0\r\nDigest: x\r\nContent-Length: 7\r\n\r\n")
                    .read();
            assertEquals("x", response.header("Digest"));
            assertEquals("0", response.header("Before"));
            assertEquals("0", response.header("Content-Length"));
            assertEquals(0, client.get("/").headers().all("Digest").size());
        }
    }

    @ParameterizedTest
    @CsvSource({"'gzip, Trailers', true", "gzip, false", "xtrailers, false"})
    void fieldsFollowAnAnswerWhereTheClientTakesThem(String codings, boolean taken) throws IOException {
        Handler sums = request -> {
            InputStream body = new ByteArrayInputStream(new byte[] {'a', 'b'});
            return new Response(
                    200,
                    Headers.empty(),
                    new Body.Streamed(body, -1, () -> List.of("Sum", "c3", "Content-Length", "9")));
        };
        try (ServerFixture server = ServerFixture.start(sums);
                RawConnection client = server.connect()) {
            client.request("GET", "/", "TE", codings, "Connection", "TE, close");
            StringBuilder answer = new StringBuilder();
            for (int octet = client.readByte(); octet >= 0; octet = client.readByte()) {
                answer.append((char) octet);
            }
            String end = taken ? "0\r\nSum: c3\r\n\r\n" : "0\r\n\r\n";
            assertTrue(answer.toString().endsWith("\r\n\r\n2\r\nab\r\n" + end), answer::toString);
        }
    }

    @Test
    void aTrailerFieldThatIsNoneIsRefused() throws IOException {
        try (ServerFixture server = ServerFixture.start(ECHO);
                RawConnection client = server.connect()) {
            client.request("POST", "/", "Transfer-Encoding", "chunked").send("0\r\nA: b\u0001c\r\n\r\n");
            RawResponse response = client.read();
            assertEquals(400, response.status());
            assertTrue(response.saysClose());
        }
    }
}
