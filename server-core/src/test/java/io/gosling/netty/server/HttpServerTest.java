package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.DocumentRoot;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.RecordedAnswers;
import io.gosling.testing.Site;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest {
    private static final Handler ECHO = request -> {
        byte[] body = request.body().readAllBytes();
        return new Response(
                200,
                Headers.of(
                        "Method",
                        request.method(),
                        "Path",
                        request.rawPath(),
                        "Query",
                        request.rawQuery(),
                        "Asked",
                        String.valueOf(request.headers().first("Host"))),
                new Body.InMemory(Unpooled.wrappedBuffer(body)));
    };

    @Test
    void aHandlerSeesTheRequest() throws IOException {
        try (ServerFixture server = ServerFixture.start(ECHO);
                RawConnection client = server.connect()) {
            RawResponse response = client.get("http://h/a%20b?c=d");
            assertEquals("/a%20b", response.header("Path"));
            assertEquals("c=d", response.header("Query"));
            assertEquals("h", response.header("Asked"), "the target's host, and not Host (RFC 9112, section 3.2.2)");
            assertEquals("OPTIONS", client.request("OPTIONS", "*").read().header("Method"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5000, 70_000, 400_000})
    void bodiesArriveWholeHoweverTheyAreFramed(int length) throws IOException {
        byte[] body = Site.noise(length, length);
        try (ServerFixture server = ServerFixture.start(ECHO);
                RawConnection client = server.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + length + "\r\n\r\n")
                    .send(body);
            assertArrayEquals(body, client.read().body());
            client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int at = 0; at < length; at += 1000) {
                byte[] piece = Arrays.copyOfRange(body, at, Math.min(length, at + 1000));
                client.send(Integer.toHexString(piece.length) + "\r\n")
                        .send(piece)
                        .send("\r\n");
            }
            assertArrayEquals(body, client.send("0\r\n\r\n").read().body());
        }
    }

    @Test
    void aClientThatAsksIsToldToContinueWhenTheBodyIsWanted() throws IOException {
        try (ServerFixture server = ServerFixture.start(ECHO);
                RawConnection client = server.connect()) {
            client.request("POST", "/", "Expect", "100-continue", "Content-Length", "3");
            assertEquals(100, client.read().status());
            assertEquals("abc", client.send("abc").read().text());
        }
    }

    @Test
    void aBodyThatNobodyReadsIsSkippedWhenSmallAndEndsTheConnectionWhenLarge() throws IOException {
        Handler ignores = request -> ErrorPageBuilder.of(404);
        try (ServerFixture server = ServerFixture.start(ignores)) {
            try (RawConnection client = server.connect()) {
                client.request("POST", "/", "Content-Length", "1000").send("x".repeat(400));
                assertEquals(404, client.read().status());
                client.send("x".repeat(600));
                assertEquals(404, client.get("/").status());
            }
            for (String[] framing : List.of(
                    new String[] {"Content-Length", "1000000"},
                    new String[] {"Transfer-Encoding", "chunked"},
                    new String[] {"Content-Length", "1000", "Expect", "100-continue"})) {
                try (RawConnection client = server.connect()) {
                    assertTrue(client.request("POST", "/", framing).read().saysClose());
                    assertTrue(client.endInput().ends());
                }
            }
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what a handler must not do is what is tried
    void aFailingHandlerIsAnsweredWith500AndTheConnectionGoesOn() throws IOException {
        Handler fails = request -> {
            if (request.rawPath().equals("/forgets")) {
                return null;
            }
            throw new IllegalStateException("as the test wants");
        };
        try (ServerFixture server = ServerFixture.start(fails);
                RawConnection client = server.connect()) {
            assertEquals(500, client.get("/").status());
            assertEquals(500, client.get("/forgets").status());
        }
    }

    @Test
    void anErrorInAHandlerIsAnsweredTooAndItsPlaceOnTheWorkerPathIsFree() throws IOException {
        Handler breaks = request -> {
            throw new OutOfMemoryError("as the test wants");
        };
        try (ServerFixture server = ServerFixture.start(breaks);
                RawConnection client = server.connect()) {
            assertEquals(500, client.get("/").status());
            assertEquals(500, client.get("/").status());
            Eventually.that("no exchange is left", () -> server.server().exchanges() == 0);
        }
    }

    @Test
    void aStreamThatHasNothingOfWhatItAnnouncedIsAnsweredWith500() throws IOException {
        Handler empty =
                request -> new Response(200, Headers.empty(), new Body.Streamed(InputStream.nullInputStream(), 100));
        try (ServerFixture server = ServerFixture.start(empty);
                RawConnection client = server.connect()) {
            assertEquals(500, client.get("/").status());
        }
    }

    @Test
    void theRefusalOfAHeadHasNoBody() throws IOException {
        try (ServerFixture server = ServerFixture.start(ECHO);
                RawConnection client = server.connect()) {
            assertEquals(
                    417,
                    client.request("HEAD", "/", "Expect", "miracles").readHead().status());
            assertTrue(client.endInput().ends());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"AUTO", "NIO"})
    void aLongQueueIsAnsweredAfterTheClientHasEndedItsSide(TransportKind kind) throws IOException {
        try (ServerFixture server = ServerFixture.start(kind, ECHO);
                RawConnection client = server.connect()) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: test\r\n\r\n");
            }
            client.send(requests.toString()).endInput();
            for (int i = 0; i < 500; i++) {
                assertEquals("/" + i, client.read().header("Path"));
            }
            assertTrue(client.ends());
        }
    }

    @Test
    void streamsOfUnknownLengthAreChunkedOrEndWithTheConnection() throws IOException {
        byte[] bytes = Site.noise(300_000, 3);
        Handler streams =
                request -> new Response(200, Headers.empty(), new Body.Streamed(new ByteArrayInputStream(bytes), -1));
        try (ServerFixture server = ServerFixture.start(streams)) {
            try (RawConnection client = server.connect()) {
                assertArrayEquals(bytes, client.get("/").body());
                assertEquals(0, client.request("HEAD", "/").readHead().body().length);
                assertArrayEquals(bytes, client.get("/").body());
            }
            try (RawConnection client = server.connect()) {
                assertArrayEquals(
                        bytes, client.send("GET / HTTP/1.0\r\n\r\n").read().body());
            }
        }
    }

    @Test
    void aStreamThatEndsEarlyEndsTheConnectionAndNeverLooksWhole() throws IOException {
        Handler shortens = request -> new Response(
                200, Headers.empty(), new Body.Streamed(new ByteArrayInputStream(new byte[100_000]), 200_000));
        try (ServerFixture server = ServerFixture.start(shortens);
                RawConnection client = server.connect()) {
            assertThrows(UncheckedIOException.class, () -> client.get("/"));
        }
    }

    @Test
    void anOldClientDoesNotTakeAStreamThatFailsForTheWhole() throws IOException {
        Handler breaks = request -> new Response(
                200,
                Headers.empty(),
                new Body.Streamed(
                        new SequenceInputStream(new ByteArrayInputStream(new byte[100_000]), new InputStream() {
                            @Override
                            public int read() throws IOException {
                                throw new IOException("the peer has gone");
                            }
                        }),
                        -1));
        try (ServerFixture server = ServerFixture.start(breaks);
                RawConnection client = server.connect()) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThrows(UncheckedIOException.class, client::read);
        }
    }

    @Test
    void aStreamThatFailsBeforeItsFirstByteIsAnsweredWith500() throws IOException {
        Handler breaks = request -> new Response(
                200,
                Headers.empty(),
                new Body.Streamed(
                        new InputStream() {
                            @Override
                            public int read() throws IOException {
                                throw new IOException("the peer has gone");
                            }
                        },
                        100));
        try (ServerFixture server = ServerFixture.start(breaks);
                RawConnection client = server.connect()) {
            assertEquals(500, client.get("/").status());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"AUTO", "NIO"})
    void aSiteIsServedByEveryTransport(TransportKind kind) throws IOException {
        try (Site site = Site.empty().file("index.html", "hello").file("big.bin", Site.noise(5_000_000, 5));
                ServerFixture server =
                        ServerFixture.start(kind, new DocumentHandler(DocumentRoot.at(site.directory()), "n1"));
                RawConnection client = server.connect()) {
            byte[] big = site.bytes("big.bin");
            assertEquals("hello", client.get("/").text());
            assertArrayEquals(big, client.get("/big.bin").body());
            assertArrayEquals(
                    Arrays.copyOfRange(big, 100, 4_000_000),
                    client.get("/big.bin", "Range", "bytes=100-3999999").body());
            RawResponse head = client.request("HEAD", "/big.bin").readHead();
            assertEquals("5000000", head.header("Content-Length"));
            String etag = String.valueOf(head.header("ETag"));
            assertEquals(304, client.get("/big.bin", "If-None-Match", etag).status());
            assertEquals(
                    206, client.get("/big.bin", "Range", "bytes=0-9,500-509").status());
            assertEquals(404, client.request("HEAD", "/none").readHead().status());
            assertEquals(405, client.request("DELETE", "/").read().status());
            assertEquals("hello", client.get("/").text());
            Eventually.that("nine answers", () -> server.answers().all().size() == 9);
            assertTrue(server.answers()
                    .all()
                    .contains(new RecordedAnswers.Answer(ResponseSource.LOCAL_DISK, 200, 5_000_000)));
        }
    }

    @Test
    void aFileThatShrinksWhileItIsSentEndsTheConnection() throws IOException {
        try (Site site = Site.empty().file("big.bin", Site.noise(50_000_000, 5));
                ServerFixture server = ServerFixture.start(request -> {
                    FileChannel file = FileChannel.open(site.directory().resolve("big.bin"));
                    return new Response(200, Headers.empty(), new Body.InFile(file, 50_000_000));
                });
                RawConnection client = RawConnection.open(server.server().address(), 4096)) {
            client.request("GET", "/");
            assertEquals('H', client.readByte());
            try (FileChannel file = FileChannel.open(site.directory().resolve("big.bin"), StandardOpenOption.WRITE)) {
                file.truncate(1_000_000);
            }
            long read = 1;
            try {
                while (client.readByte() >= 0) {
                    read++;
                }
            } catch (UncheckedIOException e) {
                assertTrue(read < 50_000_000, "reset after " + read);
            }
            assertTrue(read < 50_000_000, "read " + read);
        }
    }

    @Test
    void answersKeepTheirOrderWhenTheFirstIsSlow() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Handler slow = request -> {
            go.await();
            return new Response(200, Headers.of("Path", request.rawPath()), null);
        };
        HttpLimits limits =
                HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 10).with(HttpLimits.PIPELINED, 2);
        try (ServerFixture server = ServerFixture.start(limits, slow)
                        .hot("/hot", "hot".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                RawConnection client = server.connect()) {
            for (int i = 0; i < 100; i++) {
                client.request("GET", "/slow" + i).request("GET", "/hot");
            }
            go.countDown();
            for (int i = 0; i < 100; i++) {
                assertEquals("/slow" + i, client.read().header("Path"));
                assertEquals("hot", client.read().text());
            }
        }
    }

    @Test
    void aClientThatEndsItsSideStillGetsWhatItAskedFor() throws IOException {
        try (ServerFixture server = ServerFixture.start(ECHO);
                RawConnection client = server.connect()) {
            for (int i = 0; i < 5; i++) {
                client.request("GET", "/" + i);
            }
            client.endInput();
            for (int i = 0; i < 5; i++) {
                assertEquals("/" + i, client.read().header("Path"));
            }
            assertTrue(client.ends());
        }
    }

    @Test
    void aHeaderThatComesTooSlowlyIsGivenUp() throws IOException {
        ManualTicker ticker = new ManualTicker();
        try (ServerFixture server = ServerFixture.start(HttpLimits.defaults(), ECHO, ticker);
                RawConnection client = server.connect()) {
            assertEquals(200, client.get("/").status());
            client.send("GET / HTTP/1.1\r\nHost: h\r\nX: ");
            client.send("y");
            Eventually.that("the header is given up", () -> {
                ticker.advance(Duration.ofMillis(100));
                return server.answers().all().size() == 2;
            });
            RawResponse response = client.read();
            assertEquals(408, response.status());
            assertTrue(response.saysClose());
            assertTrue(client.endInput().ends());
        }
    }

    @Test
    void anIdleConnectionIsClosedAndABusyOneIsNot() throws IOException {
        ManualTicker ticker = new ManualTicker();
        CountDownLatch go = new CountDownLatch(1);
        Handler waits = request -> {
            go.await();
            return ECHO.handle(request);
        };
        try (ServerFixture server = ServerFixture.start(HttpLimits.defaults(), waits, ticker)
                        .hot("/hot", new byte[1]);
                RawConnection idle = server.connect();
                RawConnection busy = server.connect()) {
            assertEquals(200, idle.get("/hot").status());
            busy.request("GET", "/");
            Eventually.that("the exchange has begun", () -> server.server().exchanges() == 1);
            ticker.advance(Duration.ofSeconds(61));
            assertTrue(idle.ends());
            go.countDown();
            assertEquals(200, busy.read().status());
        }
    }

    @Test
    void aBodyThatDoesNotComeIsGivenUp() throws IOException {
        ManualTicker ticker = new ManualTicker();
        try (ServerFixture server = ServerFixture.start(HttpLimits.defaults(), ECHO, ticker);
                RawConnection client = server.connect()) {
            client.request("POST", "/", "Content-Length", "10").send("abc");
            Eventually.that("the exchange has begun", () -> server.server().exchanges() == 1);
            Eventually.that("the body is given up", () -> {
                ticker.advance(Duration.ofMillis(200));
                return server.answers().all().size() == 1;
            });
            RawResponse response = client.read();
            assertEquals(408, response.status());
            assertTrue(response.saysClose());
        }
    }

    @Test
    void aClientThatDoesNotReadIsCutOff() throws IOException {
        ManualTicker ticker = new ManualTicker();
        byte[] large = new byte[30_000_000];
        try (ServerFixture server =
                        ServerFixture.start(HttpLimits.defaults(), ECHO, ticker).hot("/hot", large);
                RawConnection client = RawConnection.open(server.server().address(), 4096)) {
            client.request("GET", "/hot");
            assertEquals('H', client.readByte());
            Eventually.that("the connection is given up", () -> {
                ticker.advance(Duration.ofSeconds(5));
                return server.server().connections() == 0;
            });
            Eventually.that(
                    "the answer is counted",
                    () -> server.answers()
                            .all()
                            .equals(List.of(new RecordedAnswers.Answer(ResponseSource.ERROR, 499, 0))));
        }
    }

    @Test
    void moreExchangesThanTheLimitAreSentAway() throws IOException {
        CountDownLatch go = new CountDownLatch(1);
        Handler waits = request -> {
            go.await();
            return ECHO.handle(request);
        };
        try (ServerFixture server = ServerFixture.start(HttpLimits.defaults().with(HttpLimits.EXCHANGES, 1), waits);
                RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            first.request("GET", "/");
            Eventually.that("the exchange has begun", () -> server.server().exchanges() == 1);
            RawResponse away = second.get("/");
            assertEquals(503, away.status());
            assertEquals("1", away.header("Retry-After"));
            go.countDown();
            assertEquals(200, first.read().status());
            Eventually.that("the place is free", () -> server.server().exchanges() == 0);
            assertEquals(200, second.get("/").status());
        }
    }

    @Test
    void drainingEndsWhatHasBegunAndClosesWhatIsIdle() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Handler waits = request -> {
            go.await();
            return ECHO.handle(request);
        };
        try (ServerFixture server = ServerFixture.start(waits).hot("/hot", new byte[1]);
                RawConnection idle = server.connect();
                RawConnection busy = server.connect()) {
            idle.get("/hot");
            busy.request("GET", "/");
            Eventually.that("the exchange has begun", () -> server.server().exchanges() == 1);
            Thread drain = Thread.ofVirtual().start(() -> server.server().drain(Duration.ofSeconds(30)));
            assertTrue(idle.ends());
            go.countDown();
            assertTrue(busy.read().saysClose());
            assertTrue(busy.ends());
            drain.join();
            assertThrows(UncheckedIOException.class, server::connect);
        }
    }

    @Test
    void aServerThatIsAboutToDrainAcceptsAndClosesAfterEachAnswer() throws Exception {
        try (ServerFixture server = ServerFixture.start(ECHO).hot("/hot", new byte[1]);
                RawConnection before = server.connect()) {
            assertFalse(before.get("/hot").saysClose());
            server.server().closeAfterAnswers();
            assertTrue(before.get("/hot").saysClose());
            assertTrue(before.ends());
            for (String target : List.of("/hot", "/", "/other")) {
                try (RawConnection later = server.connect()) {
                    assertTrue(later.get(target).saysClose(), target);
                    assertTrue(later.ends(), target);
                }
            }
            server.server().drain(Duration.ofSeconds(30));
            assertThrows(UncheckedIOException.class, server::connect);
        }
    }

    @Test
    void aConnectionWhoseAnswerBeganBeforeItsCloseWasDecidedMayAskOnceMore() throws Exception {
        CountDownLatch rest = new CountDownLatch(1);
        Handler halting = request -> Response.stream("text/plain", out -> {
            out.write('a');
            out.flush();
            try {
                rest.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.toString());
            }
        });
        try (ServerFixture server = ServerFixture.start(halting);
                RawConnection client = server.connect()) {
            assertFalse(client.request("GET", "/").readHead().saysClose());
            server.server().closeAfterAnswers();
            rest.countDown();
            StringBuilder chunks = new StringBuilder();
            while (!chunks.toString().endsWith("0\r\n\r\n")) {
                chunks.append((char) client.readByte());
            }
            assertEquals("1\r\na\r\n0\r\n\r\n", chunks.toString());
            RawResponse next = client.get("/");
            assertEquals("a", next.text());
            assertTrue(next.saysClose());
            assertTrue(client.ends());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Permission denied",
                "bind(..) failed with error(-13): Permission denied",
                "Permission denied (Bind failed)"
            })
    void aPortThatThisUserMayNotUseIsSaidWithWhatToDo(String reason) {
        InetSocketAddress low = InetSocketAddress.createUnresolved("::", 80);
        String message =
                String.valueOf(Listener.cannotBind(low, new IOException(reason)).getMessage());
        assertTrue(message.startsWith("cannot listen on [::]:80: this user may not use ports below 1024"), message);
        assertTrue(message.contains("CAP_NET_BIND_SERVICE") && message.contains("8080"), message);
        InetSocketAddress high = InetSocketAddress.createUnresolved("::", 8080);
        assertEquals(
                "cannot listen on [::]:8080: " + reason,
                Listener.cannotBind(high, new IOException(reason)).getMessage());
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerFixture server = ServerFixture.start(ECHO)) {
            InetSocketAddress taken = server.server().address();
            String message = String.valueOf(assertThrows(
                            IOException.class,
                            () -> HttpServer.start(
                                    server.transport(),
                                    taken,
                                    HttpLimits.defaults(),
                                    CachedDocumentLookup.none(),
                                    ECHO,
                                    CompletedResponseListener.none(),
                                    Ticker.system()))
                    .getMessage());
            assertTrue(message.contains(":" + taken.getPort()) && message.contains("another program"), message);
        }
    }

    @Test
    void ipv6IsServed() throws IOException {
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "test");
                HttpServer server = HttpServer.start(
                        transport,
                        new InetSocketAddress(InetAddress.getByName("::1"), 0),
                        HttpLimits.defaults(),
                        CachedDocumentLookup.none(),
                        ECHO,
                        CompletedResponseListener.none(),
                        Ticker.system());
                RawConnection client = RawConnection.open(server.address())) {
            assertEquals(200, client.get("/").status());
        }
    }
}
