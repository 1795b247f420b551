package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.ReplyCodec;
import io.gosling.caching.StoredReply;
import io.gosling.caching.StoringRules;
import io.gosling.document.Body;
import io.gosling.document.DocumentRoot;
import io.gosling.document.PreparedFields;
import io.gosling.document.Representation;
import io.gosling.document.Ticker;
import io.gosling.gos.AgedCount;
import io.gosling.gos.GlobalObjectSpace;
import io.gosling.gos.JoinAnswer;
import io.gosling.gos.JoinAsk;
import io.gosling.gos.Neighbours;
import io.gosling.gos.Node;
import io.gosling.gos.NodeMemory;
import io.gosling.gos.NodeRole;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.PeerLoads;
import io.gosling.gos.PurgeTarget;
import io.gosling.gos.ReplyAnswer;
import io.gosling.gos.ReplyDesk;
import io.gosling.gos.ReplyMemory;
import io.gosling.http.AnswerLog;
import io.gosling.http.Headers;
import io.gosling.http.HotDocuments;
import io.gosling.netty.HttpClient;
import io.gosling.netty.HttpLimits;
import io.gosling.netty.HttpServer;
import io.gosling.netty.PoolLimits;
import io.gosling.netty.Transport;
import io.gosling.netty.TransportKind;
import io.gosling.testing.Site;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stored response of an origin, from one node's memory over the peer channel. */
class PeerRepliesTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String KEY = "http://origin.test/a?b=c AAECAwQFBgcICQoLDA0ODw";
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
                DocumentRoot.at(site.directory()), memory, Neighbours.none(Node.named("n2", TAG)), settings, ticker);
        server = HttpServer.start(
                transport,
                Members.ANY_PORT,
                HttpLimits.defaults(),
                HotDocuments.none(),
                new PeerServer(
                        space.peerService(),
                        new JoinDoor(ReplyDesk.none(), KnownPurges.none(), Duration.ZERO, Duration.ZERO, ticker),
                        LetterBox.none(),
                        KnownPurges.none(),
                        IdleWarmth.of(memory, Node.named("n2", TAG), ticker),
                        secret,
                        TAG,
                        ticker),
                AnswerLog.none(),
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

    private StoredReply keep(String text) {
        var rules = new StoringRules(Duration.ofDays(1));
        Headers fields = Headers.of(
                "Cache-Control",
                "max-age=60",
                "ETag",
                "\"e\"",
                "Vary",
                "X-Name",
                "Date",
                "Sun, 22 Nov 2026 12:00:00 GMT");
        Instant now = Instant.parse("2026-11-22T12:00:00Z");
        var arrival = new StoringRules.Arrival(now, now, ticker.nanos());
        var stored =
                assertInstanceOf(StoringRules.Storing.Stored.class, rules.judge(Headers.empty(), 200, fields, arrival));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ReplyMemory replies = memory.replies();
        boolean kept = replies.keep(
                replies.permit("http://origin.test/a?b=c"),
                KEY,
                stored.reply(),
                new Representation("text/plain", bytes.length, "\"e\"", now),
                PreparedFields.none(),
                Unpooled.wrappedBuffer(bytes));
        assertTrue(kept);
        return stored.reply();
    }

    private ReplyAnswer ask(String key) {
        return peers().fetchReply(holder(), key, new AgedCount(3, 0));
    }

    private Node holder() {
        return new Node("n2", TAG, NodeRole.ALL, server.address(), null, null, false);
    }

    private PeerClient peers() {
        return new PeerClient(
                http,
                secret,
                ClusterTimings.defaults().withMemoryFirstByte(Duration.ofSeconds(10)),
                1 << 20,
                new PeerLoads(),
                theirs,
                ticker);
    }

    @Test
    void itComesWithItsFieldsItsTermsAndItsBytes() throws Exception {
        StoredReply there = keep("some text");

        var lent = assertInstanceOf(ReplyAnswer.Lent.class, ask(KEY));

        try (Body body = lent.body()) {
            assertEquals(9, body.length());
            assertEquals("some text", new String(((Body.Streamed) body).in().readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals(there.terms(), lent.reply().terms());
        assertEquals("\"e\"", lent.reply().fields().first("ETag"));
        long now = ticker.nanos();
        assertTrue(lent.reply().age(now).compareTo(there.age(now)) <= 0, "nothing makes it older than it is");
        assertTrue(ReplyCodec.write(there, now).length < ReplyCodec.MOST_BYTES);
    }

    @Test
    void whatIsNotThereOrPurgedThereIsNotGiven() {
        keep("some text");
        assertInstanceOf(ReplyAnswer.NotHeld.class, ask("http://origin.test/b"));
        memory.purges().add(List.of(new PurgeTarget.Key("http://origin.test/a?b=c")), false);
        assertInstanceOf(ReplyAnswer.NotHeld.class, ask(KEY));
    }

    @Test
    void aHolderThatKnowsOfFewerPurgesGivesNothingAndIsTakenForOneAllTheSame() {
        keep("some text");
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
        var failed = assertInstanceOf(ReplyAnswer.Failed.class, ask(KEY));
        assertTrue(failed.reason().contains("may not have heard yet of a purge"), failed.reason());
        JoinAsk held = new JoinAsk("http://origin.test/a?b=c", Headers.empty(), "", JoinAsk.FROM_MEMORY);
        assertInstanceOf(JoinAnswer.Refused.class, peers().join(holder(), held, LONG));
        theirs = KnownPurges.none();
        assertInstanceOf(JoinAnswer.NotHeld.class, peers().join(holder(), held, LONG), "there is nothing at its desk");
    }

    @Test
    void aHolderWithoutALeaseGivesNothing() {
        keep("some text");
        memory.hot().serveBy(now -> false);
        assertInstanceOf(ReplyAnswer.Failed.class, ask(KEY), "it holds it, and gives it later");
    }
}
