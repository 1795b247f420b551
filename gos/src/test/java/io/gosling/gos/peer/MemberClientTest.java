package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.peer.MemberClient.Answer;
import io.gosling.gos.peer.MemberClient.Call;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Admin requests to a node that the test plays. */
class MemberClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Transport transport = Transport.open(TransportKind.NIO, 1, "test");
    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer node;
    private final MemberClient client;

    MemberClientTest() throws Exception {
        node = HttpServer.start(
                transport,
                Members.ANY_PORT,
                HttpLimits.defaults(),
                CachedDocumentLookup.none(),
                this::answer,
                CompletedResponseListener.none(),
                Ticker.system());
        InetSocketAddress any = new InetSocketAddress("127.0.0.1", 0);
        client = MemberClient.open(ClusterSettings.of("n1", NodeRole.FRONT_END, any, null), null, transport);
    }

    @AfterEach
    void close() {
        over.countDown();
        client.close();
        node.close();
        transport.close();
    }

    private Response answer(Request request) throws InterruptedException {
        if (request.rawPath().endsWith("/frozen")) {
            over.await();
        }
        Headers headers = request.headers();
        return Response.text(request.method() + " " + request.rawPath() + " " + headers.first("A") + " "
                        + headers.first(PeerHttpNames.TO) + " "
                        + ClusterSecret.ofLoopback().isPeerToken(String.valueOf(headers.first(PeerHttpNames.TOKEN))))
                .withStatus(207);
    }

    private Answer send(String path, @Nullable InetSocketAddress peer, Duration within, int most) throws IOException {
        ClusterMember to = new ClusterMember(
                "n2", 7, NodeRole.ALL, peer, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
        return client.send(to, new Call("POST", path, Headers.of("A", "b"), new byte[0], within, most));
    }

    @Test
    void itGoesToTheAdminPathsOfTheProcessWithTheTokenOfTheCluster() throws Exception {
        Answer answer = send("/drain", node.address(), LONG, 100);
        assertEquals(207, answer.status());
        assertEquals("POST /~gosling/admin/drain b 7 true", new String(answer.body(), StandardCharsets.UTF_8));
    }

    @Test
    void anAnswerBeyondTheBoundIsNotTaken() throws Exception {
        int length = "POST /~gosling/admin/drain b 7 true".length();
        assertEquals(length, send("/drain", node.address(), LONG, length).body().length);
        IOException refused = assertThrows(IOException.class, () -> send("/drain", node.address(), LONG, length - 1));
        assertTrue(String.valueOf(refused.getMessage()).contains("longer than"), refused.toString());
    }

    @Test
    void aNodeThatDoesNotAnswerIsGivenUp() {
        assertThrows(SocketTimeoutException.class, () -> send("/frozen", node.address(), Duration.ofMillis(50), 100));
        assertThrows(IOException.class, () -> send("/drain", null, LONG, 100), "a front-end");
    }
}
