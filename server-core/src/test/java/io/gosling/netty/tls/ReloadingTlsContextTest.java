package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates, tickets and clients' certificates of a server that runs; the tests look at the files in its place. */
class ReloadingTlsContextTest {
    private final Site folder = Site.empty();
    private final ManualTicker ticker = new ManualTicker();
    private final TestCertificate one = TestCertificate.of("one.example").write(folder.directory(), "one");
    private final TestCertificate two = TestCertificate.of("*.two.example").write(folder.directory(), "two");

    @AfterEach
    void deleteFolder() {
        folder.close();
    }

    /** A server that answers 404 over TLS. */
    private record Running(Transport transport, ReloadingTlsContext tls, HttpServer server) implements AutoCloseable {
        static Running start(TlsSettings settings, Ticker ticker, InstantSource wall) throws IOException {
            ReloadingTlsContext tls = ReloadingTlsContext.open(settings, ticker, wall);
            Transport transport = Transport.open(TransportKind.AUTO, 1, "test");
            HttpServer server = HttpServer.start(
                    transport,
                    List.of(ListenEndpoint.secure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), tls)),
                    HttpLimits.defaults(),
                    CachedDocumentLookup.none(),
                    request -> ErrorPageBuilder.of(404),
                    CompletedResponseListener.none(),
                    null,
                    Ticker.system());
            return new Running(transport, tls, server);
        }

        InetSocketAddress address() {
            return server.address();
        }

        @Override
        public void close() {
            server.close();
            transport.close();
            tls.close();
        }
    }

    private Running start(TlsSettings settings) throws IOException {
        return Running.start(settings, ticker, InstantSource.system());
    }

    /** Looked at by the tests alone. */
    private TlsSettings settings(TlsProvider provider) {
        return settings(provider, files("one"), files("two"));
    }

    private static TlsSettings settings(TlsProvider provider, CertificateFiles first, CertificateFiles... others) {
        return TlsSettings.of(first, others)
                .with(TlsSettings.PROVIDER, provider)
                .with(Http2Limits.OFFERED, false)
                .with(TlsSettings.RELOAD, Duration.ofDays(1));
    }

    private CertificateFiles files(String name) {
        Path directory = folder.directory();
        return new CertificateFiles(directory.resolve(name + ".pem"), directory.resolve(name + ".key"));
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void theCertificateFollowsTheName(TlsProvider provider) throws IOException {
        try (Running server = start(settings(provider))) {
            TlsClient client = TlsClient.create();
            assertEquals(two.certificate(), client.certificateOf(server.address(), "www.two.example"));
            assertEquals(one.certificate(), client.certificateOf(server.address(), "one.example"));
            assertEquals(one.certificate(), client.certificateOf(server.address(), "elsewhere.example"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void newFilesAreForNewConnections(TlsProvider provider) throws IOException {
        try (Running server = start(settings(provider));
                RawConnection before = TlsClient.create().open(server.address(), "one.example")) {
            TestCertificate renewed = TestCertificate.rsa("one.example").write(folder.directory(), "one");
            server.tls().look();
            assertEquals(one.certificate(), TlsClient.create().certificateOf(server.address(), "one.example"));
            server.tls().look();
            assertEquals(renewed.certificate(), TlsClient.create().certificateOf(server.address(), "one.example"));
            assertEquals(404, before.get("/").status(), "an old connection goes on");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void otherSettingsAreForNewConnections(TlsProvider provider) throws IOException {
        TestCertificate third = TestCertificate.of("three.example").write(folder.directory(), "three");
        TlsSettings before = settings(provider);
        try (Running server = start(before);
                RawConnection open = TlsClient.create().speaking("TLSv1.2").open(server.address(), "one.example")) {
            TlsSettings other = settings(provider, files("three"), files("two"), files("one"))
                    .with(TlsSettings.OLDEST, "1.3");
            Runnable ready = server.tls().change(other);
            assertEquals(one.certificate(), TlsClient.create().certificateOf(server.address(), "elsewhere.example"));
            ready.run();
            assertEquals(third.certificate(), TlsClient.create().certificateOf(server.address(), "elsewhere.example"));
            assertEquals(one.certificate(), TlsClient.create().certificateOf(server.address(), "one.example"));
            assertEquals(404, open.get("/").status(), "an old connection goes on");
            assertThrows(
                    IOException.class,
                    () -> TlsClient.create().speaking("TLSv1.2").connect(server.address(), "one.example"));
            folder.file("three.pem", "no certificate");
            assertThrows(IOException.class, () -> server.tls().change(TlsSettings.of(files("three"))));
            assertEquals(third.certificate(), TlsClient.create().certificateOf(server.address(), "elsewhere.example"));
        }
    }

    @Test
    void newFilesUnderTheSameNamesAreTakenAtOnceByWhoAsks() throws IOException {
        TlsSettings settings = settings(TlsProvider.AUTO);
        try (RecordedLog log = new RecordedLog();
                Running server = start(settings)) {
            server.tls().change(settings).run();
            assertEquals(List.of(), log.messages(Level.INFO), "nothing differs");
            TestCertificate renewed = TestCertificate.of("one.example").write(folder.directory(), "one");
            server.tls().change(settings).run();
            assertEquals(renewed.certificate(), TlsClient.create().certificateOf(server.address(), "one.example"));
            folder.file("one.key", two.keyPem());
            assertThrows(IOException.class, () -> server.tls().change(settings));
        }
    }

    @Test
    void badNewFilesLeaveTheOldOnesAndSayWhyOnce() throws IOException {
        try (RecordedLog log = new RecordedLog();
                Running server = start(settings(TlsProvider.AUTO))) {
            folder.file("one.key", two.keyPem());
            for (int i = 0; i < 4; i++) {
                server.tls().look();
            }
            assertEquals(one.certificate(), TlsClient.create().certificateOf(server.address(), "one.example"));
            List<String> warnings = log.messages(Level.WARNING);
            assertEquals(1, warnings.size(), warnings.toString());
            assertTrue(warnings.getFirst().contains("one.key: not the key of the first certificate in"));
            folder.file("one.key", one.keyPem());
            server.tls().look();
            server.tls().look();
            assertTrue(log.messages(Level.INFO).getLast().contains("new connections get the new ones"));
        }
    }

    @Test
    void anExpiredCertificateIsServedWithOneWarning() throws IOException {
        Instant end = Instant.now().minusSeconds(3600);
        TestCertificate.of(end.minusSeconds(3600), end, "one.example").write(folder.directory(), "one");
        try (RecordedLog log = new RecordedLog();
                Running server = start(settings(TlsProvider.AUTO))) {
            server.tls().look();
            List<String> warnings = log.messages(Level.WARNING);
            assertEquals(1, warnings.size(), warnings.toString());
            assertTrue(warnings.getFirst().contains("one.pem: the certificate has expired at"));
            TlsClient.create().certificateOf(server.address(), "one.example");
        }
    }

    @Test
    void aTicketIsGoodForTwoRotationsOfTheKeys() throws IOException {
        try (Running server = start(settings(TlsProvider.BORINGSSL))) {
            TlsClient client = TlsClient.create();
            request(client, server);
            request(client, server);
            assertEquals(1, client.certificatesShown(), "the second one was resumed");
            rotate(server);
            rotate(server);
            request(client, server);
            assertEquals(1, client.certificatesShown(), "a key before the last is still known");
            rotate(server);
            rotate(server);
            rotate(server);
            request(client, server);
            assertEquals(2, client.certificatesShown(), "its key is gone");
        }
    }

    @Test
    void aTicketOutlivesAChangeOfTheCertificate() throws IOException {
        try (Running server = start(settings(TlsProvider.BORINGSSL))) {
            TlsClient client = TlsClient.create();
            request(client, server);
            TestCertificate.of("one.example").write(folder.directory(), "one");
            server.tls().look();
            server.tls().look();
            request(client, server);
            assertEquals(1, client.certificatesShown());
        }
    }

    private void rotate(Running server) {
        ticker.advance(Duration.ofHours(8));
        server.tls().look();
    }

    /** With an answer, so that the ticket behind the handshake has been read. */
    private static void request(TlsClient client, Running server) {
        try (RawConnection connection = client.open(server.address(), "one.example")) {
            assertEquals(404, connection.get("/").status());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void clientsAreAskedForCertificatesOfTheirAuthority(TlsProvider provider) throws IOException {
        TestCertificate authority = TestCertificate.of("Our People").write(folder.directory(), "people");
        TestCertificate ours = authority.issue("alice");
        TestCertificate stranger = TestCertificate.of("Our People").issue("mallory");
        Path people = folder.directory().resolve("people.pem");
        try (Running server = start(settings(provider).with(TlsSettings.CLIENT_CERTIFICATES, people))) {
            assertEquals(404, answer(TlsClient.with(ours), server));
            assertThrows(UncheckedIOException.class, () -> answer(TlsClient.create(), server));
            assertThrows(UncheckedIOException.class, () -> answer(TlsClient.with(stranger), server));
        }
        try (Running server = start(settings(provider)
                .with(TlsSettings.CLIENT_CERTIFICATES, people)
                .with(TlsSettings.CLIENT_NEED, false))) {
            assertEquals(404, answer(TlsClient.with(ours), server));
            assertEquals(404, answer(TlsClient.create(), server));
            assertThrows(UncheckedIOException.class, () -> answer(TlsClient.with(stranger), server));
        }
    }

    private static int answer(TlsClient client, Running server) {
        try (RawConnection connection = client.open(server.address(), "one.example")) {
            return connection.get("/").status();
        }
    }

    @Test
    void whatIsMissingAtTheStartIsTold() {
        TlsSettings settings = TlsSettings.of(files("none"));
        String message = String.valueOf(
                assertThrows(IOException.class, () -> start(settings)).getMessage());
        assertTrue(message.contains("none.pem: no such file"), message);
    }
}
