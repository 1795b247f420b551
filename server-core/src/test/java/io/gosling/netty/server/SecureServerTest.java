package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.logging.Level;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The server behind TLS, on real sockets: that everything works as without, and what TLS alone can bring. */
class SecureServerTest {
    private static final byte[] HOT = Site.noise(70_000, 1);
    private static final Handler ECHO = request -> new Response(
            200,
            Headers.of("Secure", Boolean.toString(request.isSecure())),
            new Body.InMemory(Unpooled.wrappedBuffer(request.body().readAllBytes())));

    private final Site folder = Site.empty();

    SecureServerTest() {
        TestCertificate.of("localhost").write(folder.directory(), "server");
    }

    @AfterEach
    void deleteFolder() {
        folder.close();
    }

    @ParameterizedTest
    @CsvSource({"JDK, TLSv1.3", "JDK, TLSv1.2", "BORINGSSL, TLSv1.3", "BORINGSSL, TLSv1.2"})
    void bothLanesAnswer(TlsProvider provider, String version) throws IOException {
        try (ReloadingTlsContext tls = tls(settings().with(TlsSettings.PROVIDER, provider));
                ServerFixture server = serve(tls, ECHO).hot("/hot", HOT);
                RawConnection client = TlsClient.create()
                        .speaking(version)
                        .open(server.server().address(), "localhost")) {
            assertArrayEquals(HOT, client.get("/hot").body());
            RawResponse slow = client.get("/slow");
            assertEquals("true", slow.header("Secure"));
            byte[] body = Site.noise(200_000, 2);
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n")
                    .send(body);
            assertArrayEquals(body, client.read().body());
            client.send("GET /hot HTTP/1.1\r\n"
                    + "Host: h\r\n\r\n"
                    + "GET /a HTTP/1.1\r\n"
                    + "Host: h\r\n\r\n"
                    + "HEAD /hot HTTP/1.1\r\n"
                    + "Host: h\r\n\r\n");
            assertEquals(HOT.length, client.read().body().length);
            assertEquals(200, client.read().status());
            assertEquals("70000", client.readHead().header("Content-Length"));
            Eventually.that(
                    "the fast lane counted its answers",
                    () -> server.answers().all().stream()
                                    .filter(answer -> answer.from() == ResponseSource.LOCAL_MEMORY)
                                    .count()
                            == 3);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void aFileIsReadInPieces(TlsProvider provider) throws IOException {
        byte[] large = Site.noise(5_000_000, 3);
        try (Site site = Site.empty().file("large.bin", large);
                ReloadingTlsContext tls = tls(settings().with(TlsSettings.PROVIDER, provider));
                ServerFixture server = serve(tls, new DocumentHandler(DocumentRoot.at(site.directory()), "n1"));
                RawConnection client = TlsClient.create().open(server.server().address(), "localhost")) {
            assertArrayEquals(large, client.get("/large.bin").body());
            RawResponse part = client.get("/large.bin", "Range", "bytes=4000000-4500000");
            assertEquals(206, part.status());
            assertArrayEquals(java.util.Arrays.copyOfRange(large, 4_000_000, 4_500_001), part.body());
        }
    }

    /** The binding to BoringSSL ends both directions when one is ended. */
    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void aHandlerSeesTheCertificateOfTheClient(TlsProvider provider) throws IOException {
        TestCertificate authority = TestCertificate.of("people").write(folder.directory(), "people");
        TestCertificate ann = authority.issue("ann");
        Handler names = request -> Response.text(
                request.clientCertificate() == null
                        ? "nobody"
                        : CertificateFiles.commonName(request.clientCertificate()));
        TlsSettings wants = settings()
                .with(TlsSettings.PROVIDER, provider)
                .with(TlsSettings.CLIENT_CERTIFICATES, folder.directory().resolve("people.pem"))
                .with(TlsSettings.CLIENT_NEED, false);
        try (ReloadingTlsContext tls = tls(wants);
                ServerFixture server = serve(tls, names)) {
            InetSocketAddress address = server.server().address();
            TlsClient client = TlsClient.with(ann);
            // The second connection resumes the session of the first one where the provider lets it.
            for (int connection = 0; connection < 2; connection++) {
                try (RawConnection known = client.open(address, "localhost")) {
                    known.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n");
                    assertEquals("ann", known.read().text());
                }
            }
            try (RawConnection unknown = TlsClient.create().open(address, "localhost")) {
                unknown.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertEquals("nobody", unknown.read().text());
            }
        }
    }

    @Test
    void aClientThatEndsItsSideStillGetsItsAnswerAndThenTheEnd() throws IOException {
        try (ReloadingTlsContext tls = tls(settings().with(TlsSettings.PROVIDER, TlsProvider.JDK));
                ServerFixture server = serve(tls, ECHO);
                RawConnection client = TlsClient.create().open(server.server().address(), "localhost")) {
            client.request("GET", "/").endInput();
            assertEquals(200, client.read().status());
            assertEquals(-1, client.readByte(), "close_notify and not merely a closed socket");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void aResponseThatBreaksOffDoesNotEndLikeAWholeOne(TlsProvider provider) throws IOException {
        InputStream breaks = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }
        };
        Handler handler = request -> new Response(
                200,
                Headers.empty(),
                new Body.Streamed(new SequenceInputStream(new ByteArrayInputStream(new byte[200_000]), breaks), -1));
        try (ReloadingTlsContext tls = tls(settings().with(TlsSettings.PROVIDER, provider));
                ServerFixture server = serve(tls, handler);
                RawConnection client = TlsClient.create().open(server.server().address(), "localhost")) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThrows(UncheckedIOException.class, client::read, "a reset, not close_notify");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void aRefusedUploadGetsItsAnswerThoughTheClientGoesOnSending(TlsProvider provider) throws IOException {
        try (ReloadingTlsContext tls = tls(settings().with(TlsSettings.PROVIDER, provider));
                ServerFixture server = serve(tls, request -> ErrorPageBuilder.of(404));
                RawConnection client = TlsClient.create().open(server.server().address(), "localhost")) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n");
            client.send(new byte[300_000]);
            assertEquals(404, client.read().status());
            assertTrue(client.endInput().ends());
        }
    }

    @Test
    void fieldsOfTheEndpointAreInEveryAnswer() throws IOException {
        try (ReloadingTlsContext tls = tls(settings())) {
            ListenEndpoint endpoint = ListenEndpoint.secure(ServerFixture.anyPort(), tls)
                    .withFields(Headers.of("Strict-Transport-Security", "max-age=60"));
            try (ServerFixture server = ServerFixture.start(endpoint, ECHO).hot("/hot", HOT);
                    RawConnection client =
                            TlsClient.create().open(server.server().address(), "localhost")) {
                for (String path : List.of("/hot", "/slow", "*")) {
                    assertEquals("max-age=60", client.get(path).header("Strict-Transport-Security"), path);
                }
            }
        }
    }

    @Test
    void whoSpeaksPlainHttpToTheSecurePortIsToldSo() throws IOException {
        try (ReloadingTlsContext tls = tls(settings());
                ServerFixture server = serve(tls, ECHO);
                RawConnection client = server.connect()) {
            RawResponse response = client.get("/");
            assertEquals(400, response.status());
            assertTrue(response.text().contains("HTTPS"));
            assertTrue(client.ends());
        }
    }

    @Test
    void clientsThatFailAreNoNews() throws IOException {
        try (RecordedLog log = new RecordedLog();
                ReloadingTlsContext tls = tls(settings());
                ServerFixture server = serve(tls, ECHO)) {
            byte[] notAHello = {22, 3, 1, 0, 5, 1, 0, 0, 1, 0};
            byte[] hugeHello = {22, 3, 1, 0, 5, 1, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0};
            byte[] alert = {21, 3, 1, 0, 2, 2, 40};
            for (byte[] bytes : List.of(notAHello, hugeHello, alert, new byte[] {1, 2, 3, 4, 5, 6, 7, 8})) {
                try (RawConnection client = server.connect()) {
                    client.send(bytes).endInput();
                    Eventually.that("closed", () -> server.server().connections() == 0);
                }
            }
            try (SSLSocket old = TlsClient.create().connect(server.server().address(), "localhost")) {
                RawConnection garbage = RawConnection.over(old);
                assertEquals(200, garbage.get("/").status());
            }
            assertThrows(
                    IOException.class,
                    () -> TlsClient.create()
                            .speaking("TLSv1.1")
                            .connect(server.server().address(), "localhost"));
            Eventually.that("all are gone", () -> server.server().connections() == 0);
            assertEquals(List.of(), log.messages(Level.INFO));
        }
    }

    @Test
    void aHandshakeThatDoesNotComeIsGivenUpAndThereAreSoManyAtATime() throws IOException {
        TlsSettings settings = settings()
                .with(TlsSettings.HANDSHAKE_TIME, Duration.ofMillis(300))
                .with(TlsSettings.HANDSHAKES, 2);
        try (ReloadingTlsContext tls = tls(settings);
                ServerFixture server = serve(tls, ECHO);
                RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            Eventually.that("both are there", () -> server.server().connections() == 2);
            try (RawConnection third = server.connect()) {
                assertTrue(third.ends(), "one too many");
            }
            assertEquals(1, server.server().limits().of(LimitKind.HANDSHAKES));
            assertTrue(first.ends());
            assertTrue(second.ends());
            try (RawConnection later = TlsClient.create().open(server.server().address(), "localhost")) {
                assertEquals(200, later.get("/").status(), "there is room again");
            }
        }
    }

    /** The JDK refuses too, by a property that counts only in a process that has not used TLS yet. */
    @Test
    void aSecondHandshakeEndsTheConnection() throws IOException {
        try (ReloadingTlsContext tls = tls(settings().with(TlsSettings.PROVIDER, TlsProvider.BORINGSSL));
                ServerFixture server = serve(tls, ECHO);
                SSLSocket socket = TlsClient.create()
                        .speaking("TLSv1.2")
                        .connect(server.server().address(), "localhost")) {
            RawConnection client = RawConnection.over(socket);
            assertEquals(200, client.get("/").status());
            assertThrows(Exception.class, () -> {
                for (int i = 0; i < 3; i++) {
                    socket.startHandshake();
                    client.get("/");
                }
            });
        }
    }

    @Test
    void drainingEndsHandshakesAndIdleConnectionsAndLetsRequestsEnd() throws IOException {
        try (ReloadingTlsContext tls = tls(settings());
                ServerFixture server = serve(tls, ECHO);
                RawConnection silent = server.connect();
                RawConnection idle = TlsClient.create().open(server.server().address(), "localhost");
                RawConnection busy = TlsClient.create().open(server.server().address(), "localhost")) {
            assertEquals(200, idle.get("/").status());
            Eventually.that("the first request is over", () -> server.server().exchanges() == 0);
            busy.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab");
            Eventually.that("the request has begun", () -> server.server().exchanges() == 1);
            Thread drain = Thread.ofVirtual().start(() -> server.server().drain(Duration.ofSeconds(30)));
            assertTrue(silent.ends());
            assertEquals(-1, idle.readByte());
            RawResponse last = busy.send("cd").read();
            assertEquals("abcd", last.text());
            assertTrue(last.saysClose());
            Eventually.that("drained", () -> !drain.isAlive());
        }
    }

    private TlsSettings settings() {
        Path directory = folder.directory();
        return TlsSettings.of(new CertificateFiles(directory.resolve("server.pem"), directory.resolve("server.key")))
                .with(Http2Limits.OFFERED, false);
    }

    private static ReloadingTlsContext tls(TlsSettings settings) throws IOException {
        return ReloadingTlsContext.open(settings, Ticker.system(), InstantSource.system());
    }

    private static ServerFixture serve(ReloadingTlsContext tls, Handler handler) throws IOException {
        return ServerFixture.start(ListenEndpoint.secure(ServerFixture.anyPort(), tls), handler);
    }
}
