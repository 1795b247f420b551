package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.ResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.RecordedAnswers;
import io.gosling.testing.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Http1FastPathResponderTest {
    /** A handler that marks responses of the worker path. */
    private static final Handler SLOW = request -> ErrorPageBuilder.of(404);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, 2048, 2049, 100_000, 3_000_000})
    void aHotDocumentIsAnsweredWhole(int length) throws IOException {
        byte[] bytes = Site.noise(length, length);
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", bytes);
                RawConnection client = server.connect()) {
            for (int i = 0; i < 3; i++) {
                RawResponse response = client.get("/a");
                assertEquals(200, response.status());
                assertArrayEquals(bytes, response.body());
                assertEquals("n1; hit", response.header("Cache-Status"));
                assertEquals("Sun, 06 Nov 1994 08:49:37 GMT", response.header("Last-Modified"));
                assertTrue(String.valueOf(response.header("Date")).endsWith(" GMT"));
            }
            RawResponse head = client.request("HEAD", "/a").readHead();
            assertEquals(Integer.toString(length), head.header("Content-Length"));
            assertEquals(200, client.get("/a?query").status());
            assertEquals(404, client.get("/b").status());
        }
    }

    @Test
    void everyAnswerIsCountedOnce() throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", new byte[10])) {
            try (RawConnection client = server.connect()) {
                client.get("/a");
                client.request("HEAD", "/a").readHead();
                client.get("/a", "If-None-Match", ServerFixture.ETAG);
                client.get("/a", "If-Match", "\"x\"");
                client.get("/none");
                client.send("nonsense\r\n\r\n").read();
            }
            int page = ErrorPageBuilder.bytes(ErrorPageBuilder.of(404)).readableBytes();
            List<RecordedAnswers.Answer> expected = List.of(
                    new RecordedAnswers.Answer(ResponseSource.LOCAL_MEMORY, 200, 10),
                    new RecordedAnswers.Answer(ResponseSource.LOCAL_MEMORY, 200, 0),
                    new RecordedAnswers.Answer(ResponseSource.LOCAL_MEMORY, 304, 0),
                    new RecordedAnswers.Answer(
                            ResponseSource.ERROR,
                            412,
                            ErrorPageBuilder.bytes(ErrorPageBuilder.of(412)).readableBytes()),
                    new RecordedAnswers.Answer(ResponseSource.ERROR, 404, page),
                    new RecordedAnswers.Answer(
                            ResponseSource.ERROR,
                            400,
                            ErrorPageBuilder.bytes(ErrorPageBuilder.of(400)).readableBytes()));
            Eventually.that("six answers", () -> server.answers().all().size() >= 6);
            assertEquals(expected, server.answers().all());
        }
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', delimiter = '|', textBlock = """
            If-None-Match       | "hot"                         | 304
            If-None-Match       | "cold", W/"hot"               | 304
            If-None-Match       | "cold"                        | 200
            If-Match            | "cold"                        | 412
            If-Modified-Since   | Sun, 06 Nov 1994 08:49:37 GMT | 304
            If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT | 412
            """)
    void conditionsAreJudgedWithoutTheWorkerPath(String name, String value, int status) throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", new byte[10]);
                RawConnection client = server.connect()) {
            RawResponse response = client.get("/a", name, value);
            assertEquals(status, response.status());
            if (status == 304) {
                assertEquals(ServerFixture.ETAG, response.header("ETag"));
                assertNull(response.header("Content-Length"));
                assertNotNull(response.header("Date"));
            }
            assertEquals(200, client.get("/a").status());
        }
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', delimiter = '|', textBlock = """
            If-None-Match       | "hot"
            If-Match            | "cold"
            If-Modified-Since   | Sun, 06 Nov 1994 08:49:37 GMT
            If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT
            """)
    void conditionsOnADocumentWithoutValidatorsAreTheWorkerPaths(String name, String value) throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW).hotWithoutValidators("/a", new byte[10]);
                RawConnection client = server.connect()) {
            assertEquals(404, client.get("/a", name, value).status());
            RawResponse plain = client.get("/a");
            assertEquals(200, plain.status());
            assertEquals("10", plain.header("Content-Length"));
            assertNull(plain.header("ETag"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Range: bytes=0-1", "Expect: 100-continue", "Content-Length: 0"})
    void whatIsNotPlainTakesTheWorkerPath(String field) throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", new byte[10]);
                RawConnection client = server.connect()) {
            assertEquals(
                    404,
                    client.send("GET /a HTTP/1.1\r\nHost: h\r\n" + field + "\r\n\r\n")
                            .read()
                            .status());
        }
    }

    /** RFC 9111, section 4.2.3: a downstream cache would keep the response for too long. */
    @Test
    void theAgeOfAResponseGrowsWhileItsRequestArrives() throws IOException {
        ManualTicker ticker = new ManualTicker();
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.HEADER_TIME, Duration.ofSeconds(60));
        try (ServerFixture server =
                        ServerFixture.start(limits, SLOW, ticker).hotReply("/a", new byte[10], ticker.nanos());
                RawConnection client = server.connect()) {
            String request = "GET /a HTTP/1.1\r\nHost: h\r\n";
            // Sent at once, so that the second request has begun when the first is answered.
            assertEquals("0", client.send(request + "\r\n" + request).read().header("Age"));
            ticker.advance(Duration.ofSeconds(20));
            RawResponse late = client.send("\r\n").read();
            assertEquals(200, late.status());
            assertEquals("20", late.header("Age"));
        }
    }

    @Test
    void aBurstIsAnsweredInOrder() throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW)
                        .hot("/small", Site.noise(100, 1))
                        .hot("/large", Site.noise(50_000, 2));
                RawConnection client = server.connect()) {
            StringBuilder burst = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                burst.append(i % 3 == 0 ? "GET /large" : i % 3 == 1 ? "GET /small" : "GET /none")
                        .append(" HTTP/1.1\r\nHost: h\r\n\r\n");
            }
            Thread sender = Thread.ofVirtual().start(() -> client.send(burst.toString()));
            for (int i = 0; i < 500; i++) {
                RawResponse response = client.read();
                assertEquals(i % 3 == 2 ? 404 : 200, response.status(), "answer " + i);
                assertEquals(i % 3 == 0, response.body().length == 50_000, "answer " + i);
            }
            sender.interrupt();
            Eventually.that("all counted", () -> server.answers().all().size() == 500);
        }
    }

    @Test
    void aClientOfHttp10IsServedAndClosedUnlessItAsksToStay() throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", new byte[10])) {
            try (RawConnection client = server.connect()) {
                assertTrue(client.send("GET /a HTTP/1.0\r\n\r\n").read().saysClose());
                assertTrue(client.ends());
            }
            try (RawConnection client = server.connect()) {
                String request = "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
                assertEquals("keep-alive", client.send(request).read().header("Connection"));
                assertEquals(200, client.send(request).read().status());
                assertTrue(client.send("GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        .read()
                        .saysClose());
                assertTrue(client.ends());
            }
        }
    }
}
