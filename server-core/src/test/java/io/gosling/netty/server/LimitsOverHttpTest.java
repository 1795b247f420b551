package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.limits.LimitKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Every limit is counted when it bites. */
class LimitsOverHttpTest {
    private static final Handler SLOW = request -> {
        request.body().readAllBytes();
        return ErrorPageBuilder.of(404);
    };

    private static final String UPLOAD = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n";

    private final ManualTicker ticker = new ManualTicker();

    private static HttpLimits addresses(int connections, int rate, int burst) {
        return HttpLimits.defaults()
                .with(HttpLimits.ADDRESS_CONNECTIONS, connections)
                .with(HttpLimits.ADDRESS_RATE, rate)
                .with(HttpLimits.ADDRESS_BURST, burst);
    }

    private static void assertHit(ServerFixture server, LimitKind limit, long times) {
        Eventually.that(
                limit.label() + " is counted", () -> server.server().limits().of(limit) == times);
    }

    @Test
    void whoAsksTooOftenIsToldToWaitOnBothLanes() throws IOException {
        try (ServerFixture server =
                        ServerFixture.start(addresses(0, 1, 4), SLOW, ticker).hot("/a", new byte[10]);
                RawConnection client = server.connect()) {
            assertEquals(200, client.get("/a").status());
            assertEquals(200, client.get("/a", "If-Match", "*").status());
            assertEquals(404, client.get("/none").status());
            assertEquals(200, client.get("/a").status());
            RawResponse refused = client.get("/a");
            assertEquals(429, refused.status());
            assertEquals("1", refused.header("Retry-After"));
            assertEquals(429, client.get("/none").status());
            try (RawConnection other = server.connect()) {
                assertEquals(429, other.get("/a").status());
            }
            ticker.advance(Duration.ofSeconds(1));
            assertEquals(200, client.get("/a").status());
            RawResponse body = client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello")
                    .read();
            assertEquals(429, body.status());
            assertTrue(body.saysClose());
            assertHit(server, LimitKind.ADDRESS_RATE, 4);
        }
    }

    @Test
    void anAddressWithAllItsConnectionsGetsNoMore() throws IOException {
        try (ServerFixture server =
                ServerFixture.start(addresses(2, 0, 1), SLOW).hot("/a", new byte[10])) {
            RawConnection first = server.connect();
            try (RawConnection second = server.connect()) {
                assertEquals(200, first.get("/a").status());
                assertEquals(200, second.get("/a").status());
                try (RawConnection third = server.connect()) {
                    assertTrue(third.ends());
                }
                assertHit(server, LimitKind.ADDRESS_CONNECTIONS, 1);
                first.close();
                Eventually.that("it has left", () -> server.server().connections() == 1);
                try (RawConnection fourth = server.connect()) {
                    assertEquals(200, fourth.get("/a").status());
                }
            }
        }
    }

    @Test
    void aRequestThatTakesTooLongInAllIsCutOff() throws IOException {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Handler handler = request -> {
            begun.countDown();
            hangs.await();
            return ErrorPageBuilder.of(404);
        };
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofSeconds(5));
        try (ServerFixture server = ServerFixture.start(limits, handler, ticker);
                RawConnection client = server.connect()) {
            client.request("GET", "/");
            Eventually.that("it has begun", () -> begun.getCount() == 0);
            ticker.advance(Duration.ofSeconds(6));
            assertTrue(client.ends());
            assertHit(server, LimitKind.REQUEST_TIME, 1);
            hangs.countDown();
        }
    }

    @Test
    void whatIsTooLargeIsCountedUnderItsName() throws IOException {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.REQUEST_LINE, 100)
                .with(HttpLimits.HEADER, 300)
                .with(HttpLimits.HEADER_COUNT, 3)
                .with(HttpLimits.BODY, 4L);
        try (ServerFixture server = ServerFixture.start(limits, SLOW)) {
            ask(server, "GET /" + "x".repeat(200) + " HTTP/1.1\r\nHost: h\r\n\r\n", 414);
            ask(server, "GET /" + "\u00e9".repeat(30) + " HTTP/1.1\r\nHost: h\r\n\r\n", 414);
            ask(server, "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\nA: b\r\nA: b\r\n\r\n", 431);
            ask(server, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n", 413);
            ask(server, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 413);
            assertHit(server, LimitKind.REQUEST_LINE, 2);
            assertHit(server, LimitKind.HEADER, 1);
            assertHit(server, LimitKind.BODY, 2);
        }
    }

    private static void ask(ServerFixture server, String request, int status) {
        try (RawConnection client = server.connect()) {
            assertEquals(status, client.send(request).read().status());
        }
    }

    @Test
    void whoIsTooSlowIsCountedUnderTheTimeThatRanOut() throws IOException {
        try (ServerFixture server =
                        ServerFixture.start(HttpLimits.defaults(), SLOW, ticker).hot("/a", new byte[10]);
                RawConnection idle = server.connect();
                RawConnection header = server.connect();
                RawConnection body = server.connect()) {
            assertEquals(200, idle.get("/a").status());
            assertEquals(200, header.get("/a").status());
            header.send("GET / HT");
            body.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe");
            Eventually.that("the body is waited for", () -> server.server().exchanges() == 1);
            Eventually.that("all times have run out", () -> {
                ticker.advance(Duration.ofSeconds(20));
                LimitCounters limits = server.server().limits();
                return limits.of(LimitKind.IDLE_TIME) > 0
                        && limits.of(LimitKind.HEADER_TIME) > 0
                        && limits.of(LimitKind.BODY_TIME) > 0;
            });
        }
    }

    @Test
    void theRestOfAnAnsweredRequestHasOneBodyTimeInAll() throws IOException {
        assertDripIsCutOff(HttpLimits.defaults(), LimitKind.BODY_TIME, 40);
    }

    @Test
    void theRestOfAnAnsweredRequestIsBoundByTheTimeOfTheWholeRequest() throws IOException {
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofSeconds(5));
        assertDripIsCutOff(limits, LimitKind.REQUEST_TIME, 10);
    }

    /** The client sends a byte a second of a body that nobody reads. */
    private void assertDripIsCutOff(HttpLimits limits, LimitKind limit, int seconds) throws IOException {
        try (ServerFixture server = ServerFixture.start(limits, request -> ErrorPageBuilder.of(404), ticker)
                        .hot("/a", new byte[10]);
                RawConnection client = server.connect();
                RawConnection other = server.connect()) {
            assertEquals(404, client.send(UPLOAD).read().status());
            Eventually.that("it is answered", () -> server.server().exchanges() == 0);
            for (int i = 0; i < seconds; i++) {
                drip(client);
                // The server's one loop has read it when it has answered what came after it, twice: a loop may take
                // connections that are ready at a time in any order.
                assertEquals(200, other.get("/a").status());
                assertEquals(200, other.get("/a").status());
                ticker.advance(Duration.ofSeconds(1));
            }
            assertTrue(client.ends());
            assertHit(server, limit, 1);
        }
    }

    private static void drip(RawConnection client) {
        try {
            client.send("x");
        } catch (UncheckedIOException e) {
            // It has been cut off.
        }
    }

    @Test
    void aConnectionStaysOpenWhenTheRestOfAnAnsweredRequestComesInTime() throws IOException {
        try (ServerFixture server =
                        ServerFixture.start(HttpLimits.defaults(), request -> ErrorPageBuilder.of(404), ticker);
                RawConnection client = server.connect()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(404, client.send(UPLOAD).read().status());
                ticker.advance(Duration.ofSeconds(20));
                client.send("x".repeat(1000));
            }
            assertEquals(404, client.get("/").status());
            assertHit(server, LimitKind.BODY_TIME, 0);
        }
    }

    @Test
    void limitsChangeWhileConnectionsStayOpen() throws IOException {
        CountDownLatch hangs = new CountDownLatch(1);
        Handler handler = request -> {
            hangs.await();
            return ErrorPageBuilder.of(404);
        };
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.EXCHANGES, 1)
                .with(HttpLimits.CONNECTIONS, 2)
                .with(HttpLimits.PIPELINED, 4);
        // Its clock stands still, so that no connection is idle for long.
        try (ServerFixture server = ServerFixture.start(limits, handler, ticker).hot("/a", new byte[10]);
                RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            first.request("GET", "/");
            Eventually.that("it has begun", () -> server.server().exchanges() == 1);
            assertEquals(503, second.get("/").status());
            try (RawConnection third = server.connect()) {
                server.server()
                        .limit(limits.with(HttpLimits.EXCHANGES, 2)
                                .with(HttpLimits.CONNECTIONS, 3)
                                .with(HttpLimits.PIPELINED, 4)
                                .with(HttpLimits.REQUEST_LINE, 64)
                                .with(HttpLimits.HEADER, 400)
                                .with(HttpLimits.HEADER_COUNT, 10));
                assertEquals(200, third.get("/a").status(), "it waited for a place");
                assertEquals(414, third.get("/a?" + "x".repeat(100)).status());
                second.request("GET", "/?" + "x".repeat(100));
                Eventually.that("it has begun", () -> server.server().exchanges() == 2);
                hangs.countDown();
                assertEquals(404, first.read().status());
                assertEquals(404, second.read().status());
            }
        }
    }

    @Test
    void fullServersCountWhatWaitsOrIsRefused() throws IOException {
        CountDownLatch hangs = new CountDownLatch(1);
        Handler handler = request -> {
            hangs.await();
            return ErrorPageBuilder.of(404);
        };
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.EXCHANGES, 1)
                .with(HttpLimits.CONNECTIONS, 2)
                .with(HttpLimits.PIPELINED, 4);
        try (ServerFixture server = ServerFixture.start(limits, handler, ticker);
                RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            first.request("GET", "/");
            Eventually.that("it has begun", () -> server.server().exchanges() == 1);
            assertEquals(503, second.get("/").status());
            assertHit(server, LimitKind.EXCHANGES, 1);
            assertHit(server, LimitKind.CONNECTIONS, 1);
            hangs.countDown();
            assertEquals(404, first.read().status());
        }
    }
}
