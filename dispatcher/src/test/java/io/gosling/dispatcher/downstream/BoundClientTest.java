package io.gosling.dispatcher.downstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.Transport;
import io.gosling.testing.FrameClient;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients whose connections cannot go to another process: they are relayed, and counted. */
@Timeout(60)
class BoundClientTest {
    @TempDir
    private Path folder = Path.of("");

    private FrontEndSettings settings = FrontEndSettings.defaults();

    @BeforeEach
    void meet() {
        assumeTrue(Transport.mayPassConnections(), "this system passes no connections between processes");
        settings = settings.with(HandoffSettings.DIRECTORY, folder.resolve("h"))
                .with(ForwardingSettings.FORWARDING, ForwardingMode.HANDOFF_LOCAL);
    }

    /** Movable connections without a link would count as unlinked. */
    private static void assertBound(Stage stage, int requests) {
        HandoffOutcome bound = HandoffOutcome.BOUND;
        assertEquals(requests, Objects.requireNonNull(stage.frontEnd.handoffs()).of(bound));
        assertEquals(requests, stage.outcome(RequestOutcome.RELAYED));
    }

    @Test
    void whoCameByTls() throws IOException {
        try (Site certificates = Site.empty()) {
            TestCertificate.of("localhost").write(certificates.directory(), "a");
            CertificateFiles files = new CertificateFiles(
                    certificates.directory().resolve("a.pem"),
                    certificates.directory().resolve("a.key"));
            TlsSettings secure = TlsSettings.of(files).with(Http2Limits.OFFERED, false);
            try (ReloadingTlsContext tls = ReloadingTlsContext.open(secure, Ticker.system(), InstantSource.system());
                    ScriptedBackend backend = ScriptedBackend.polite("n1");
                    Stage stage = Stage.of(settings, ListenEndpoint.secure(Stage.anyAddress(), tls), backend)) {
                try (RawConnection client = TlsClient.create().open(stage.frontEnd.address(), "localhost")) {
                    assertEquals("n1 /a", client.get("/a").text());
                    assertEquals("n1 /b", client.get("/b").text());
                }
                assertBound(stage, 2);
            }
        }
    }

    @Test
    void whoSpeaksHttp2() throws IOException {
        ListenEndpoint endpoint = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(settings, endpoint, backend)) {
            try (FrameClient client = FrameClient.open(stage.frontEnd.address())) {
                client.request(1, true, "GET", "/a");
                assertEquals(200, client.expect(FrameClient.HEADERS).status());
                client.expect(FrameClient.DATA);
            }
            assertBound(stage, 1);
        }
    }

    @Test
    void whoCameByAUnixSocket() throws IOException {
        Path socket = folder.resolve("s");
        ListenEndpoint endpoint = ListenEndpoint.unix(socket, PosixFilePermissions.fromString("rw-------"));
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(settings, endpoint, backend)) {
            try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                client.write(ByteBuffer.wrap("GET /a HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
                String answer = new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.US_ASCII);
                assertTrue(answer.endsWith("n1 /a"), answer);
            }
            assertBound(stage, 1);
        }
    }

    @Test
    void whoseAnswersGetFieldsOfTheirPlace() throws IOException {
        ListenEndpoint endpoint = Stage.ANY_PORT.withFields(Headers.of("X-Place", "here"));
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(settings, endpoint, backend)) {
            try (RawClient client = stage.client()) {
                assertEquals("here", client.get("/a").answer().first("X-Place"));
            }
            assertBound(stage, 1);
        }
    }

    /** As much as fits into an offer, with one more read on top. */
    @Test
    void ofWhomTooMuchWasReadBeforeThereWasAPlace() {
        int most = HandoffCodec.MOST_BEGUN - ClientSocketHandoff.ENOUGH;
        byte[] head =
                "PUT /up HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        RequestDecoder decoder = new RequestDecoder(HttpLimits.defaults(), Ticker.system());
        decoder.stopBehindHeads();
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        ClientSocketHandoff clientHandoff = new ClientSocketHandoff(channel, new ClientInput(channel, () -> {}));
        clientHandoff.next();
        channel.writeInbound(Unpooled.wrappedBuffer(head));
        assertTrue(clientHandoff.isPossible());
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[most - head.length]));
        assertEquals(most, decoder.heldBytes());
        assertTrue(clientHandoff.isPossible());
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[1]));
        assertTrue(!clientHandoff.isPossible());
        channel.finishAndReleaseAll();
    }
}
