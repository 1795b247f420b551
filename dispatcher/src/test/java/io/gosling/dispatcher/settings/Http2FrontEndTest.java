package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
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

/** Clients of HTTP/2 before back-ends of HTTP/1.1, on real sockets: over TLS, and frame by frame without. */
@Timeout(120)
class Http2FrontEndTest {
    private static final ListenEndpoint FRAMES = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);

    private static Stage stage(ScriptedBackend... backends) throws IOException {
        return Stage.of(FrontEndSettings.defaults(), FRAMES, backends);
    }

    private static FrameClient frames(Stage stage) {
        return FrameClient.open(stage.frontEnd.address());
    }

    /** The fields of a connection's first response. */
    private static Http2Headers decoded(FrameClient.Frame head) throws Http2Exception {
        return new DefaultHttp2HeadersDecoder().decodeHeaders(head.stream(), Unpooled.wrappedBuffer(head.payload()));
    }

    private static byte[] window(int bytes) {
        return ByteBuffer.allocate(4).putInt(bytes).array();
    }

    /** The rest of a stream's response, of which every byte is taken at once. */
    private static byte[] body(FrameClient client, int stream) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            FrameClient.Frame frame = client.expect(FrameClient.DATA);
            body.writeBytes(frame.payload());
            if (frame.ends()) {
                return body.toByteArray();
            }
            if (frame.payload().length > 0) {
                client.send(FrameClient.WINDOW_UPDATE, 0, 0, window(frame.payload().length));
                client.send(FrameClient.WINDOW_UPDATE, 0, stream, window(frame.payload().length));
            }
        }
    }

    @Test
    void aRequestLineOfTheOlderProtocolThatStopsIsAnswered() throws IOException {
        var strict = FrontEndSettings.defaults().with(HttpLimits.HEADER_TIME, Duration.ofMillis(300));
        try (Stage stage = Stage.of(strict, FRAMES, ScriptedBackend.start("n1", with -> {}));
                RawClient client = stage.client()) {
            client.send("GET / HT");
            assertEquals(408, client.answer().status());
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.HEADER_TIME));
            assertTrue(client.isClosed());
        }
    }

    @Test
    void browsersGetItOverTlsAndManyRequestsShareAConnection() throws Exception {
        ScriptedBackend echo = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.answer(200, with.request().body());
            }
        });
        Site folder = Site.empty();
        TestCertificate.of("localhost").write(folder.directory(), "a");
        Path directory = folder.directory();
        TlsSettings settings =
                TlsSettings.of(new CertificateFiles(directory.resolve("a.pem"), directory.resolve("a.key")));
        try (folder;
                echo;
                ReloadingTlsContext tls = ReloadingTlsContext.open(settings, Ticker.system(), InstantSource.system());
                Transport transport = Transport.open(TransportKind.AUTO, 1, "front");
                FrontEnd frontEnd = FrontEnd.start(
                        FrontEndSettings.defaults(),
                        List.of(ListenEndpoint.secure(Stage.anyAddress(), tls)
                                .withFields(Headers.of("X-Every", "yes"))),
                        transport,
                        new ConfiguredBackends(List.of(echo.backend())),
                        null,
                        Ticker.system());
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(TlsClient.create().context())
                        .build()) {
            URI uri = URI.create("https://localhost:" + frontEnd.address().getPort() + "/a?b");
            client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
            List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(Site.noise(i * 10_000, i));
                all.add(client.sendAsync(
                        HttpRequest.newBuilder(uri).POST(body).build(), HttpResponse.BodyHandlers.ofByteArray()));
            }
            for (int i = 0; i < all.size(); i++) {
                HttpResponse<byte[]> response = all.get(i).get();
                assertEquals(HttpClient.Version.HTTP_2, response.version());
                assertArrayEquals(Site.noise(i * 10_000, i), response.body());
                assertEquals("yes", response.headers().firstValue("x-every").orElse(""));
            }
            assertEquals(1, frontEnd.status().connections());
            ScriptedBackend.Request request = echo.requests.getFirst();
            assertEquals("GET /a?b HTTP/1.1", request.line());
            assertEquals(List.of("localhost:" + uri.getPort()), request.all("Host"));
            assertEquals(List.of("2.0 gosling"), request.all("Via"));
            assertEquals(List.of("https"), request.all("X-Forwarded-Proto"));
        }
    }

    /** RFC 9110, section 7.6.2. */
    @Test
    void optionsIsForwardedAsOftenAsItsClientAllows() throws Exception {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.request(1, true, "OPTIONS", "/", "max-forwards", "0");
            Http2Headers own = decoded(client.expect(FrameClient.HEADERS));
            assertEquals("204", own.status().toString());
            assertEquals("GET, HEAD, OPTIONS", String.valueOf(own.get("allow")));
            client.request(3, true, "OPTIONS", "/", "max-forwards", "many");
            assertEquals(400, client.expect(FrameClient.HEADERS).status());
            assertEquals(0, backend.requests.size());
            client.request(5, true, "OPTIONS", "/", "max-forwards", "7");
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals(List.of("6"), backend.requests.getFirst().all("Max-Forwards"));
        }
    }

    /** RFC 9113, section 8.2.2. */
    @Test
    void aResponseThatRequiresAnUpgradeSaysNothingOfTheConnection() throws Exception {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n"
                    + "Content-Length: 0\r\n\r\n");
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            Http2Headers head = decoded(client.get(1, "/").expect(FrameClient.HEADERS));
            assertEquals("426", head.status().toString());
            assertNull(head.get("upgrade"));
            assertNull(head.get("connection"));
        }
    }

    @Test
    void aRequestWithTheOldKeysOfWebSocketHasTheBodyThatItsFramesAre() throws IOException {
        String[] keys = {"sec-websocket-key1", "a", "sec-websocket-key2", "b"};
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            assertEquals(
                    200, client.get(1, "/a", keys).expect(FrameClient.HEADERS).status());
            assertEquals("n1 /a", new String(body(client, 1), StandardCharsets.US_ASCII));
            client.request(3, false, "GET", "/b", keys);
            client.send(FrameClient.DATA, FrameClient.END_STREAM, 3, "two".getBytes(StandardCharsets.US_ASCII));
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals("n1 /b", new String(body(client, 3), StandardCharsets.US_ASCII));
            assertEquals(0, backend.requests.getFirst().body().length);
            assertEquals("two", new String(backend.requests.getLast().body(), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void cookiesAreOneFieldAndTrailersPassBothWays() throws Exception {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-sum\r\nKeep-Alive: 5\r\n\r\n"
                    + "5\r\nhello\r\n0\r\nx-sum: 7\r\n\r\n");
            with.waitForTheEnd();
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.request(1, false, "POST", "/", "cookie", "a=1", "cookie", "b=2", "te", "trailers");
            client.send(FrameClient.DATA, 0, 1, "body".getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream trailers = new ByteArrayOutputStream();
            FrameClient.field(trailers, "x-after", "yes");
            client.send(
                    FrameClient.HEADERS, FrameClient.END_HEADERS | FrameClient.END_STREAM, 1, trailers.toByteArray());
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals("hello", new String(client.expect(FrameClient.DATA).payload(), StandardCharsets.US_ASCII));
            FrameClient.Frame end = client.expect(FrameClient.HEADERS);
            assertTrue(end.ends());
            ScriptedBackend.Request request = backend.requests.getFirst();
            assertEquals(List.of("a=1; b=2"), request.all("Cookie"));
            assertEquals(List.of("chunked"), request.all("Transfer-Encoding"));
            assertEquals("body", new String(request.body(), StandardCharsets.US_ASCII));
            assertEquals(List.of("x-after: yes"), backend.trailers);
        }
    }

    @Test
    void aHeadHasNoBodyAndInterimResponsesComeBeforeTheirs() throws Exception {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n");
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
            ScriptedBackend.Request post = with.head();
            with.send("HTTP/1.1 100 Continue\r\n\r\n");
            with.answer(200, with.body(post));
            with.waitForTheEnd();
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            FrameClient.Frame hints = client.request(1, true, "HEAD", "/").expect(FrameClient.HEADERS);
            assertEquals(0, hints.status(), "103");
            FrameClient.Frame head = client.expect(FrameClient.HEADERS);
            assertEquals(200, head.status());
            assertTrue(head.ends(), "in one frame");
            client.request(3, false, "POST", "/", "expect", "100-continue", "content-length", "4");
            assertEquals(0, client.expect(FrameClient.HEADERS).status(), "100");
            client.send(FrameClient.DATA, FrameClient.END_STREAM, 3, "body".getBytes(StandardCharsets.US_ASCII));
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals("body", new String(body(client, 3), StandardCharsets.US_ASCII));
        }
    }

    @Test
    void hintsComeThoughAnotherStreamFillsTheConnection() throws Exception {
        AtomicLong first = new AtomicLong();
        AtomicLong second = new AtomicLong();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            AtomicLong bytes = with.request().path().equals("/first") ? first : second;
            with.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n");
            with.send("HTTP/1.1 200 OK\r\n" + ScriptedBackend.DATE + "Content-Length: " + (256 << 20) + "\r\n\r\n");
            byte[] piece = new byte[1 << 10];
            while (bytes.addAndGet(piece.length) <= 256 << 20) {
                with.send(piece);
            }
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.set(FrameClient.INITIAL_WINDOW, 256 << 20).makeRoom(0, 256 << 20);
            client.get(1, "/first");
            Eventually.rests("the connection is full", first::get);
            client.get(3, "/second");
            Eventually.rests("the second response waits", second::get);
            FrameClient.Frame head = client.expect(FrameClient.HEADERS);
            while (head.stream() != 3) {
                head = client.expect(FrameClient.HEADERS);
            }
            assertEquals(0, head.status(), "103");
        }
    }

    /** The back-end reads nothing: no more than a window and what sockets hold leaves the client. */
    @Test
    void anUploadWaitsForItsBackEnd() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        byte[] body = Site.noise(900_000, 4);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            ScriptedBackend.Request head = with.head();
            read.await();
            with.answer(200, String.valueOf(with.body(head).length).getBytes(StandardCharsets.US_ASCII));
            with.waitForTheEnd();
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.request(1, false, "POST", "/", "content-length", "900000");
            int sent = 0;
            int room = 65_535;
            boolean released = false;
            while (sent < body.length) {
                int piece = Math.min(Math.min(room, 16_000), body.length - sent);
                if (piece > 0) {
                    byte[] data = java.util.Arrays.copyOfRange(body, sent, sent + piece);
                    sent += piece;
                    room -= piece;
                    client.send(FrameClient.DATA, sent == body.length ? FrameClient.END_STREAM : 0, 1, data);
                } else {
                    if (!released) {
                        released = true;
                        read.countDown();
                    }
                    FrameClient.Frame update = client.expect(FrameClient.WINDOW_UPDATE);
                    room += update.stream() == 1
                            ? ByteBuffer.wrap(update.payload()).getInt()
                            : 0;
                }
            }
            read.countDown();
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals("900000", new String(body(client, 1), StandardCharsets.US_ASCII));
        }
    }

    /** The client takes nothing: the back-end is not read to its end, and others are served meanwhile. */
    @Test
    void aClientThatTakesNothingHoldsItsBackEndUpAndNobodyElse() throws Exception {
        byte[] much = Site.noise(40 << 20, 6);
        CountDownLatch written = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                if (with.request().path().equals("/much")) {
                    with.answer(200, much);
                    written.countDown();
                } else {
                    with.answer("small");
                }
            }
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.send(FrameClient.WINDOW_UPDATE, 0, 0, window(1 << 20));
            client.get(1, "/much");
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            int came = 0;
            while (came < 65_535) {
                came += client.expect(FrameClient.DATA).payload().length;
            }
            assertEquals(65_535, came, "its window");
            client.get(3, "/small");
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals("small", new String(client.expect(FrameClient.DATA).payload(), StandardCharsets.US_ASCII));
            assertEquals(1, written.getCount(), "most of it is still with the back-end");
            client.send(FrameClient.WINDOW_UPDATE, 0, 1, window(16_000));
            byte[] rest = body(client, 1);
            assertEquals(much.length - 65_535, rest.length);
            assertEquals(much[much.length - 1], rest[rest.length - 1]);
        }
    }

    @Test
    void aClientThatNeverTakesAnythingIsGivenUp() throws Exception {
        FrontEndSettings limits = FrontEndSettings.defaults()
                .with(HttpLimits.HEADER_TIME, Duration.ofSeconds(30))
                .with(HttpLimits.IDLE_TIME, Duration.ofSeconds(30))
                .with(HttpLimits.BODY_TIME, Duration.ofSeconds(30))
                .with(HttpLimits.WRITE_TIME, Duration.ofMillis(300));
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.answer(200, new byte[4 << 20]);
            with.waitForTheEnd();
        });
        try (backend;
                Stage stage = Stage.of(limits, FRAMES, backend);
                FrameClient client = frames(stage)) {
            client.get(1, "/");
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals(1, client.expect(FrameClient.RST_STREAM).stream());
            assertTrue(stage.frontEnd.limits().of(LimitKind.WRITE_TIME) > 0);
            Stage.until("counted", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
        }
    }

    @Test
    void aResetFreesTheBackEndAndItsPlace() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            if (with.request().path().equals("/slow")) {
                with.waitForTheEnd();
                gone.countDown();
            } else {
                with.answer("next");
                with.waitForTheEnd();
            }
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.get(1, "/slow");
            Stage.until("it is there", () -> backend.requests.size() == 1);
            client.send(FrameClient.RST_STREAM, 0, 1, window(8));
            gone.await();
            Stage.until("counted", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
            assertEquals(0, stage.status("n1").load());
            assertEquals(200, client.get(3, "/").expect(FrameClient.HEADERS).status());
        }
    }

    @Test
    void aBackEndThatBreaksOffResetsTheStreamAndOnlyThat() throws Exception {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            if (with.request().path().equals("/half")) {
                with.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
            } else {
                with.answer("whole");
                with.waitForTheEnd();
            }
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.get(1, "/half");
            assertEquals(2, client.expect(FrameClient.RST_STREAM).error(), "INTERNAL_ERROR");
            assertEquals(200, client.get(3, "/").expect(FrameClient.HEADERS).status());
            Stage.until("counted", () -> stage.outcome(RequestOutcome.TRUNCATED) == 1);
        }
    }

    @Test
    void aFrozenBackEndIsAnsweredForAndOneThatIsGoneToo() throws Exception {
        FrontEndSettings quick = FrontEndSettings.defaults()
                .with(RelaySettings.HEADER_TIME, Duration.ofMillis(300))
                .with(RelaySettings.IDLE_TIME, Duration.ofMillis(300));
        ScriptedBackend frozen = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
        try (frozen;
                Stage stage = Stage.of(quick, FRAMES, frozen);
                FrameClient client = frames(stage)) {
            client.get(1, "/");
            assertTrue(client.expect(FrameClient.DATA).toString().length() > 0);
            Stage.until("counted", () -> stage.outcome(RequestOutcome.GATEWAY_TIMEOUT) == 1);
            frozen.kill();
            String page = new String(client.get(3, "/").expect(FrameClient.DATA).payload(), StandardCharsets.UTF_8);
            assertTrue(page.startsWith("50"), page);
        }
    }

    @Test
    void aRequestThatTakesTooLongInAllIsAnswered() throws Exception {
        FrontEndSettings limits = FrontEndSettings.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofMillis(300));
        try (ScriptedBackend frozen = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
                Stage stage = Stage.of(limits, FRAMES, frozen);
                FrameClient client = frames(stage)) {
            client.get(1, "/");
            assertTrue(text(client.expect(FrameClient.DATA)).startsWith("504"));
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.REQUEST_TIME));
        }
    }

    @Test
    void aBodyThatIsTooLongOrDoesNotComeIsRefused() throws Exception {
        FrontEndSettings limits = FrontEndSettings.defaults()
                .with(HttpLimits.BODY, 10L)
                .with(HttpLimits.HEADER_TIME, Duration.ofSeconds(30))
                .with(HttpLimits.IDLE_TIME, Duration.ofSeconds(30))
                .with(HttpLimits.BODY_TIME, Duration.ofMillis(300))
                .with(HttpLimits.WRITE_TIME, Duration.ofSeconds(30));
        try (ScriptedBackend backend = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
                Stage stage = Stage.of(limits, FRAMES, backend);
                FrameClient client = frames(stage)) {
            client.request(1, false, "POST", "/", "content-length", "11");
            assertTrue(text(client.expect(FrameClient.DATA)).startsWith("413"));
            client.request(3, false, "POST", "/").send(FrameClient.DATA, 0, 3, new byte[11]);
            assertTrue(text(client.expect(FrameClient.DATA)).startsWith("413"));
            client.request(5, false, "POST", "/", "content-length", "5");
            assertTrue(text(client.expect(FrameClient.DATA)).startsWith("408"));
            client.request(7, false, "POST", "/").send(FrameClient.DATA, 0, 7, new byte[3]);
            assertTrue(text(client.expect(FrameClient.DATA)).startsWith("408"));
            Stage.until("counted", () -> stage.outcome(RequestOutcome.REFUSED) == 4);
        }
    }

    private static String text(FrameClient.Frame frame) {
        return new String(frame.payload(), StandardCharsets.UTF_8);
    }

    @Test
    void drainingWarnsThenNamesTheLastStreamAndLetsItEnd() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            answer.await();
            with.answer("late");
            with.waitForTheEnd();
        });
        try (backend;
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.get(1, "/");
            Stage.until("it is there", () -> backend.requests.size() == 1);
            Thread drain = Thread.ofVirtual().start(() -> stage.frontEnd.drain(Duration.ofSeconds(60)));
            client.expect(FrameClient.GOAWAY);
            FrameClient.Frame ping = client.expect(FrameClient.PING);
            client.send(FrameClient.PING, 1, 0, ping.payload());
            client.expect(FrameClient.GOAWAY);
            answer.countDown();
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertNull(client.await(FrameClient.GOAWAY), "the connection ends");
            drain.join();
        }
    }

    /** Requests that would be two, or another one, in HTTP/1.1. */
    @Test
    void nothingIsSmuggledIntoTheOlderProtocol() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = stage(backend)) {
            String[][] cases = {
                {"a path that is two lines", "GET", "/ HTTP/1.1\r\nX: y"},
                {"a path with a space", "GET", "/a b"},
                {"a path that is none", "GET", "a"},
                {"a path in the absolute form", "GET", "http://other/"},
                {"a method that is a line", "GET / HTTP/1.1\r\nX: y\r\n\r\nGET", "/"},
                {"a method with a space", "GET /x", "/"},
                {"CR and LF in a value", "GET", "/", "x", "a\r\nTransfer-Encoding: chunked"},
                {"LF in a value", "GET", "/", "x", "a\nb: c"},
                {"CR in a value", "GET", "/", "x", "a\rb"},
                {"NUL in a value", "GET", "/", "x", "a\0b"},
                {"a line end in a name", "GET", "/", "x: y\r\nz", "1"},
                {"a colon in a name", "GET", "/", "x:", "1"},
                {"a space in a name", "GET", "/", "transfer-encoding ", "chunked"},
                {"a capital letter in a name", "GET", "/", "X", "1"},
                {"a transfer coding", "POST", "/", "transfer-encoding", "chunked"},
                {"a field of the connection", "GET", "/", "connection", "x"},
                {"another one", "GET", "/", "keep-alive", "5"},
                {"and another one", "GET", "/", "upgrade", "h2c"},
                {"the oldest one", "GET", "/", "proxy-connection", "close"},
                {"TE of more than trailers", "GET", "/", "te", "trailers, chunked"},
                {"two lengths", "POST", "/", "content-length", "0", "content-length", "5"},
                {"a length that is none", "POST", "/", "content-length", "+5"},
                {"a length and no body", "POST", "/", "content-length", "5"},
                {"another host", "GET", "/", "host", "other"},
                {"two hosts", "GET", "/", "host", "test", "host", "other"},
                {"a pseudo-header that is unknown", "GET", "/", ":x", "y"},
            };
            for (String[] row : cases) {
                try (FrameClient client = frames(stage)) {
                    String[] fields = java.util.Arrays.copyOfRange(row, 3, row.length);
                    client.request(1, true, row[1], row[2], fields);
                    assertRefused(row[0], client);
                }
            }
            try (FrameClient client = frames(stage)) {
                ByteArrayOutputStream header = new ByteArrayOutputStream();
                FrameClient.field(header, ":method", "GET");
                FrameClient.field(header, ":scheme", "http");
                FrameClient.field(header, ":path", "/");
                FrameClient.field(header, ":authority", "test\r\nX: y");
                client.send(
                        FrameClient.HEADERS, FrameClient.END_HEADERS | FrameClient.END_STREAM, 1, header.toByteArray());
                assertRefused("an authority that is two lines", client);
            }
            try (FrameClient client = frames(stage)) {
                client.request(1, false, "POST", "/", "content-length", "1");
                client.send(
                        FrameClient.DATA,
                        FrameClient.END_STREAM,
                        1,
                        "GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII));
                assertRefused("a body longer than its length", client);
            }
            assertEquals(List.of(), backend.requests);
        }
    }

    private static void assertRefused(String what, FrameClient client) {
        FrameClient.Frame frame = client.read();
        while (frame != null
                && frame.type() != FrameClient.HEADERS
                && frame.type() != FrameClient.RST_STREAM
                && frame.type() != FrameClient.GOAWAY) {
            frame = client.read();
        }
        assertTrue(frame == null || frame.type() != FrameClient.HEADERS || frame.status() != 200, what);
    }

    @Test
    void aBodyOfNoKnownLengthIsFramedByTheFrontEnd() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            client.request(1, false, "POST", "/a");
            client.send(
                    FrameClient.DATA,
                    FrameClient.END_STREAM,
                    1,
                    "0\r\n\r\nGET /b HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertEquals("n1 /a", text(client.expect(FrameClient.DATA)));
            assertEquals(200, client.get(3, "/c").expect(FrameClient.HEADERS).status());
            assertEquals(
                    List.of("/a", "/c"),
                    backend.requests.stream().map(ScriptedBackend.Request::path).toList());
        }
    }
}
