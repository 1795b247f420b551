package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.RevalidationResult;
import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.PeerClient;
import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.netty.channel.ChannelException;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The other nodes over links, as a thread sees them that waits. */
class LinkPeerClientTest {
    private static final DocumentPath PATH = DocumentPath.parse("/a.html");
    private static final ClusterTimeouts TIMINGS = new ClusterTimeouts(SettingValues.none())
            .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimeouts.HOME_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimeouts.CONNECT, Duration.ofSeconds(10));

    private static OutgoingLinks links(LinkStage stage) {
        return links(stage, LinkStage.TIMES);
    }

    private static OutgoingLinks links(LinkStage stage, LinkTimeouts times) {
        return stage.links(KnownPurgeVersions.none(), times);
    }

    private static PeerClient peers(LinkStage stage, OutgoingLinks links, ClusterTimeouts timings, PeerLoads loads) {
        return stage.peers(links, timings, loads, Ticker.system());
    }

    private static ClusterMember node(InetSocketAddress address) {
        return LinkStage.node(address);
    }

    private static byte[] bytes(Document document) throws IOException {
        try (document) {
            InputStream in =
                    assertInstanceOf(Body.Streamed.class, document.body()).in();
            return in.readAllBytes();
        }
    }

    @Test
    void aCopyIsReadWithItsPropertiesWhateverItsLength() throws Exception {
        byte[] large = new byte[3 << 20];
        new Random(3).nextBytes(large);
        PeerLoads loads = new PeerLoads();
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("large.bin", large).file("none.txt", "");
            PeerClient peers = peers(stage, links, TIMINGS, loads);
            ClusterMember holder = node(stage.address());
            for (String path : List.of("/a.html", "/none.txt", "/large.bin")) {
                stage.hold(path);
                var copy = assertInstanceOf(
                        PeerObjectResult.Copy.class, peers.fetch(holder, DocumentPath.parse(path), AgedCount.NONE));
                Document document = copy.document();
                assertEquals(new Provenance(ResponseSource.PEER_MEMORY, "n2"), document.provenance());
                byte[] expected = Files.readAllBytes(stage.site.directory().resolve(path.substring(1)));
                assertEquals(expected.length, document.body().length());
                assertArrayEquals(expected, bytes(document));
            }
            assertEquals(
                    new PeerObjectResult.NotHeld(), peers.fetch(holder, DocumentPath.parse("/b.html"), AgedCount.NONE));
            assertEquals(1, loads.of(holder), "the holder had one request in hand");
        }
    }

    @Test
    void aBodyThatIsClosedEarlyIsGivenUp() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("large.bin", new byte[2 << 20]);
            stage.hold("/large.bin");
            PeerClient peers = peers(stage, links, TIMINGS, new PeerLoads());
            var copy = assertInstanceOf(
                    PeerObjectResult.Copy.class,
                    peers.fetch(node(stage.address()), DocumentPath.parse("/large.bin"), AgedCount.NONE));
            assertEquals(1, stage.load.inHand());
            copy.document().close();
            Eventually.that("nothing is in hand", () -> stage.load.inHand() == 0);
        }
    }

    @Test
    void aHomeGivesWhatItReadsAndSaysWhyThereIsNothing() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("dir/index.html", "index");
            PeerClient peers = peers(stage, links, TIMINGS, new PeerLoads());
            ClusterMember home = node(stage.address());
            for (ResponseSource from : List.of(ResponseSource.HOME_DISK, ResponseSource.HOME_MEMORY)) {
                var copy = assertInstanceOf(
                        PeerObjectResult.Copy.class, peers.fetchFromHome(home, PATH, AgedCount.NONE, 0));
                assertEquals(new Provenance(from, "n2"), copy.document().provenance());
                assertArrayEquals("alpha".getBytes(StandardCharsets.UTF_8), bytes(copy.document()));
            }
            assertEquals(
                    new PeerObjectResult.Said(new LookupResult.Absent()),
                    peers.fetchFromHome(home, DocumentPath.parse("/none"), AgedCount.NONE, 0));
            assertEquals(
                    new PeerObjectResult.Said(new LookupResult.Moved("/dir/")),
                    peers.fetchFromHome(home, DocumentPath.parse("/dir"), AgedCount.NONE, 0));
        }
    }

    @Test
    void aHomeIsAskedWhetherATagIsStillRight() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.hold("/a.html");
            PeerClient peers = peers(stage, links, TIMINGS, new PeerLoads());
            ClusterMember home = node(stage.address());
            var copy = assertInstanceOf(PeerObjectResult.Copy.class, peers.fetch(home, PATH, AgedCount.NONE));
            String tag = copy.document().representation().etag();
            copy.document().close();
            assertEquals(RevalidationResult.UNCHANGED, peers.check(home, PATH, tag));
            assertEquals(RevalidationResult.CHANGED, peers.check(home, PATH, "\"other\""));
            assertEquals(RevalidationResult.GONE, peers.check(home, DocumentPath.parse("/none"), tag));
        }
    }

    @Test
    void aChangeReachesANodeToWhichNoLinkIsOpen() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.hold("/a.html");
            PeerClient peers = peers(stage, links, TIMINGS, new PeerLoads());
            peers.invalidate(List.of(node(stage.address()), LinkStage.PEER), "/a.html", 9);
            Eventually.that("it was dropped", () -> stage.memory.hot().size() == 0);
        }
    }

    @Test
    void aNodeThatIsLateWithOneAnswerAndGivesOthersIsAskedAgain() throws Exception {
        List<Runnable> slow = new CopyOnWriteArrayList<>();
        ClusterTimeouts hasty = TIMINGS.with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofMillis(20))
                .with(ClusterTimeouts.CONNECT, Duration.ofMillis(50));
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, slow::add);
                OutgoingLinks links = links(stage)) {
            stage.holdUnchecked("/a.html");
            ClusterMember holder = node(stage.address());
            PeerClient peers = peers(stage, links, hasty, new PeerLoads());
            PeerObjectResult late = new PeerObjectResult.Failed("n2: no answer in time");
            for (int i = 0; i < 3; i++) {
                Eventually.that(
                        "it is asked",
                        () -> peers.fetch(holder, PATH, AgedCount.NONE).equals(late));
            }
            slow.forEach(Runnable::run);
        }
    }

    @Test
    void oneThatIsLateFromMemoryIsAskedForItsFileAllTheSame() throws Exception {
        ClusterTimeouts hasty = TIMINGS.with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(1));
        CountDownLatch frozen = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Executor first = step -> Thread.startVirtualThread(() -> {
            if (asked.getAndIncrement() == 0) {
                await(frozen);
            }
            step.run();
        });
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, first);
                OutgoingLinks links = links(stage)) {
            stage.holdUnchecked("/a.html");
            PeerClient peers = peers(stage, links, hasty, new PeerLoads());
            ClusterMember node = node(stage.address());
            assertEquals(
                    new PeerObjectResult.NotHeld(), peers.fetch(node, DocumentPath.parse("/none"), AgedCount.NONE));
            assertInstanceOf(PeerObjectResult.Failed.class, peers.fetch(node, PATH, AgedCount.NONE));
            assertEquals(
                    new PeerObjectResult.Said(new LookupResult.Absent()),
                    peers.fetchFromHome(node, DocumentPath.parse("/none"), AgedCount.NONE, 0));
            frozen.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPeerIsAskedAgainAfterThisNodeHadNoPlaceForAQuestion() throws Exception {
        List<Runnable> frozen = new CopyOnWriteArrayList<>();
        try (LinkStage stage = new LinkStage(
                        KnownPurgeVersions.none(), LinkStage.TIMES, 2 * OutgoingLink.MOST_ASKED, frozen::add);
                OutgoingLinks links = links(stage)) {
            ClusterMember node = node(stage.address());
            // The ticker stands still, so a back-off would not end.
            PeerClient peers = new LinkPeerClient(
                    stage.loop,
                    links,
                    TIMINGS,
                    1 << 20,
                    new PeerLoads(),
                    LinkPeerClient.entryTimes(TIMINGS),
                    stage.ticker);
            List<HeardAnswer> waiting = new ArrayList<>();
            stage.onLoop(() -> {
                OutgoingLink link = links.to(node, stage.loop);
                for (int i = 0; i < OutgoingLink.MOST_ASKED; i++) {
                    HeardAnswer heard = new HeardAnswer(link, true);
                    long until = stage.loop.ticker().nanoTime()
                            + Duration.ofMinutes(1).toNanos();
                    heard.id = link.ask(new PeerFrame.Check("/a.html", "\"a\""), until, heard);
                    waiting.add(heard);
                }
                return true;
            });
            for (int i = 0; i < 3; i++) {
                var failed = assertInstanceOf(
                        PeerObjectResult.Failed.class, peers.fetchFromHome(node, PATH, AgedCount.NONE, 0));
                assertTrue(failed.reason().contains("1024 questions wait for an answer"), failed::reason);
            }
            Eventually.that("all came", () -> frozen.size() == OutgoingLink.MOST_ASKED);
            frozen.forEach(Runnable::run);
            for (HeardAnswer heard : waiting) {
                heard.whole();
            }
            assertEquals(new PeerObjectResult.NotHeld(), peers.fetch(node, PATH, AgedCount.NONE));
            assertEquals(RevalidationResult.CHANGED, checkOnce(peers, node, frozen));
        }
    }

    private static RevalidationResult checkOnce(PeerClient peers, ClusterMember node, List<Runnable> frozen)
            throws Exception {
        frozen.clear();
        CompletableFuture<RevalidationResult> checked = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                checked.complete(peers.check(node, PATH, "\"a\""));
            } catch (IOException e) {
                checked.completeExceptionally(e);
            }
        });
        Eventually.that("it came", () -> frozen.size() == 1);
        frozen.getFirst().run();
        return checked.get();
    }

    @Test
    void aShortageOfThisMachineIsNotTheOtherNodesFailure() {
        assertTrue(LocalExhaustionCheck.isCauseOf(because(new ChannelException("Failed to open a socket."))));
        assertTrue(LocalExhaustionCheck.isCauseOf(because(new BindException("Cannot assign requested address"))));
        assertFalse(LocalExhaustionCheck.isCauseOf(because(new ConnectException("Connection refused"))));
        assertFalse(LocalExhaustionCheck.isCauseOf(new ConnectException("refused")));
    }

    private static ConnectException because(Throwable cause) {
        ConnectException failure = new ConnectException("cannot connect to /127.0.0.1:1: " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    @Test
    void anOfferIsConsideredByTheOtherNodeAndNoMoreThanAFewAreUnderWay() throws Exception {
        List<Runnable> frozen = new CopyOnWriteArrayList<>();
        AtomicInteger considered = new AtomicInteger();
        CountDownLatch thaw = new CountDownLatch(1);
        Executor executor = step -> {
            considered.incrementAndGet();
            if (thaw.getCount() == 0) {
                step.run();
            } else {
                frozen.add(step);
            }
        };
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, executor);
                OutgoingLinks links = links(stage)) {
            PeerClient peers = peers(stage, links, TIMINGS, new PeerLoads());
            ClusterMember store = node(stage.address());
            for (int i = 0; i < 20; i++) {
                peers.offer(store, PATH, new AgedCount(5, 0), 0);
            }
            Eventually.that("as many as may be under way have come", () -> frozen.size() == 8);
            thaw.countDown();
            frozen.forEach(Runnable::run);
            Eventually.that("it is held", () -> stage.memory.hot().size() == 1);
            Eventually.that("others may follow", () -> {
                peers.offer(store, PATH, AgedCount.NONE, 0);
                return considered.get() > 8;
            });
        }
    }

    @Test
    void aNodeThatStopsWithinABodyCutsItAndIsNotAskedAgainAtOnce() throws Exception {
        LinkTimeouts times = new LinkTimeouts(Duration.ofSeconds(20), Duration.ofMillis(60), Duration.ofSeconds(60));
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(times);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> OutgoingLinkTest.beginABody(socket));
            PeerClient peers = peers(stage, links, TIMINGS, new PeerLoads());
            ClusterMember holder = node((InetSocketAddress) socket.getLocalSocketAddress());
            var copy = assertInstanceOf(PeerObjectResult.Copy.class, peers.fetch(holder, PATH, AgedCount.NONE));
            assertThrows(IOException.class, () -> bytes(copy.document()));
            assertEquals(
                    new PeerObjectResult.Failed("n2: did not answer a moment ago"),
                    peers.fetch(holder, PATH, AgedCount.NONE));
        }
    }

    @Test
    void aNodeThatCannotBeReachedIsNotAskedAgainAtOnce() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            InetSocketAddress closed;
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                closed = (InetSocketAddress) socket.getLocalSocketAddress();
            }
            PeerClient peers = peers(stage, links, TIMINGS, new PeerLoads());
            var failed =
                    assertInstanceOf(PeerObjectResult.Failed.class, peers.fetch(node(closed), PATH, AgedCount.NONE));
            assertTrue(failed.reason().startsWith("n2: cannot connect: "), failed.reason());
            assertEquals(
                    new PeerObjectResult.Failed("n2: did not answer a moment ago"),
                    peers.fetch(node(closed), PATH, AgedCount.NONE));
            assertThrows(IOException.class, () -> peers.check(node(closed), PATH, "\"a\""));
            failed = assertInstanceOf(
                    PeerObjectResult.Failed.class, peers.fetchFromHome(node(closed), PATH, AgedCount.NONE, 0));
            assertTrue(failed.reason().startsWith("n2: cannot connect: "), "nobody else has its file");
        }
    }
}
