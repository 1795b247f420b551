package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.gos.quorum.PurgeMessageHandler;
import io.gosling.gos.space.AloneReplies;
import io.gosling.gos.space.GlobalObjectSpace;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.ReplyDesk;
import io.gosling.http.ResponseListener;
import io.gosling.http.documents.HotDocuments;
import io.gosling.http.documents.StoredHeaderBuilder;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.settings.Values;
import io.gosling.testing.Site;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another node is asked for what it has in memory, and gives nothing. */
class PeerRepliesTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int TAG = 2;

    private final Ticker ticker = Ticker.system();
    private final ClusterSecret secret = ClusterSecret.ofLoopback();
    private final Site site = Site.empty();
    private final ObjectSpaceSettings settings = ObjectSpaceSettings.of("n2", 1 << 20);
    private final NodeMemory memory = NodeMemory.empty(settings, ticker);
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "test");
    private final HttpClient http = HttpClient.open(transport, new PoolLimits(4, 4, LONG, LONG));
    private HttpServer server;
    private KnownPurges theirs = KnownPurges.none();

    @BeforeEach
    void start() throws Exception {
        var space = new GlobalObjectSpace(
                DocumentRoot.at(site.directory()),
                StoredHeaderBuilder.plain(settings.node()),
                memory,
                AloneReplies.peers(Node.named("n2", TAG)),
                settings,
                ticker);
        server = HttpServer.start(
                transport,
                Members.ANY_PORT,
                HttpLimits.defaults(),
                HotDocuments.none(),
                new PeerServer(
                        space.peerService(),
                        new JoinDoor(ReplyDesk.none(), KnownPurges.none(), Duration.ZERO, Duration.ZERO, ticker, 1),
                        PurgeMessageHandler.none(),
                        new NodeLocator(MessageRecipients.alone(Node.named("n2", TAG)), List.of()),
                        KnownPurges.none(),
                        IdleWarmth.of(memory, Node.named("n2", TAG), ticker),
                        secret,
                        Node.named("n2", TAG)),
                ResponseListener.none(),
                ticker);
    }

    @AfterEach
    void close() {
        http.close();
        server.close();
        transport.close();
        memory.hot().clear();
        site.close();
    }

    private Node holder() {
        return new Node("n2", TAG, NodeRole.ALL, server.address(), null, null, Node.Phase.READY, NodeProfile.PLAIN);
    }

    private PeerClient peers() {
        return new PeerClient(
                http,
                secret,
                new ClusterTimings(Values.none()).with(ClusterTimings.MEMORY_FIRST_BYTE, Duration.ofSeconds(10)),
                1 << 20,
                new PeerLoads(),
                theirs,
                ticker);
    }

    @Test
    void aHolderThatKnowsOfFewerPurgesGivesNothingAndIsTakenForOneAllTheSame() {
        theirs = new KnownPurges() {
            @Override
            public String tell() {
                return "1:7";
            }

            @Override
            public boolean covers(String told) {
                return true;
            }
        };
        JoinAsk held = JoinAsk.asHeld("http://origin.test/a?b=c");
        var refused = assertInstanceOf(JoinAnswer.Refused.class, peers().join(holder(), held, LONG));
        assertTrue(refused.reason().contains("may not have heard yet of a purge"), refused.reason());
        theirs = KnownPurges.none();
        assertInstanceOf(JoinAnswer.NotHeld.class, peers().join(holder(), held, LONG), "there is nothing at its desk");
    }
}
