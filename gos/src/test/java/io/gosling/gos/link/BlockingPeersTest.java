package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.Lookup;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.document.ValidationResult;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.gos.space.Peers;
import io.gosling.settings.Values;
import io.gosling.testing.Eventually;
import io.netty.bootstrap.Bootstrap;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The other nodes over links, as a thread sees them that waits. */
class BlockingPeersTest {
    private static final DocumentPath PATH = DocumentPath.parse("/a.html");
    private static final ClusterTimings TIMINGS = new ClusterTimings(Values.none())
            .with(ClusterTimings.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimings.HOME_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimings.CONNECT, Duration.ofSeconds(10));

    private static PeerLinks links(LinkStage stage) {
        return links(stage, LinkStage.TIMES);
    }

    private static PeerLinks links(LinkStage stage, LinkTimes times) {
        return new PeerLinks(
                new Bootstrap().channel(stage.transport.clientChannel()),
                Handshake.of(LinkStage.SECRET, Node.named("n1", LinkStage.ASKER)),
                KnownPurges.none(),
                times,
                stage.warnings);
    }

    private static Peers peers(LinkStage stage, PeerLinks links, ClusterTimings timings, PeerLoads loads) {
        var asking = new LinkPeers(stage.transport.eventLoops(), links, timings.get(ClusterTimings.CONNECT));
        return new BlockingPeers(asking, Peers.none(), timings, 1 << 20, loads, Ticker.system());
    }

    private static Node node(InetSocketAddress address) {
        return new Node("n2", LinkStage.TAG, NodeRole.ALL, address, null, null, Node.Phase.READY, NodeProfile.PLAIN);
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
                PeerLinks links = links(stage)) {
            stage.site.file("large.bin", large).file("none.txt", "");
            Peers peers = peers(stage, links, TIMINGS, loads);
            Node holder = node(stage.address());
            for (String path : List.of("/a.html", "/none.txt", "/large.bin")) {
                stage.hold(path);
                var copy = assertInstanceOf(
                        PeerAnswer.Copy.class, peers.fetch(holder, DocumentPath.parse(path), AgedCount.NONE));
                Document document = copy.document();
                assertEquals(new Provenance(ResponseSource.PEER_MEMORY, "n2"), document.provenance());
                byte[] expected = Files.readAllBytes(stage.site.directory().resolve(path.substring(1)));
                assertEquals(expected.length, document.body().length());
                assertArrayEquals(expected, bytes(document));
            }
            assertEquals(new PeerAnswer.NotHeld(), peers.fetch(holder, DocumentPath.parse("/b.html"), AgedCount.NONE));
            assertEquals(1, loads.of(holder), "the holder had one request in hand");
        }
    }

    @Test
    void aBodyThatIsClosedEarlyIsGivenUp() throws Exception {
        try (LinkStage stage = new LinkStage();
                PeerLinks links = links(stage)) {
            stage.site.file("large.bin", new byte[2 << 20]);
            stage.hold("/large.bin");
            Peers peers = peers(stage, links, TIMINGS, new PeerLoads());
            var copy = assertInstanceOf(
                    PeerAnswer.Copy.class,
                    peers.fetch(node(stage.address()), DocumentPath.parse("/large.bin"), AgedCount.NONE));
            assertEquals(1, stage.load.inHand());
            copy.document().close();
            Eventually.that("nothing is in hand", () -> stage.load.inHand() == 0);
        }
    }

    @Test
    void aHomeGivesWhatItReadsAndSaysWhyThereIsNothing() throws Exception {
        try (LinkStage stage = new LinkStage();
                PeerLinks links = links(stage)) {
            stage.site.file("dir/index.html", "index");
            Peers peers = peers(stage, links, TIMINGS, new PeerLoads());
            Node home = node(stage.address());
            for (ResponseSource from : List.of(ResponseSource.HOME_DISK, ResponseSource.HOME_MEMORY)) {
                var copy = assertInstanceOf(PeerAnswer.Copy.class, peers.fetchFromHome(home, PATH, AgedCount.NONE, 0));
                assertEquals(new Provenance(from, "n2"), copy.document().provenance());
                assertArrayEquals("alpha".getBytes(StandardCharsets.UTF_8), bytes(copy.document()));
            }
            assertEquals(
                    new PeerAnswer.Said(new Lookup.Absent()),
                    peers.fetchFromHome(home, DocumentPath.parse("/none"), AgedCount.NONE, 0));
            assertEquals(
                    new PeerAnswer.Said(new Lookup.Moved("/dir/")),
                    peers.fetchFromHome(home, DocumentPath.parse("/dir"), AgedCount.NONE, 0));
        }
    }

    @Test
    void aHomeIsAskedWhetherATagIsStillRight() throws Exception {
        try (LinkStage stage = new LinkStage();
                PeerLinks links = links(stage)) {
            stage.hold("/a.html");
            Peers peers = peers(stage, links, TIMINGS, new PeerLoads());
            Node home = node(stage.address());
            var copy = assertInstanceOf(PeerAnswer.Copy.class, peers.fetch(home, PATH, AgedCount.NONE));
            String tag = copy.document().representation().etag();
            copy.document().close();
            assertEquals(ValidationResult.UNCHANGED, peers.check(home, PATH, tag));
            assertEquals(ValidationResult.CHANGED, peers.check(home, PATH, "\"other\""));
            assertEquals(ValidationResult.GONE, peers.check(home, DocumentPath.parse("/none"), tag));
        }
    }

    @Test
    void aChangeReachesANodeToWhichNoLinkIsOpen() throws Exception {
        try (LinkStage stage = new LinkStage();
                PeerLinks links = links(stage)) {
            stage.hold("/a.html");
            Peers peers = peers(stage, links, TIMINGS, new PeerLoads());
            peers.invalidate(List.of(node(stage.address()), LinkStage.PEER), "/a.html", 9);
            Eventually.that("it was dropped", () -> stage.memory.hot().size() == 0);
        }
    }

    @Test
    void aNodeThatIsLateThreeTimesIsNotAskedForAWhile() throws Exception {
        List<Runnable> frozen = new CopyOnWriteArrayList<>();
        ClusterTimings hasty = TIMINGS.with(ClusterTimings.MEMORY_FIRST_BYTE, Duration.ofMillis(20))
                .with(ClusterTimings.CONNECT, Duration.ofMillis(50))
                .with(ClusterTimings.SUSPICION, Duration.ofMinutes(1));
        try (LinkStage stage = new LinkStage(KnownPurges.none(), LinkStage.TIMES, 256, frozen::add);
                PeerLinks links = links(stage)) {
            stage.holdUnchecked("/a.html");
            Node holder = node(stage.address());
            Peers late = peers(stage, links, hasty, new PeerLoads());
            PeerAnswer silent = new PeerAnswer.Failed("n2: no answer in time");
            for (int i = 0; i < 3; i++) {
                assertEquals(silent, late.fetch(holder, PATH, AgedCount.NONE));
            }
            assertEquals(
                    new PeerAnswer.Failed("n2: did not answer a moment ago"), late.fetch(holder, PATH, AgedCount.NONE));
            frozen.forEach(Runnable::run);
        }
    }

    @Test
    void aNodeThatStopsWithinABodyCutsItAndIsNotAskedAgainAtOnce() throws Exception {
        LinkTimes times = new LinkTimes(Duration.ofSeconds(20), Duration.ofMillis(60), Duration.ofSeconds(60));
        try (LinkStage stage = new LinkStage();
                PeerLinks links = links(stage, times);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> PeerLinkTest.beginABody(socket));
            Peers peers = peers(stage, links, TIMINGS, new PeerLoads());
            Node holder = node((InetSocketAddress) socket.getLocalSocketAddress());
            var copy = assertInstanceOf(PeerAnswer.Copy.class, peers.fetch(holder, PATH, AgedCount.NONE));
            assertThrows(IOException.class, () -> bytes(copy.document()));
            assertEquals(
                    new PeerAnswer.Failed("n2: did not answer a moment ago"),
                    peers.fetch(holder, PATH, AgedCount.NONE));
        }
    }

    @Test
    void aNodeThatCannotBeReachedIsNotAskedAgainAtOnce() throws Exception {
        try (LinkStage stage = new LinkStage();
                PeerLinks links = links(stage)) {
            InetSocketAddress closed;
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                closed = (InetSocketAddress) socket.getLocalSocketAddress();
            }
            Peers peers = peers(stage, links, TIMINGS, new PeerLoads());
            var failed = assertInstanceOf(PeerAnswer.Failed.class, peers.fetch(node(closed), PATH, AgedCount.NONE));
            assertTrue(failed.reason().startsWith("n2: cannot connect: "), failed.reason());
            assertEquals(
                    new PeerAnswer.Failed("n2: did not answer a moment ago"),
                    peers.fetch(node(closed), PATH, AgedCount.NONE));
            IOException refused = assertThrows(IOException.class, () -> peers.check(node(closed), PATH, "\"a\""));
            assertTrue(String.valueOf(refused.getMessage()).startsWith("cannot connect: "));
        }
    }
}
