package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.caching.StoredReply;
import io.gosling.caching.StoringRules;
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
import io.gosling.http.Headers;
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
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that brings a response for others stops in the midst of it, as one whose machine is frozen does. */
class FrozenLeaderTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    /** It is not to be seen here how slow a busy machine is. */
    private static final ClusterTimings TIMINGS = new ClusterTimings(Values.none())
            .with(ClusterTimings.LOCATE, Duration.ofSeconds(10))
            .with(ClusterTimings.SUSPICION, Duration.ZERO)
            .with(ClusterTimings.CONNECT, Duration.ofSeconds(10))
            .with(ClusterTimings.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimings.JOIN, Duration.ofSeconds(10))
            .with(ClusterTimings.HOME_FIRST_BYTE, LONG)
            .with(ClusterTimings.PROGRESS, Duration.ofMillis(200))
            .with(ClusterTimings.PAUSE, LONG)
            .with(ClusterTimings.BYTES_PER_SECOND, 1L << 20)
            .with(ClusterTimings.LEAVE, LONG);

    private static final String TAGGED = "http://origin.test/tagged";
    private static final String PLAIN = "http://origin.test/plain";

    private final Ticker ticker = Ticker.system();
    private final ClusterSecret secret = ClusterSecret.ofLoopback();
    private final Site site = Site.empty();
    private final ObjectSpaceSettings settings = ObjectSpaceSettings.of("n2", 1 << 20);
    private final NodeMemory memory = NodeMemory.empty(settings, ticker);
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "test");
    private final HttpClient http = HttpClient.open(transport, new PoolLimits(4, 4, LONG, LONG));
    private final CountDownLatch thaw = new CountDownLatch(1);
    private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        Node self = Node.named("n2", 2);
        var space = new GlobalObjectSpace(
                DocumentRoot.at(site.directory()),
                StoredHeaderBuilder.plain(settings.node()),
                memory,
                AloneReplies.peers(self),
                settings,
                ticker);
        ReplyDesk replyDesk = ask -> new Frozen(reply(ask.url().equals(TAGGED)));
        server = HttpServer.start(
                transport,
                Members.ANY_PORT,
                HttpLimits.defaults(),
                HotDocuments.none(),
                new PeerServer(
                        space.peerService(),
                        new JoinDoor(replyDesk, KnownPurges.none(), Duration.ZERO, Duration.ZERO, ticker, 2),
                        PurgeMessageHandler.none(),
                        new NodeLocator(MessageRecipients.alone(self), List.of()),
                        KnownPurges.none(),
                        IdleWarmth.of(memory, self, ticker),
                        secret,
                        self),
                ResponseListener.none(),
                ticker);
    }

    @AfterEach
    void close() {
        thaw.countDown();
        readers.close();
        http.close();
        server.close();
        transport.close();
        site.close();
    }

    private StoredReply reply(boolean tagged) {
        Instant noon = Instant.parse("2026-11-22T12:00:00Z");
        Headers fields = Headers.of("Cache-Control", "max-age=60", "Date", "Sun, 22 Nov 2026 12:00:00 GMT");
        var arrival = new StoringRules.Arrival(noon, noon, ticker.nanos());
        var judged = new StoringRules(Duration.ofDays(1), Duration.ZERO, Duration.ZERO)
                .judge(Headers.empty(), 200, tagged ? fields.plus("ETag", "\"e\"") : fields, arrival);
        return assertInstanceOf(StoringRules.Storing.Stored.class, judged).reply();
    }

    /** Gives "he", nothing at all until it thaws, and then "llo". */
    private final class Frozen implements ReplyDesk.Giving {
        private final StoredReply reply;
        private int reads;

        Frozen(StoredReply reply) {
            this.reply = reply;
        }

        @Override
        public ReplyDesk.News news(Duration timeout) {
            return new ReplyDesk.News.Head(reply, "", 5);
        }

        @Override
        public int read(byte[] to, Duration timeout) throws IOException {
            reads++;
            try {
                if (reads > 1) {
                    thaw.await();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            String piece = reads == 1 ? "he" : reads == 2 ? "llo" : "";
            byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(bytes, 0, to, 0, bytes.length);
            return bytes.length == 0 ? -1 : bytes.length;
        }

        @Override
        public void close() {}
    }

    private JoinAnswer ask(String url) {
        var peers = new PeerClient(http, secret, TIMINGS, 1 << 20, new PeerLoads(), KnownPurges.none(), ticker);
        Node leader =
                new Node("n2", 2, NodeRole.ALL, server.address(), null, null, Node.Phase.READY, NodeProfile.PLAIN);
        return peers.join(leader, new JoinAsk(url, Headers.empty(), "", 1), LONG);
    }

    private JoinAnswer.Given join(String url) throws IOException {
        var given = assertInstanceOf(JoinAnswer.Given.class, ask(url));
        assertEquals("he", new String(given.body().readNBytes(2), StandardCharsets.US_ASCII));
        return given;
    }

    private static String rest(JoinAnswer.Given given) {
        try (var body = given.body()) {
            return new String(body.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatAnotherNodeCouldGoOnWithIsGivenUpSoonAndTheRestIsWaitedFor() throws Exception {
        JoinAnswer.Given plain = join(PLAIN);
        CompletableFuture<String> rest = CompletableFuture.supplyAsync(() -> rest(plain), readers);
        JoinAnswer.Given tagged = join(TAGGED);
        assertThrows(UncheckedIOException.class, () -> rest(tagged));
        assertFalse(rest.isDone(), "it is still waited for");
        thaw.countDown();
        assertEquals("llo", rest.get(30, TimeUnit.SECONDS));
    }

    @Test
    void whoFindsNoPlaceIsToldSoUntilOneLeaves() throws Exception {
        try (var first = join(PLAIN).body();
                var second = join(PLAIN).body()) {
            assertInstanceOf(JoinAnswer.Full.class, ask(PLAIN));
            thaw.countDown();
            assertEquals("llo", new String(first.readAllBytes(), StandardCharsets.US_ASCII));
            assertEquals("llo", new String(second.readAllBytes(), StandardCharsets.US_ASCII));
        }
        Eventually.that("there is a place again", () -> ask(PLAIN) instanceof JoinAnswer.Given given && close(given));
    }

    private static boolean close(JoinAnswer.Given given) {
        return rest(given).endsWith("llo");
    }
}
