package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.Lookup;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.ResponseListener;
import io.gosling.http.documents.HotDocuments;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.settings.Values;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A node that is stopped in the middle of a body, its connections open. */
class FrozenHolderTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final ClusterTimings TIMINGS = new ClusterTimings(Values.none())
            .with(ClusterTimings.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimings.PROGRESS, Duration.ofMillis(50));

    @Test
    void itHoldsNoFillLongerThanTheProgressTimeAndIsNotAskedAgainAtOnce() throws Exception {
        CountDownLatch frozen = new CountDownLatch(1);
        try (Transport transport = Transport.open(TransportKind.NIO, 1, "test");
                HttpClient http = HttpClient.open(transport, new PoolLimits(4, 4, LONG, LONG));
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread server = Thread.ofVirtual().start(() -> freeze(socket, frozen));
            var peers = new PeerClient(
                    http,
                    ClusterSecret.ofLoopback(),
                    TIMINGS,
                    1 << 20,
                    new PeerLoads(),
                    KnownPurges.none(),
                    new ManualTicker());
            var address = (InetSocketAddress) socket.getLocalSocketAddress();
            Node holder = new Node("n2", 2, NodeRole.ALL, address, null, null, Node.Phase.READY, NodeProfile.PLAIN);
            DocumentPath path = DocumentPath.parse("/a");

            var copy = assertInstanceOf(PeerAnswer.Copy.class, peers.fetch(holder, path, AgedCount.NONE));
            try (Document document = copy.document()) {
                var body = assertInstanceOf(Body.Streamed.class, document.body());
                assertThrows(SocketTimeoutException.class, () -> body.in().readAllBytes());
            }
            assertEquals(
                    new PeerAnswer.Failed("n2: did not answer a moment ago"),
                    peers.fetch(holder, path, AgedCount.NONE));
            frozen.countDown();
            server.join();
        }
    }

    @Test
    void oneThatIsLateFromMemoryIsAskedForItsFileAllTheSame() throws Exception {
        var timings = new ClusterTimings(Values.none())
                .with(ClusterTimings.MEMORY_FIRST_BYTE, Duration.ofMillis(5))
                .with(ClusterTimings.PROGRESS, LONG);
        CountDownLatch frozen = new CountDownLatch(1);
        try (Transport transport = Transport.open(TransportKind.NIO, 1, "test");
                HttpClient http = HttpClient.open(transport, new PoolLimits(4, 4, LONG, LONG));
                Transport serving = Transport.open(TransportKind.NIO, 1, "home");
                HttpServer home = HttpServer.start(
                        serving,
                        Members.ANY_PORT,
                        HttpLimits.defaults(),
                        HotDocuments.none(),
                        request -> answerFromDisk(request, frozen),
                        ResponseListener.none(),
                        Ticker.system())) {
            var peers = new PeerClient(
                    http,
                    ClusterSecret.ofLoopback(),
                    timings,
                    1 << 20,
                    new PeerLoads(),
                    KnownPurges.none(),
                    new ManualTicker());
            Node node =
                    new Node("n2", 2, NodeRole.ALL, home.address(), null, null, Node.Phase.READY, NodeProfile.PLAIN);
            DocumentPath path = DocumentPath.parse("/a");

            assertInstanceOf(PeerAnswer.Failed.class, peers.fetch(node, path, AgedCount.NONE));
            var said = peers.fetchFromHome(node, path, AgedCount.NONE, 0);
            assertEquals(new PeerAnswer.Said(new Lookup.Absent()), said);
            frozen.countDown();
        }
    }

    private static Response answerFromDisk(Request request, CountDownLatch frozen) throws InterruptedException {
        if ("memory".equals(request.headers().first(PeerFields.FETCH))) {
            frozen.await();
        }
        return new Response(404, Headers.of(PeerFields.SAID, "absent"), null);
    }

    private static void freeze(ServerSocket socket, CountDownLatch frozen) {
        try (Socket connection = socket.accept()) {
            if (connection.getInputStream().read(new byte[4096]) > 0) {
                connection
                        .getOutputStream()
                        .write(("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"e\"\r\nGosling-Modified:"
                                        + " 0\r\nContent-Length: 9\r\n\r\nhalf")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            frozen.await();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
