package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.accesslog.LineFormat;
import io.gosling.document.FileStamp;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.RecordedAnswers.Answer;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for documents below {@code /cold}, whose fetches the test begins and ends, and others. */
@Timeout(60)
class ColdDocumentsTest {
    private static final Handler ECHO = request -> new Response(
            200,
            Headers.of("Target", request.rawPath() + "?" + request.rawQuery())
                    .with("Agent", request.headers().joined("User-Agent") + ""),
            null);

    /** The fetches that were asked for, in order. */
    private final LinkedBlockingQueue<Fetch> fetches = new LinkedBlockingQueue<>();

    private final Queue<StoredDocument> documents = new ConcurrentLinkedQueue<>();

    /** False for fetches that have to wait for a thread. */
    private volatile boolean beginAtOnce = true;

    private record Fetch(String key, UncachedDocumentFetcher.Receiver receiver) {}

    @AfterEach
    void everyDocumentIsGivenBack() {
        for (StoredDocument document : documents) {
            Eventually.that(
                    document.key() + " is given back", () -> document.body().refCnt() == 0);
        }
    }

    private boolean fetch(String key, Executor loop, UncachedDocumentFetcher.Receiver receiver) {
        assertTrue(loop instanceof EventLoop own && own.inEventLoop());
        if (!key.startsWith("/cold")) {
            return false;
        }
        assertTrue(!beginAtOnce || receiver.begins());
        return fetches.add(new Fetch(key, receiver));
    }

    private FetchedDocument document(String key, byte[] bytes) {
        var representation = new Representation("text/plain", bytes.length, ServerFixture.ETAG, ServerFixture.MODIFIED);
        var document = new StoredDocument(
                key,
                representation,
                new FileStamp(bytes.length, 0, ""),
                ByteBufAllocator.DEFAULT.directBuffer(Math.max(1, bytes.length)).writeBytes(bytes),
                DocumentHeaderBuilder.prepare(representation, "n1"));
        documents.add(document);
        return new FetchedDocument(
                document,
                DocumentHeaderBuilder.prepare(
                        representation, "n1", new Provenance(ResponseSource.LOCAL_DISK, "n1"), answer -> answer),
                ResponseSource.LOCAL_DISK);
    }

    private Fetch next() {
        try {
            Fetch fetch = fetches.poll(30, TimeUnit.SECONDS);
            assertTrue(fetch != null, "a fetch");
            return fetch;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void give(byte @Nullable [] bytes) {
        Fetch fetch = next();
        fetch.receiver().done(bytes == null ? null : document(fetch.key(), bytes));
    }

    private ServerFixture serve(Handler handler) throws IOException {
        return ServerFixture.start(handler).cold(this::fetch);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2048, 8192, 200_000})
    void aDocumentThatIsNotHotIsFetchedAndSent(int size) throws IOException {
        byte[] bytes = Site.noise(size, 1);
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            for (int i = 0; i < 3; i++) {
                client.request("GET", "/cold/a?query");
                give(bytes);
                RawResponse answer = client.read();
                assertEquals(200, answer.status());
                assertArrayEquals(bytes, answer.body());
                assertEquals(ServerFixture.ETAG, answer.header("ETag"));
                assertEquals("n1; fwd=miss; detail=disk", answer.header("Cache-Status"));
                assertEquals(Integer.toString(size), answer.header("Content-Length"));
                assertNull(answer.header("Target"));
            }
            client.request("HEAD", "/cold/a");
            give(bytes);
            assertEquals(Integer.toString(size), client.readHead().header("Content-Length"));
            assertEquals("/other?", client.get("/other").header("Target"));
            Eventually.that("all were counted", () -> server.answers().all().size() == 5);
            assertEquals(
                    List.of(
                            new Answer(ResponseSource.LOCAL_DISK, 200, size),
                            new Answer(ResponseSource.LOCAL_DISK, 200, size),
                            new Answer(ResponseSource.LOCAL_DISK, 200, size),
                            new Answer(ResponseSource.LOCAL_DISK, 200, 0),
                            new Answer(ResponseSource.GENERATED, 200, 0)),
                    server.answers().all());
            assertEquals(0, server.server().exchanges());
        }
    }

    @Test
    void answersKeepTheOrderOfTheirRequests() throws IOException {
        try (ServerFixture server = serve(ECHO).hot("/hot", new byte[5]);
                RawConnection client = server.connect()) {
            String end = " HTTP/1.1\r\nHost: test\r\n\r\n";
            client.send("GET /hot" + end + "GET /cold/1" + end + "GET /hot" + end + "GET /other" + end + "GET /cold/2"
                    + end + "GET /hot" + end);
            assertEquals(5, client.read().body().length);
            give(new byte[7]);
            assertEquals(7, client.read().body().length);
            assertEquals(5, client.read().body().length);
            assertEquals("/other?", client.read().header("Target"));
            // A request that had to wait was decoded, and is the handler's.
            assertEquals("/cold/2?", client.read().header("Target"));
            assertEquals(5, client.read().body().length);
        }
        assertTrue(fetches.isEmpty());
    }

    @Test
    void aRequestThatComesInPiecesIsFetchedOnce() throws IOException {
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            client.send("GET /cold HTTP/1.1\r\nHo").send("st: test\r\n\r\nGET /cold/b HT");
            Eventually.that(
                    "it was fetched, or given to the handler",
                    () -> !fetches.isEmpty() || !server.answers().all().isEmpty());
            client.send("TP/1.1\r\nHost: test\r\n\r\n");
            if (!fetches.isEmpty()) {
                give(new byte[3]);
            }
            assertEquals(200, client.read().status());
            assertEquals("/cold/b?", client.read().header("Target"));
        }
    }

    @Test
    void whatIsNotFetchedIsAnsweredByTheHandler() throws IOException {
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            client.request("GET", "/cold/a?b=c", "User-Agent", "x  y/1", "Accept", "*/*");
            give(null);
            RawResponse answer = client.read();
            assertEquals("/cold/a?b=c", answer.header("Target"));
            assertEquals("x  y/1", answer.header("Agent"));
            client.request("GET", "/cold/a", "If-None-Match", ServerFixture.ETAG);
            assertEquals("/cold/a?", client.read().header("Target"));
            client.request("GET", "/cold/a", "Range", "bytes=0-1");
            assertEquals("/cold/a?", client.read().header("Target"));
            assertTrue(fetches.isEmpty());
            Eventually.that(
                    "each was counted once", () -> server.answers().all().size() == 3);
            assertEquals(0, server.server().exchanges());
            client.request("GET", "/cold/a");
            give(new byte[1]);
            assertEquals(1, client.read().body().length);
        }
    }

    @Test
    void aDocumentThatCannotBeSentEndsTheConnection() throws IOException {
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            client.request("GET", "/cold").request("GET", "/other");
            Fetch fetch = next();
            FetchedDocument unusable = document("/cold", new byte[300_000]);
            unusable.document().release();
            fetch.receiver().done(unusable);
            assertTrue(client.ends());
            assertEquals(0, server.server().exchanges());
        }
    }

    @Test
    void aDocumentThatHasBecomeHotIsSentFromMemory() throws IOException {
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            client.request("GET", "/cold/a");
            Fetch fetch = next();
            server.hot("/cold/a", new byte[9]);
            fetch.receiver().done(null);
            assertEquals(9, client.read().body().length);
        }
    }

    @Test
    void theLastRequestOfAConnectionEndsIt() throws IOException {
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            client.request("GET", "/cold", "Connection", "close");
            give(new byte[4]);
            RawResponse answer = client.read();
            assertEquals(4, answer.body().length);
            assertTrue(answer.saysClose());
            assertTrue(client.ends());
        }
    }

    @Test
    void aClientThatEndsItsInputStillGetsItsAnswer() throws IOException {
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            client.request("GET", "/cold").endInput();
            give(new byte[4]);
            assertEquals(4, client.read().body().length);
            assertTrue(client.ends());
        }
    }

    @Test
    void aServerThatDrainsAnswersAndEndsTheConnection() throws IOException {
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            RawConnection idle = server.connect();
            assertEquals(200, idle.get("/other").status());
            client.request("GET", "/cold");
            Fetch fetch = next();
            Thread draining = Thread.ofVirtual().start(() -> server.server().drain(Duration.ofSeconds(30)));
            assertTrue(idle.ends());
            idle.close();
            fetch.receiver().done(document("/cold", new byte[4]));
            RawResponse answer = client.read();
            assertEquals(4, answer.body().length);
            assertTrue(answer.saysClose());
            assertTrue(client.ends());
            assertTrue(join(draining));
        }
    }

    private static boolean join(Thread thread) {
        try {
            return thread.join(Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatWasFetchedForAClientThatHasLeftIsGivenBack() throws IOException {
        beginAtOnce = false;
        try (ServerFixture server = ServerFixture.start(HttpLimits.defaults(), ECHO, new ManualTicker())
                .cold(this::fetch)) {
            try (RawConnection client = resetting(server)) {
                client.request("GET", "/cold");
                Eventually.that("it is fetched", () -> !fetches.isEmpty());
            }
            Fetch waiting = next();
            Eventually.that("nobody wants it", () -> server.answers().all().size() == 1);
            assertFalse(waiting.receiver().begins());
            beginAtOnce = true;
            Fetch begun;
            try (RawConnection client = resetting(server)) {
                client.request("GET", "/cold");
                begun = next();
            }
            Eventually.that("it has left", () -> server.server().connections() == 0);
            begun.receiver().done(document("/cold", new byte[10_000]));
            Eventually.that("both were counted", () -> server.answers().all().size() == 2);
            server.answers().all().forEach(answer -> assertEquals(new Answer(ResponseSource.ERROR, 499, 0), answer));
            assertEquals(0, server.server().exchanges());
        }
    }

    /** A client that ends its connection at once when it closes it. */
    private static RawConnection resetting(ServerFixture server) throws IOException {
        Socket socket = new Socket(
                server.server().address().getAddress(),
                server.server().address().getPort());
        socket.setSoLinger(true, 0);
        return RawConnection.over(socket);
    }

    @Test
    void aRequestThatTakesTooLongIsCutOff() throws IOException {
        ManualTicker ticker = new ManualTicker();
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofSeconds(5));
        try (ServerFixture server = ServerFixture.start(limits, ECHO, ticker).cold(this::fetch);
                RawConnection client = server.connect()) {
            client.request("GET", "/cold");
            Fetch fetch = next();
            ticker.advance(Duration.ofSeconds(6));
            assertTrue(client.ends());
            assertEquals(1, server.server().limits().of(LimitKind.REQUEST_TIME));
            fetch.receiver().done(document("/cold", new byte[4]));
        }
    }

    @Test
    void aRequestThatNoThreadTakesInTimeIsGivenToTheHandler() throws IOException {
        beginAtOnce = false;
        try (ServerFixture server = serve(ECHO);
                RawConnection client = server.connect()) {
            client.request("GET", "/cold?a");
            assertEquals("/cold?a", client.read().header("Target"));
            assertFalse(next().receiver().begins());
            assertEquals(200, client.get("/other").status());
        }
    }

    @Test
    void aFetchHasAnExchangeSlot() throws IOException {
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.EXCHANGES, 1);
        try (ServerFixture server = ServerFixture.start(limits, ECHO).cold(this::fetch);
                RawConnection client = server.connect();
                RawConnection other = server.connect()) {
            client.request("GET", "/cold");
            Fetch fetch = next();
            assertEquals(503, other.get("/cold").status());
            assertEquals(1, server.server().limits().of(LimitKind.EXCHANGES));
            fetch.receiver().done(document("/cold", new byte[4]));
            assertEquals(4, client.read().body().length);
            other.request("GET", "/cold");
            give(new byte[5]);
            assertEquals(5, other.read().body().length);
        }
    }

    @Test
    void aFetchedDocumentIsSentOverTls() throws IOException {
        byte[] bytes = Site.noise(50_000, 3);
        try (Site folder = Site.empty()) {
            TestCertificate.of("localhost").write(folder.directory(), "server");
            TlsSettings settings = TlsSettings.of(new CertificateFiles(
                            folder.directory().resolve("server.pem"),
                            folder.directory().resolve("server.key")))
                    .with(Http2Limits.OFFERED, false);
            try (ReloadingTlsContext tls = ReloadingTlsContext.open(settings, Ticker.system(), InstantSource.system());
                    ServerFixture server = ServerFixture.start(
                                    ListenEndpoint.secure(ServerFixture.anyPort(), tls), ECHO)
                            .cold(this::fetch);
                    RawConnection client =
                            TlsClient.create().open(server.server().address(), "localhost")) {
                client.request("GET", "/cold");
                give(bytes);
                assertArrayEquals(bytes, client.read().body());
            }
        }
    }

    @Test
    void eachHasItsLineInTheAccessLog() throws IOException {
        try (Site site = Site.empty()) {
            Path file = site.directory().resolve("access.log");
            var settings = AccessLogSettings.to(file.toString())
                    .with(AccessLogSettings.FORMAT, LineFormat.parse("\"{request}\" {status} {bytes} {agent} {from}"));
            try (AccessLog log = AccessLog.open(settings, InstantSource.system(), ZoneOffset.UTC);
                    ServerFixture server = ServerFixture.start(ECHO, log).cold(this::fetch);
                    RawConnection client = server.connect()) {
                client.request("GET", "/cold?q", "User-Agent", "a b");
                give(new byte[4]);
                client.read();
                client.request("GET", "/cold/none", "User-Agent", "c");
                give(null);
                client.read();
                Eventually.that("two lines", () -> lines(file).size() == 2);
                assertEquals(
                        List.of(
                                "\"GET /cold?q HTTP/1.1\" 200 4 a b local-disk",
                                "\"GET /cold/none HTTP/1.1\" 200 0 c generated"),
                        lines(file));
            }
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
