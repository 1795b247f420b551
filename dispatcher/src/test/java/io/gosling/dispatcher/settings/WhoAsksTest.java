package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.listen.ListenEndpoint;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the client reported to back-ends, without a TCP peer address. */
@Timeout(60)
class WhoAsksTest {
    private static final FrontEndSettings SETTINGS = FrontEndSettings.defaults();

    @TempDir
    private Path folder;

    @Test
    void aLoadBalancerNamesTheClient() throws IOException {
        ListenEndpoint behind = Stage.ANY_PORT.withProxies(any -> true);
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(SETTINGS, behind, backend);
                RawClient client = stage.client()) {
            client.send("PROXY TCP6 2001:db8::7 ::1 1 2\r\n");
            assertEquals("n1 /a", client.get("/a").answer().text());
            assertEquals("n1 /b", client.get("/b").answer().text());
            for (ScriptedBackend.Request request : backend.requests) {
                assertEquals(List.of("2001:db8:0:0:0:0:0:7"), request.all("X-Forwarded-For"));
                assertEquals(
                        List.of("for=\"[2001:db8:0:0:0:0:0:7]\";host=\"test\";proto=http"), request.all("Forwarded"));
            }
        }
    }

    @Test
    void aClientDoesNotNameItselfUnlessItIsATrustedProxy() throws IOException {
        String request = "GET /a HTTP/1.1\r\nHost: x\r\nTrue-Client-IP: 10.0.0.1\r\nCF_Connecting_IP: 10.0.0.1\r\n"
                + "X-Real-IP: 10.0.0.1\r\nX-Original-URL: /admin\r\nX-Forwarded-For: 10.0.0.1\r\nX-Kept: 1\r\n\r\n";
        List<String> claims = List.of("True-Client-IP", "CF_Connecting_IP", "X-Real-IP", "X-Original-URL");
        FrontEndSettings trusting = SETTINGS.with(RelaySettings.FORWARDED, RelaySettings.Forwarding.APPEND);
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                ScriptedBackend other = ScriptedBackend.polite("n2");
                Stage stage = Stage.of(SETTINGS, backend);
                Stage behind = Stage.of(trusting, other);
                RawClient stranger = stage.client();
                RawClient proxy = behind.client()) {
            stranger.send(request).answer();
            proxy.send(request).answer();
            ScriptedBackend.Request seen = backend.requests.getFirst();
            ScriptedBackend.Request believed = other.requests.getFirst();
            for (String claim : claims) {
                assertEquals(List.of(), seen.all(claim), claim);
                assertEquals(1, believed.all(claim).size(), claim);
            }
            assertEquals(List.of("1"), seen.all("X-Kept"));
            assertEquals(List.of("127.0.0.1"), seen.all("X-Forwarded-For"));
            assertEquals(List.of("10.0.0.1, 127.0.0.1"), believed.all("X-Forwarded-For"));
        }
    }

    @Test
    void aClientOfAUnixSocketHasNoAddress() throws IOException {
        Path socket = folder.resolve("s");
        ListenEndpoint endpoint = ListenEndpoint.unix(socket, PosixFilePermissions.fromString("rw-------"));
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(SETTINGS, endpoint, backend);
                SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            assertEquals(List.of(), stage.frontEnd.addresses());
            client.write(ByteBuffer.wrap("GET /a HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            String answer = new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(answer.endsWith("n1 /a"), answer);
            ScriptedBackend.Request request = backend.requests.getFirst();
            assertEquals(List.of("unknown"), request.all("X-Forwarded-For"));
            assertEquals(List.of("for=unknown;proto=http"), request.all("Forwarded"));
            assertEquals(List.of("localhost"), request.all("Host"));
        }
    }
}
