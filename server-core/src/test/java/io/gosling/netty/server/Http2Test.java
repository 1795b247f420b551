package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.DocumentRoot;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.FrameClient.Frame;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 on real sockets: over TLS by ALPN with the JDK's client, and without TLS frame by frame. */
@Timeout(120)
class Http2Test {
    private static final byte[] HOT = Site.noise(300_000, 1);
    private static final Handler ECHO = request -> new Response(
            200,
            Headers.of("Path", request.rawPath(), "Secure", Boolean.toString(request.isSecure())),
            new Body.InMemory(Unpooled.wrappedBuffer(request.body().readAllBytes())));

    /** A server with TLS that offers HTTP/2, and a client that takes it. */
    private record Secure(Site folder, ReloadingTlsContext tls, ServerFixture server, HttpClient client)
            implements AutoCloseable {
        static Secure start(Handler handler) throws IOException {
            Site folder = Site.empty();
            TestCertificate.of("localhost").write(folder.directory(), "s");
            Path directory = folder.directory();
            ReloadingTlsContext tls = ReloadingTlsContext.open(
                    TlsSettings.of(new CertificateFiles(directory.resolve("s.pem"), directory.resolve("s.key"))),
                    Ticker.system(),
                    InstantSource.system());
            ServerFixture server = ServerFixture.start(ListenEndpoint.secure(ServerFixture.anyPort(), tls), handler);
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(TlsClient.create().context())
                    .build();
            return new Secure(folder, tls, server, client);
        }

        HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(
                            "https://localhost:" + server.server().address().getPort() + path))
                    .timeout(Duration.ofSeconds(60));
        }

        HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            assertEquals(HttpClient.Version.HTTP_2, response.version());
            return response;
        }

        @Override
        public void close() {
            client.shutdownNow();
            server.close();
            tls.close();
            folder.close();
        }
    }

    private static ServerFixture plain(Http2Limits limits, Handler handler) throws IOException {
        return ServerFixture.start(ListenEndpoint.plain(ServerFixture.anyPort()).withHttp2(limits, true), handler);
    }

    private static FrameClient connect(ServerFixture server) {
        return FrameClient.open(server.server().address());
    }

    @Test
    void aRequestWithTheOldKeysOfWebSocketHasTheBodyThatItsFramesAre() throws IOException {
        String[] keys = {"sec-websocket-key1", "a", "sec-websocket-key2", "b"};
        try (ServerFixture server =
                        ServerFixture.start(ServerFixture.http2(), ECHO).hot("/hot", new byte[10]);
                FrameClient client = connect(server)) {
            assertEquals(
                    200, client.get(1, "/a", keys).expect(FrameClient.HEADERS).status());
            assertEquals(
                    200, client.get(3, "/hot", keys).expect(FrameClient.HEADERS).status());
            client.request(5, false, "GET", "/a", keys);
            client.send(FrameClient.DATA, FrameClient.END_STREAM, 5, "two".getBytes(StandardCharsets.US_ASCII));
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            Frame body = client.expect(FrameClient.DATA);
            while (body.stream() != 5) {
                body = client.expect(FrameClient.DATA);
            }
            assertEquals("two", new String(body.payload(), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void bothLanesAnswerOverTls() throws Exception {
        try (Secure secure = Secure.start(ECHO)) {
            secure.server().hot("/hot", HOT);
            HttpResponse<byte[]> hot = secure.send(secure.request("/hot"));
            assertArrayEquals(HOT, hot.body());
            assertEquals(ServerFixture.ETAG, hot.headers().firstValue("etag").orElse(""));
            assertEquals(
                    304,
                    secure.send(secure.request("/hot").header("If-None-Match", ServerFixture.ETAG))
                            .statusCode());
            assertEquals(
                    412,
                    secure.send(secure.request("/hot").header("If-Match", "\"other\""))
                            .statusCode());
            byte[] body = Site.noise(700_000, 2);
            HttpResponse<byte[]> echo =
                    secure.send(secure.request("/a?b").POST(HttpRequest.BodyPublishers.ofByteArray(body)));
            assertArrayEquals(body, echo.body());
            assertEquals("/a", echo.headers().firstValue("path").orElse(""));
            assertEquals("true", echo.headers().firstValue("secure").orElse(""));
            HttpResponse<byte[]> head =
                    secure.send(secure.request("/hot").method("HEAD", HttpRequest.BodyPublishers.noBody()));
            assertEquals("300000", head.headers().firstValue("content-length").orElse(""));
            Eventually.that(
                    "answers of the fast lane are counted",
                    () -> secure.server().answers().all().stream()
                                    .filter(answer -> answer.from() == ResponseSource.LOCAL_MEMORY)
                                    .count()
                            == 3);
        }
    }

    @Test
    void manyRequestsShareAConnection() throws Exception {
        try (Secure secure = Secure.start(ECHO)) {
            secure.send(secure.request("/first"));
            List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                byte[] body = Site.noise(i * 1000, i);
                all.add(secure.client()
                        .sendAsync(
                                secure.request("/" + i)
                                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray()));
            }
            for (int i = 0; i < 80; i++) {
                assertArrayEquals(Site.noise(i * 1000, i), all.get(i).get().body());
            }
            assertEquals(1, secure.server().server().connections());
        }
    }

    @Test
    void filesAndStreamsArriveWhole() throws Exception {
        byte[] large = Site.noise(3_000_000, 3);
        try (Site site = Site.empty().file("large.bin", large)) {
            Handler files = new DocumentHandler(DocumentRoot.at(site.directory()), "n1");
            Handler either = request -> request.rawPath().equals("/stream")
                    ? new Response(200, Headers.empty(), new Body.Streamed(new ByteArrayInputStream(large), -1))
                    : files.handle(request);
            try (Secure secure = Secure.start(either)) {
                assertArrayEquals(
                        large, secure.send(secure.request("/large.bin")).body());
                assertArrayEquals(large, secure.send(secure.request("/stream")).body());
                assertEquals(404, secure.send(secure.request("/absent")).statusCode());
            }
        }
    }

    @Test
    void withoutTlsAClientMayBeginWithEitherProtocol() throws Exception {
        try (ServerFixture server = plain(Http2Limits.defaults(), ECHO)) {
            try (FrameClient client = connect(server)) {
                assertEquals(
                        200, client.get(1, "/a").expect(FrameClient.HEADERS).status());
            }
            try (RawConnection client = server.connect()) {
                assertEquals("/b", client.get("/b").header("Path"));
                assertEquals("/c", client.get("/c").header("Path"));
            }
            try (RawConnection client = server.connect()) {
                assertTrue(client.send("neither\r\n").ends());
            }
        }
    }

    @Test
    void aRequestLineThatStopsIsAnsweredAsWithoutHttp2() throws Exception {
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.HEADER_TIME, Duration.ofMillis(300));
        try (ServerFixture server = ServerFixture.start(ServerFixture.http2(), limits, ECHO);
                RawConnection client = server.connect()) {
            RawResponse late = client.send("GET / HT").read();
            assertEquals(408, late.status());
            assertTrue(late.saysClose());
            assertEquals(1, server.server().limits().of(LimitKind.HEADER_TIME));
            assertTrue(client.ends());
        }
    }

    @Test
    void theRulesAreThoseOfTheOlderProtocol() throws Exception {
        try (ServerFixture server = plain(Http2Limits.defaults(), ECHO);
                FrameClient client = connect(server)) {
            int stream = 1;
            for (byte[] header : List.of(
                    FrameClient.header("GET", "/a#b"),
                    FrameClient.header("GET", "http://other/a"),
                    FrameClient.header("GET", "*"),
                    FrameClient.header("GET", "/", "host", "other"),
                    FrameClient.header("GET", "/", "content-length", "x1"))) {
                client.send(FrameClient.HEADERS, FrameClient.END_HEADERS | FrameClient.END_STREAM, stream, header);
                Frame answer = client.answer();
                assertTrue(answer.type() == FrameClient.RST_STREAM || answer.status() == 400, "stream " + stream);
                stream += 2;
            }
            assertEquals(
                    200, client.get(stream, "/good").expect(FrameClient.HEADERS).status());
        }
    }

    @Test
    void hintsComeBeforeTheAnswerAndOverTheOlderProtocolNot() throws Exception {
        Handler handler = request -> {
            request.hint(Headers.of("Link", "</s.css>; rel=preload; as=style", "Connection", "close"));
            return Response.text("page");
        };
        try (ServerFixture server = plain(Http2Limits.defaults(), handler)) {
            try (FrameClient client = connect(server)) {
                client.get(1, "/");
                DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();
                Frame early = client.expect(FrameClient.HEADERS);
                assertEquals(0, early.flags() & FrameClient.END_STREAM);
                Http2Headers hints = decoder.decodeHeaders(1, Unpooled.wrappedBuffer(early.payload()));
                assertEquals("103", hints.status().toString());
                assertEquals("</s.css>; rel=preload; as=style", String.valueOf(hints.get("link")));
                assertEquals(2, hints.size(), hints::toString);
                Http2Headers answer = decoder.decodeHeaders(
                        1,
                        Unpooled.wrappedBuffer(
                                client.expect(FrameClient.HEADERS).payload()));
                assertEquals("200", answer.status().toString());
                assertEquals("page", new String(client.expect(FrameClient.DATA).payload(), StandardCharsets.UTF_8));
            }
            try (RawConnection client = server.connect()) {
                assertEquals(200, client.get("/").status());
            }
        }
    }

    @Test
    void hintsComeWithinABoundThoughAnotherStreamFillsTheConnection() throws Exception {
        AtomicLong sent = new AtomicLong();
        CountDownLatch hinted = new CountDownLatch(1);
        InputStream large = new InputStream() {
            @Override
            public int read() {
                sent.incrementAndGet();
                return 0;
            }
        };
        Handler handler = request -> {
            if (request.rawPath().equals("/large")) {
                return new Response(200, Headers.empty(), new Body.Streamed(large, 256 << 20));
            }
            for (int i = 0; i < 20; i++) {
                request.hint(Headers.of("Link", "</s.css>"));
            }
            hinted.countDown();
            return Response.text("page");
        };
        try (ServerFixture server = plain(Http2Limits.defaults(), handler);
                FrameClient client = connect(server)) {
            client.set(FrameClient.INITIAL_WINDOW, 256 << 20).makeRoom(0, 256 << 20);
            client.get(1, "/large");
            Eventually.rests("the connection is full", sent::get);
            client.get(3, "/page");
            hinted.await();
            List<Integer> statuses = new ArrayList<>();
            while (!statuses.contains(200)) {
                Frame head = client.expect(FrameClient.HEADERS);
                if (head.stream() == 3) {
                    statuses.add(head.status());
                }
            }
            assertEquals(17, statuses.size(), "16 hints and the response");
        }
    }

    @Test
    void aResponseThatBreaksOffIsReset() throws Exception {
        InputStream breaks = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }
        };
        Handler handler = request -> new Response(
                200,
                Headers.empty(),
                new Body.Streamed(new SequenceInputStream(new ByteArrayInputStream(new byte[70_000]), breaks), -1));
        try (ServerFixture server = plain(Http2Limits.defaults(), handler);
                FrameClient client = connect(server)) {
            client.send(FrameClient.WINDOW_UPDATE, 0, 0, (byte) 0, (byte) 16, (byte) 0, (byte) 0);
            client.get(1, "/");
            client.send(FrameClient.WINDOW_UPDATE, 0, 1, (byte) 0, (byte) 16, (byte) 0, (byte) 0);
            assertEquals(2, client.expect(FrameClient.RST_STREAM).error(), "INTERNAL_ERROR");
        }
    }

    @Test
    void anUploadThatNobodyReadsIsAnsweredAndThenReset() throws Exception {
        try (ServerFixture server = plain(Http2Limits.defaults(), request -> ErrorPageBuilder.of(404));
                FrameClient client = connect(server)) {
            client.request(1, false, "POST", "/").send(FrameClient.DATA, 0, 1, new byte[1000]);
            assertEquals(404, client.expect(FrameClient.HEADERS).status());
            client.send(FrameClient.DATA, 0, 1, new byte[16_000]).send(FrameClient.DATA, 0, 1, new byte[16_000]);
            assertEquals(0, client.expect(FrameClient.RST_STREAM).error(), "NO_ERROR");
            client.send(FrameClient.DATA, FrameClient.END_STREAM, 1, new byte[1000]);
            assertEquals(404, client.get(3, "/").expect(FrameClient.HEADERS).status(), "what crossed does no harm");
        }
    }

    @Test
    void anUploadThatNobodyReadsAndThatWaitedForItsAnswerIsReset() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        Handler handler = request -> {
            sent.await();
            return ErrorPageBuilder.of(404);
        };
        try (ServerFixture server = plain(Http2Limits.defaults(), handler);
                FrameClient client = connect(server)) {
            client.request(1, false, "POST", "/");
            client.send(FrameClient.DATA, 0, 1, new byte[16_000])
                    .send(FrameClient.DATA, 0, 1, new byte[16_000])
                    .send(FrameClient.DATA, 0, 1, new byte[16_000])
                    .framesUntilNow();
            sent.countDown();
            assertEquals(404, client.expect(FrameClient.HEADERS).status());
            assertEquals(0, client.expect(FrameClient.RST_STREAM).error(), "NO_ERROR");
        }
    }

    @Test
    void anUploadThatWasThrownAwayAsItCameIsReset() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        Handler handler = request -> {
            request.body().close();
            closed.countDown();
            sent.await();
            return ErrorPageBuilder.of(404);
        };
        try (ServerFixture server = plain(Http2Limits.defaults(), handler);
                FrameClient client = connect(server)) {
            client.request(1, false, "POST", "/");
            closed.await();
            for (int piece = 0; piece < 3; piece++) {
                client.send(FrameClient.DATA, 0, 1, new byte[16_000]);
            }
            client.framesUntilNow();
            sent.countDown();
            assertEquals(404, client.expect(FrameClient.HEADERS).status());
            assertEquals(0, client.expect(FrameClient.RST_STREAM).error(), "NO_ERROR");
        }
    }

    /** An answer may overtake its request: both the handlers' and those that the loop makes up. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "http://refused/"})
    void aSecondHeaderThatDoesNotEndTheStreamIsAFaultAlsoAfterTheAnswer(String path) throws Exception {
        try (ServerFixture server = plain(Http2Limits.defaults(), request -> ErrorPageBuilder.of(404));
                FrameClient client = connect(server)) {
            for (int stream = 1; stream < 8; stream += 4) {
                answered(client.request(stream, false, "POST", path));
                if (stream > 1) {
                    client.send(FrameClient.DATA, 0, stream, new byte[4]);
                }
                client.send(FrameClient.HEADERS, FrameClient.END_HEADERS, stream, after());
                Frame answer = client.answer();
                assertEquals(FrameClient.RST_STREAM, answer.type());
                assertEquals(1, answer.error(), "PROTOCOL_ERROR");

                answered(client.request(stream + 2, false, "POST", path));
                client.send(FrameClient.HEADERS, FrameClient.END_HEADERS | FrameClient.END_STREAM, stream + 2, after());
                assertEquals(List.of(), client.framesUntilNow(), "trailers are no fault");
            }
            Eventually.that("no exchange is left", () -> server.server().exchanges() == 0);
        }
    }

    private static void answered(FrameClient client) {
        assertEquals(FrameClient.HEADERS, client.answer().type());
        assertTrue(client.expect(FrameClient.DATA).ends());
    }

    private static byte[] after() {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        FrameClient.field(fields, "x-after", "yes");
        return fields.toByteArray();
    }

    @Test
    void aBodyThatDoesNotFitItsLengthIsFoundOutBeforeAnythingIsAnswered() throws Exception {
        try (ServerFixture server = plain(Http2Limits.defaults(), request -> ErrorPageBuilder.of(405));
                FrameClient client = connect(server)) {
            for (int stream = 1; stream < 100; stream += 2) {
                client.request(stream, false, "POST", "/", "content-length", "1");
                client.send(FrameClient.PING, 0, 0, new byte[8]).expect(FrameClient.PING);
                client.send(FrameClient.DATA, FrameClient.END_STREAM, stream, new byte[4]);
                Frame answer = client.answer();
                assertEquals(FrameClient.RST_STREAM, answer.type());
                assertEquals(1, answer.error(), "PROTOCOL_ERROR");
            }
            Eventually.that("no exchange is left", () -> server.server().exchanges() == 0);
        }
    }

    @Test
    void aPathIsMeasuredAsItIsPassedOn() throws Exception {
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.REQUEST_LINE, 100);
        ListenEndpoint endpoint = ListenEndpoint.plain(ServerFixture.anyPort()).withHttp2(Http2Limits.defaults(), true);
        try (ServerFixture server = ServerFixture.start(endpoint, limits, ECHO);
                FrameClient client = connect(server)) {
            client.get(1, "/" + "\u00e9".repeat(40));
            String page = new String(client.expect(FrameClient.DATA).payload(), StandardCharsets.US_ASCII);
            assertTrue(page.contains("414"), page);
        }
    }

    @Test
    void aBodyThatWasAnnouncedAndDoesNotComeIsGivenUp() throws Exception {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.HEADER_TIME, Duration.ofSeconds(5))
                .with(HttpLimits.IDLE_TIME, Duration.ofSeconds(5))
                .with(HttpLimits.BODY_TIME, Duration.ofMillis(300))
                .with(HttpLimits.WRITE_TIME, Duration.ofSeconds(5));
        ListenEndpoint endpoint = ListenEndpoint.plain(ServerFixture.anyPort()).withHttp2(Http2Limits.defaults(), true);
        try (ServerFixture server = ServerFixture.start(endpoint, limits, ECHO);
                FrameClient client = connect(server)) {
            client.request(1, false, "POST", "/", "content-length", "5");
            String page = new String(client.expect(FrameClient.DATA).payload(), StandardCharsets.US_ASCII);
            assertTrue(page.contains("408"), page);
            Eventually.that("no exchange is left", () -> server.server().exchanges() == 0);
        }
    }

    @Test
    void aBodyWaitsForItsReaderAndTrailersAreSeen() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        Handler handler = request -> {
            read.await();
            int length = request.body().readAllBytes().length;
            boolean whole = length == 48_000 && "yes".equals(request.trailers().first("x-after"));
            return new Response(whole ? 200 : 500, Headers.empty(), null);
        };
        try (ServerFixture server = plain(Http2Limits.defaults(), handler);
                FrameClient client = connect(server)) {
            client.request(1, false, "POST", "/");
            for (int i = 0; i < 3; i++) {
                client.send(FrameClient.DATA, 0, 1, new byte[16_000]);
            }
            client.send(FrameClient.PING, 0, 0, new byte[8]);
            Frame frame = client.read();
            while (frame != null && frame.type() != FrameClient.PING) {
                assertTrue(frame.type() != FrameClient.WINDOW_UPDATE || frame.stream() == 0, "nothing was read yet");
                frame = client.read();
            }
            read.countDown();
            client.send(FrameClient.HEADERS, FrameClient.END_HEADERS | FrameClient.END_STREAM, 1, after());
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
        }
    }

    @Test
    void drainingWarnsThenNamesTheLastStreamAndLetsItEnd() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        Handler handler = request -> {
            answer.await();
            return new Response(200, Headers.empty(), null);
        };
        try (ServerFixture server = plain(Http2Limits.defaults(), handler);
                FrameClient client = connect(server)) {
            client.get(1, "/");
            Eventually.that("the request has begun", () -> server.server().exchanges() == 1);
            Thread drain = Thread.ofVirtual().start(() -> server.server().drain(Duration.ofSeconds(60)));
            assertEquals(Integer.MAX_VALUE, lastStream(client.expect(FrameClient.GOAWAY)));
            Frame ping = client.expect(FrameClient.PING);
            client.send(FrameClient.PING, 1, 0, ping.payload());
            assertEquals(1, lastStream(client.expect(FrameClient.GOAWAY)));
            answer.countDown();
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals(null, client.await(FrameClient.GOAWAY), "the connection ends");
            Eventually.that("drained", () -> !drain.isAlive());
        }
    }

    @Test
    void aConnectionThatOpensBeforeADrainGetsItsFirstAnswers() throws Exception {
        try (ServerFixture server = plain(Http2Limits.defaults(), ECHO)) {
            server.server().closeAfterAnswers();
            try (FrameClient client = connect(server)) {
                client.get(1, "/").get(3, "/");
                assertEquals(200, client.expect(FrameClient.HEADERS).status());
                assertEquals(200, client.expect(FrameClient.HEADERS).status());
            }
        }
    }

    private static int lastStream(Frame goAway) {
        return java.nio.ByteBuffer.wrap(goAway.payload()).getInt();
    }

    @Test
    void aClientThatEndsItsSideStillGetsItsAnswer() throws Exception {
        try (ServerFixture server = plain(Http2Limits.defaults(), ECHO);
                FrameClient client = connect(server)) {
            client.get(1, "/").endInput();
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals(null, client.await(FrameClient.PING), "and then the end");
        }
    }

    @Test
    void whoSaysNothingIsDisconnected() throws Exception {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.HEADER_TIME, Duration.ofMillis(300))
                .with(HttpLimits.IDLE_TIME, Duration.ofMillis(500))
                .with(HttpLimits.BODY_TIME, Duration.ofSeconds(5))
                .with(HttpLimits.WRITE_TIME, Duration.ofSeconds(5));
        ListenEndpoint endpoint = ListenEndpoint.plain(ServerFixture.anyPort()).withHttp2(Http2Limits.defaults(), true);
        try (ServerFixture server = ServerFixture.start(endpoint, limits, ECHO)) {
            try (RawConnection silent = server.connect()) {
                assertTrue(silent.ends(), "without a byte");
                assertEquals(1, server.server().limits().of(LimitKind.IDLE_TIME));
            }
            try (RawConnection half = server.connect()) {
                assertTrue(half.send("PRI * HT").ends(), "in the midst of the preface");
                assertEquals(1, server.server().limits().of(LimitKind.HEADER_TIME));
            }
            try (FrameClient idle = connect(server)) {
                assertEquals(200, idle.get(1, "/").expect(FrameClient.HEADERS).status());
                assertEquals(0, idle.expect(FrameClient.GOAWAY).error(), "after a while without requests");
            }
        }
    }
}
