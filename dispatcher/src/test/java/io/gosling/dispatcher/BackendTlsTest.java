package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendTlsSettings;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.client.HostResolver;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.ProxyProtocolVersion;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests TLS to back-ends that a configuration names. */
@Timeout(60)
class BackendTlsTest {
    private static final FrontEndSettings TLS = FrontEndSettings.defaults().with(BackendTlsSettings.ON, true);

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Transport transport = keep(Transport.open(TransportKind.AUTO, 1, "test"));

    private <C extends AutoCloseable> C keep(C opened) {
        open.add(opened);
        return opened;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable opened : open.reversed()) {
            opened.close();
        }
    }

    private int server(ListenEndpoint endpoint) throws IOException {
        return keep(HttpServer.start(
                        transport,
                        List.of(endpoint),
                        HttpLimits.defaults(),
                        CachedDocumentLookup.none(),
                        request -> Response.text(request.protocol() + (request.isSecure() ? " over TLS" : "")),
                        CompletedResponseListener.none(),
                        null,
                        Ticker.system()))
                .address()
                .getPort();
    }

    /** A server with a certificate for a name, which is written to a file too; returns its port. */
    private int secure(String name) throws IOException {
        TestCertificate.of(name).write(folder, "a");
        return server(ListenEndpoint.secure(
                Stage.anyAddress(),
                keep(ReloadingTlsContext.open(
                        TlsSettings.of(new CertificateFiles(folder.resolve("a.pem"), folder.resolve("a.key"))),
                        Ticker.system(),
                        InstantSource.system()))));
    }

    private FrontEndSettings trusting() {
        return TLS.with(BackendTlsSettings.AUTHORITIES, folder.resolve("a.pem"));
    }

    private FrontEnd frontEnd(FrontEndSettings settings, int port) throws IOException {
        return keep(FrontEnd.start(
                settings,
                List.of(Stage.ANY_PORT),
                transport,
                new ConfiguredBackends(List.of(Backend.ready("n1", HostResolver.socket("localhost", port)))),
                null,
                Ticker.system()));
    }

    private RawClient.Answer ask(FrontEndSettings settings, int port) throws IOException {
        try (RawClient client = RawClient.connect(frontEnd(settings, port).address())) {
            return client.get("/").answer();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsGoOverTlsToAServerWithATrustedCertificateForItsName(boolean http2) throws IOException {
        int port = secure("localhost");
        RawClient.Answer answer = ask(trusting().with(ForwardingSettings.H2C, http2), port);
        assertEquals((http2 ? "HTTP/2.0" : "HTTP/1.1") + " over TLS", answer.text());
    }

    @Test
    void aCertificateForAnotherNameIsRefusedUnlessThatNameIsExpected() throws IOException {
        int port = secure("inside.test");
        assertEquals(502, ask(trusting(), port).status());
        assertEquals(
                200,
                ask(trusting().with(BackendTlsSettings.NAME, "inside.test"), port)
                        .status());
    }

    @Test
    void anUntrustedCertificateAndAServerWithoutTlsGetNoRequest() throws IOException {
        assertEquals(502, ask(TLS, secure("localhost")).status());
        assertEquals(502, ask(trusting(), server(Stage.ANY_PORT)).status());
    }

    @Test
    void healthChecksUseItToo() throws IOException {
        FrontEnd frontEnd =
                frontEnd(trusting().with(HealthCheckSettings.BY, HealthCheckSettings.Means.HTTP), secure("localhost"));
        Stage.until(
                "a check passes",
                () -> frontEnd.status().backends().getFirst().checks().passed() > 0);
    }

    @Test
    void whatDoesNotGoTogetherAndAFileThatCannotBeReadAreRefused() throws IOException {
        assertThrows(
                IllegalArgumentException.class,
                () -> FrontEndSettings.defaults().with(BackendTlsSettings.NAME, "inside.test"));
        assertThrows(
                IllegalArgumentException.class, () -> TLS.with(RelaySettings.PROXY_PROTOCOL, ProxyProtocolVersion.V2));
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");
        for (Path file : List.of(empty, folder.resolve("none.pem"))) {
            String message = String.valueOf(assertThrows(
                            IOException.class, () -> frontEnd(TLS.with(BackendTlsSettings.AUTHORITIES, file), 1))
                    .getMessage());
            assertTrue(message.startsWith("relay.tls-ca: " + file + " cannot be read: "), message);
        }
    }
}
