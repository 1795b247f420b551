package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.gosling.http.Response;
import io.gosling.http.ResponseListener;
import io.gosling.http.documents.HotDocuments;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.settings.Values;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.netty.channel.ChannelException;
import java.net.BindException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that cannot connect to its peers for want of connections or descriptors of its own. */
@Timeout(60)
class PeerShortageTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final DocumentPath PATH = DocumentPath.parse("/a");
    private static final PeerAnswer ABSENT = new PeerAnswer.Said(new Lookup.Absent());

    @Test
    void aPeerIsAskedAgainAfterThisNodeHadNoFreeConnection() throws Exception {
        ClusterTimings timings = new ClusterTimings(Values.none())
                .with(ClusterTimings.HOME_FIRST_BYTE, LONG)
                .with(ClusterTimings.PROGRESS, LONG);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        try (Transport transport = Transport.open(TransportKind.NIO, 1, "test");
                HttpClient http = HttpClient.open(transport, new PoolLimits(1, 0, LONG, LONG));
                Transport serving = Transport.open(TransportKind.NIO, 1, "home");
                HttpServer home = HttpServer.start(
                        serving,
                        Members.ANY_PORT,
                        HttpLimits.defaults(),
                        HotDocuments.none(),
                        request -> {
                            asked.countDown();
                            answered.await();
                            return new Response(404, Headers.of(PeerFields.SAID, "absent"), null);
                        },
                        ResponseListener.none(),
                        Ticker.system())) {
            PeerClient peers = new PeerClient(
                    http,
                    ClusterSecret.ofLoopback(),
                    timings,
                    1 << 20,
                    new PeerLoads(),
                    KnownPurges.none(),
                    new ManualTicker());
            Node node =
                    new Node("n2", 2, NodeRole.ALL, home.address(), null, null, Node.Phase.READY, NodeProfile.PLAIN);
            Thread first = Thread.ofVirtual().start(() -> peers.fetchFromHome(node, PATH, AgedCount.NONE, 0));
            asked.await();
            for (int i = 0; i < 3; i++) {
                PeerAnswer.Failed failed =
                        assertInstanceOf(PeerAnswer.Failed.class, peers.fetchFromHome(node, PATH, AgedCount.NONE, 0));
                assertTrue(failed.toString().contains("all 1 connections are in use"), failed::toString);
            }
            answered.countDown();
            first.join();
            // The ticker stands still, so a back-off would not end.
            Eventually.that(
                    "the node is asked",
                    () -> peers.fetchFromHome(node, PATH, AgedCount.NONE, 0).equals(ABSENT));
            assertEquals(ABSENT, peers.fetch(node, PATH, AgedCount.NONE));
        }
    }

    @Test
    void aShortageOfThisMachineIsNotTheOtherNodesFailure() {
        assertTrue(PeerClient.isOwnShortage(new PoolExhaustedException("no connection is free")));
        assertTrue(PeerClient.isOwnShortage(because(new ChannelException("Failed to open a socket."))));
        assertTrue(PeerClient.isOwnShortage(because(new BindException("Cannot assign requested address"))));
        assertFalse(PeerClient.isOwnShortage(because(new ConnectException("Connection refused"))));
        assertFalse(PeerClient.isOwnShortage(new ConnectException("refused")));
    }

    private static ConnectException because(Throwable cause) {
        ConnectException failure = new ConnectException("cannot connect to /127.0.0.1:1: " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
