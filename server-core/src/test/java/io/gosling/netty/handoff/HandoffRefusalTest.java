package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.common.ResourceStack;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.RecordedLog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that strangers at the port for handed-off connections fill no log. */
@Timeout(60)
class HandoffRefusalTest {
    private static int free(InetAddress host) throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, host)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void strangersAreLoggedOnce() throws Exception {
        assumeTrue(TcpRepairSocket.obstacle().isEmpty(), "this user cannot take over connections");
        InetAddress host = InetAddress.getLoopbackAddress();
        InetSocketAddress at = new InetSocketAddress(host, free(host));
        try (RecordedLog log = new RecordedLog();
                ResourceStack open = new ResourceStack()) {
            ClusterTls tls = open.add(
                    ClusterTls.of(List.of(new byte[32]), new ClusterPeer("all", "n1"), List.of(), TlsProvider.JDK));
            Transport transport = open.add(Transport.open(TransportKind.AUTO, 1, "test"));
            HttpServer server = open.add(HttpServer.start(
                    transport,
                    List.of(ListenEndpoint.plain(new InetSocketAddress(host, 0))),
                    HttpLimits.defaults(),
                    CachedDocumentLookup.none(),
                    request -> Response.of(404),
                    CompletedResponseListener.none(),
                    null,
                    Ticker.system()));
            open.add(new RemoteHandoffListener(
                    transport, at, server.address(), server.adoption(), tls, Ticker.system()));
            for (int i = 0; i < 5; i++) {
                try (Socket stranger = new Socket(at.getAddress(), at.getPort())) {
                    stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    stranger.getInputStream().readAllBytes();
                }
            }
            List<String> lines = log.messages(Level.WARNING).stream()
                    .filter(line -> line.contains("control connection"))
                    .toList();
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.getFirst().startsWith("n1 closes a control connection"), lines.toString());
        }
    }
}
