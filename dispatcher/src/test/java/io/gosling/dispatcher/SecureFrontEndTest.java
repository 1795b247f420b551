package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendPublicUrl;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A front-end that listens twice, with TLS and without. */
@Timeout(60)
class SecureFrontEndTest {
    private static final String HSTS = "Strict-Transport-Security";

    /** The resources of a test. */
    private record Scene(Site folder, ReloadingTlsContext tls, Transport transport, FrontEnd frontEnd)
            implements AutoCloseable {
        static Scene with(TlsProvider provider, ScriptedBackend backend) throws IOException {
            return with(provider, backend.backend(), FrontEndSettings.defaults());
        }

        static Scene with(TlsProvider provider, Backend backend, FrontEndSettings settings) throws IOException {
            Site folder = Site.empty();
            TestCertificate.of("localhost").write(folder.directory(), "a");
            Path directory = folder.directory();
            ReloadingTlsContext tls = ReloadingTlsContext.open(
                    TlsSettings.of(new CertificateFiles(directory.resolve("a.pem"), directory.resolve("a.key")))
                            .with(Http2Limits.OFFERED, false)
                            .with(TlsSettings.PROVIDER, provider),
                    Ticker.system(),
                    InstantSource.system());
            Transport transport = Transport.open(TransportKind.AUTO, 1, "front");
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            List<ListenEndpoint> endpoints = List.of(
                    ListenEndpoint.plain(any),
                    ListenEndpoint.secure(any, tls).withFields(Headers.of(HSTS, "max-age=1")));
            BackendSource source = new ConfiguredBackends(List.of(backend));
            FrontEnd frontEnd = FrontEnd.start(settings, endpoints, transport, source, null, Ticker.system());
            return new Scene(folder, tls, transport, frontEnd);
        }

        RawConnection secure() {
            return TlsClient.create().open(frontEnd.addresses().getLast(), "localhost");
        }

        @Override
        public void close() {
            frontEnd.close();
            transport.close();
            tls.close();
            folder.close();
        }
    }

    @Test
    void whoCameByTlsIsNotSentWhereThereIsNone() throws IOException {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Scene scene = Scene.with(
                        TlsProvider.JDK,
                        backend.backend().withPublicUrl(BackendPublicUrl.parse("http://n1.test")),
                        FrontEndSettings.defaults()
                                .with(ForwardingSettings.FORWARDING, ForwardingMode.REDIRECT)
                                .with(ForwardingSettings.REDIRECT_LOAD, Duration.ofMillis(50)));
                RawConnection secure = scene.secure();
                RawConnection plain = RawConnection.open(scene.frontEnd().address())) {
            assertEquals("n1 /x", secure.get("/x").text());
            assertEquals("http://n1.test/x", plain.get("/x").header("Location"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void theBackEndIsToldHowTheClientCame(TlsProvider provider) throws IOException {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Scene scene = Scene.with(provider, backend);
                RawConnection secure = scene.secure();
                RawConnection plain = RawConnection.open(scene.frontEnd().address())) {
            for (int i = 0; i < 3; i++) {
                RawResponse response = secure.get("/" + i);
                assertEquals("n1 /" + i, response.text());
                assertEquals("max-age=1", response.header(HSTS));
            }
            assertNull(plain.get("/").header(HSTS));
            assertEquals(List.of("https"), backend.requests.getFirst().all("X-Forwarded-Proto"));
            assertTrue(backend.requests.getFirst().all("Forwarded").getFirst().endsWith(";proto=https"));
            assertEquals(List.of("http"), backend.requests.getLast().all("X-Forwarded-Proto"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void aChangeOfProtocolPassesUnderTls(TlsProvider provider) throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n>");
            byte[] heard = with.exactly(100_000);
            with.send(heard);
        });
        try (backend;
                Scene scene = Scene.with(provider, backend);
                RawConnection secure = scene.secure()) {
            RawResponse granted = secure.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                            + "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                    .read();
            assertEquals(101, granted.status());
            assertEquals('>', secure.readByte());
            secure.send(new byte[100_000]);
            for (int i = 0; i < 100_000; i++) {
                assertEquals(0, secure.readByte());
            }
            assertEquals(-1, secure.readByte(), "the back-end has ended, so all has");
        }
    }

    @Test
    void ownAnswersHaveTheFieldsTooAndTheirConnectionsEndWithoutAReset() throws IOException {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Scene scene = Scene.with(TlsProvider.AUTO, backend);
                RawConnection secure = scene.secure()) {
            RawResponse refused = secure.send("GET nonsense HTTP/1.1\r\nHost: x\r\n\r\n")
                    .send(new byte[100_000])
                    .read();
            assertEquals(400, refused.status());
            assertEquals("max-age=1", refused.header(HSTS));
            assertEquals(-1, secure.readByte());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsProvider.class,
            names = {"JDK", "BORINGSSL"})
    void aResponseThatBreaksOffDoesNotEndLikeAWholeOne(TlsProvider provider) throws IOException {
        ScriptedBackend breaks = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
        });
        try (breaks;
                Scene scene = Scene.with(provider, breaks);
                RawConnection old = scene.secure()) {
            old.send("GET / HTTP/1.0\r\n\r\n");
            assertThrows(UncheckedIOException.class, old::read);
        }
    }
}
