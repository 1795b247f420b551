package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.SmallObjectClient;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import io.gosling.gos.space.SmallObjectResult;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small objects that event loops fetch over links. */
@Timeout(60)
class LinkSmallObjectClientTest {
    private static final DocumentPath PATH = DocumentPath.parse("/a.bin");
    private static final ClusterTimeouts TIMINGS =
            new ClusterTimeouts(SettingValues.none()).with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(10));

    /** The receiver of one fetch. */
    private static class Heard implements SmallObjectClient.Receiver {
        final LinkedBlockingQueue<SmallObjectResult> answers = new LinkedBlockingQueue<>();
        volatile @Nullable EntrySummary entry;
        volatile @Nullable ByteBuf room;

        @Override
        public void located(EntrySummary read) {
            entry = read;
        }

        @Override
        public @Nullable ByteBuf room(long length) {
            room = length > SmallObjectClient.MOST ? null : Unpooled.buffer((int) length + 1);
            return room;
        }

        @Override
        public void answered(SmallObjectResult answer) {
            answers.add(answer);
        }

        SmallObjectResult answer() throws InterruptedException {
            return Objects.requireNonNull(answers.poll(30, TimeUnit.SECONDS));
        }
    }

    private static OutgoingLinks links(LinkStage stage) {
        return stage.links(KnownPurgeVersions.none(), LinkStage.TIMES);
    }

    private static PeerClient peers(LinkStage stage, OutgoingLinks links, PeerLoads loads) {
        return stage.peers(links, TIMINGS, loads, Ticker.system());
    }

    private static boolean fetch(LinkStage stage, PeerClient peers, ClusterMember holder, Heard heard) {
        return stage.onLoop(() -> peers.small().beginFetch(holder, PATH, AgedCount.NONE, stage.loop, heard));
    }

    /** Fetches once the link is open: before that nothing is done. */
    private static void fetchWhenLinked(LinkStage stage, PeerClient peers, ClusterMember holder, Heard heard) {
        Eventually.that("the link is open", () -> fetch(stage, peers, holder, heard));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10_000, 64 << 10})
    void aCopyIsGatheredInItsRoom(int length) throws Exception {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        PeerLoads loads = new PeerLoads();
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("a.bin", bytes);
            stage.hold("/a.bin");
            ClusterMember holder = LinkStage.node(stage.address());
            PeerClient peers = peers(stage, links, loads);
            Heard heard = new Heard();
            assertFalse(fetch(stage, peers, holder, heard), "no link is open yet");
            fetchWhenLinked(stage, peers, holder, heard);
            var copy = assertInstanceOf(SmallObjectResult.Copy.class, heard.answer());
            assertArrayEquals(bytes, ByteBufUtil.getBytes(copy.bytes()));
            assertSame(heard.room, copy.bytes());
            assertEquals(1, copy.bytes().refCnt());
            assertEquals(length, copy.representation().length());
            assertEquals(1, loads.of(holder), "the holder had one request in hand");
        }
    }

    private static void locateWhenLinked(LinkStage stage, PeerClient peers, Wanted wanted, String key, Heard heard) {
        locateWhenLinked(stage, peers, LinkStage.node(stage.address()), wanted, key, heard);
    }

    private static void locateWhenLinked(
            LinkStage stage, PeerClient peers, ClusterMember owner, Wanted wanted, String key, Heard heard) {
        var count = new LocalCountReport(key, 1, 0, 0, 0, 0, LocalCountReport.Holding.SEEN);
        Eventually.that(
                "the link is open",
                () -> stage.onLoop(
                        () -> peers.small().beginLocate(owner, count, SampleFrames.AGEING, wanted, stage.loop, heard)));
    }

    @Test
    void anEntryOwnerThatHasTheObjectGivesItWithTheEntry() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("a.bin", "alpha");
            stage.hold("/a.bin");
            Heard heard = new Heard();
            locateWhenLinked(stage, peers(stage, links, new PeerLoads()), Wanted.DOCUMENT, "/a.bin", heard);
            var copy = assertInstanceOf(SmallObjectResult.Copy.class, heard.answer());
            assertEquals("alpha", copy.bytes().toString(StandardCharsets.UTF_8));
            assertEquals(1, Objects.requireNonNull(heard.entry).agac(), "the request is counted");
        }
    }

    @ParameterizedTest
    @CsvSource({"NOTHING, /a.bin", "DOCUMENT, /b.bin", "RESPONSE, /b.bin"})
    void anEntryOwnerWithoutTheObjectTellsOfTheEntryOnly(Wanted wanted, String key) throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("a.bin", "alpha");
            stage.hold("/a.bin");
            Heard heard = new Heard();
            locateWhenLinked(stage, peers(stage, links, new PeerLoads()), wanted, key, heard);
            assertEquals(new SmallObjectResult.OnlyLocated(), heard.answer());
            assertEquals(1, Objects.requireNonNull(heard.entry).agac());
            Eventually.that("nothing is in hand", () -> stage.load.inHand() == 0);
        }
    }

    @Test
    void aCopyThatIsTooLargeIsGivenUpAndOthersMayFollow() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("a.bin", new byte[(64 << 10) + 1]);
            stage.hold("/a.bin");
            ClusterMember holder = LinkStage.node(stage.address());
            PeerClient peers = peers(stage, links, new PeerLoads());
            for (int i = 0; i < 5; i++) {
                Heard heard = new Heard();
                fetchWhenLinked(stage, peers, holder, heard);
                assertEquals(new SmallObjectResult.Other(), heard.answer());
                Eventually.that("the other node gives it up", () -> stage.load.inHand() == 0);
            }
        }
    }

    @Test
    void aReceiverThatFailsConcernsNoOtherQuestionOfTheLink() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            stage.site.file("a.bin", "alpha");
            stage.hold("/a.bin");
            ClusterMember holder = LinkStage.node(stage.address());
            PeerLoads loads = new PeerLoads();
            PeerClient peers = peers(stage, links, loads);
            fetchWhenLinked(stage, peers, holder, new Heard());
            Heard roomless = new Heard() {
                @Override
                public ByteBuf room(long length) {
                    throw new IllegalStateException("planted: no room");
                }
            };
            Heard broken = new Heard() {
                @Override
                public void answered(SmallObjectResult answer) {
                    super.answered(answer);
                    throw new IllegalStateException("planted: not answered");
                }
            };
            Heard whole = new Heard();
            stage.onLoop(() -> {
                assertTrue(peers.small().beginFetch(holder, PATH, AgedCount.NONE, stage.loop, roomless));
                assertTrue(peers.small().beginFetch(holder, PATH, AgedCount.NONE, stage.loop, broken));
                assertTrue(peers.small().beginFetch(holder, PATH, AgedCount.NONE, stage.loop, whole));
                return true;
            });
            assertEquals(new SmallObjectResult.Other(), roomless.answer());
            assertInstanceOf(SmallObjectResult.Copy.class, broken.answer());
            assertInstanceOf(SmallObjectResult.Copy.class, whole.answer());
            assertTrue(roomless.answers.isEmpty() && broken.answers.isEmpty(), "each is answered once");
            assertTrue(fetch(stage, peers, holder, new Heard()), "the link is open");
        }
    }

    @Test
    void whatIsNotHeldIsToldAndDoesNotCountAgainstTheNode() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            ClusterMember holder = LinkStage.node(stage.address());
            PeerClient peers = peers(stage, links, new PeerLoads());
            for (int i = 0; i < 5; i++) {
                Heard heard = new Heard();
                fetchWhenLinked(stage, peers, holder, heard);
                assertEquals(new SmallObjectResult.NotHeld(), heard.answer());
            }
        }
    }

    /** Answers the first question, byte by byte, and closes. */
    private static void answerInPieces(ServerSocket socket, byte[] answer) {
        try (Socket client = GreetingNode.acceptQuestion(socket)) {
            client.setTcpNoDelay(true);
            OutputStream out = client.getOutputStream();
            for (byte piece : answer) {
                out.write(piece);
                out.flush();
            }
            client.shutdownOutput();
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The test's end.
        }
    }

    private static byte[] have(int length) {
        return SampleFrames.bytes(
                1, new PeerFrame.Have(SampleFrames.copy(length), 0, Unpooled.copiedBuffer(SampleFrames.BODY)));
    }

    /** The frames of an answer: G is an entry that the object follows, L one alone, and H the object. */
    private static byte[] frames(String kinds) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (char kind : kinds.toCharArray()) {
            all.writeBytes(
                    kind == 'H'
                            ? have(SampleFrames.BODY.length)
                            : SampleFrames.bytes(1, new PeerFrame.Located(EntrySummary.nothing(), kind == 'G')));
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({"DOCUMENT, GGH", "DOCUMENT, GL", "DOCUMENT, H", "NOTHING, GL", "NOTHING, H", "RESPONSE, GH"})
    void anEntryOwnerThatAnswersOutOfTurnLosesTheLink(Wanted wanted, String answer) throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerInPieces(socket, frames(answer)));
            Heard heard = new Heard();
            ClusterMember owner = LinkStage.node((InetSocketAddress) socket.getLocalSocketAddress());
            locateWhenLinked(stage, peers(stage, links, new PeerLoads()), owner, wanted, "/a.bin", heard);
            assertEquals(new SmallObjectResult.Failed(), heard.answer());
        }
    }

    @Test
    void anObjectThatDoesNotFollowItsEntryIsWaitedForNoLongerThanOneThatWasAskedFor() throws Exception {
        LinkTimeouts patient = new LinkTimeouts(Duration.ofSeconds(20), Duration.ofMinutes(10), Duration.ofMinutes(10));
        ClusterTimeouts brief = TIMINGS.with(ClusterTimeouts.LOCATE, Duration.ofSeconds(10))
                .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofMillis(20));
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(patient);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                ServerSocket unused = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerAndStop(socket, unused, frames("G")));
            Heard heard = new Heard();
            ClusterMember owner = LinkStage.node((InetSocketAddress) socket.getLocalSocketAddress());
            PeerClient peers = stage.peers(links, brief, new PeerLoads(), Ticker.system());
            locateWhenLinked(stage, peers, owner, Wanted.DOCUMENT, "/a.bin", heard);
            assertEquals(new SmallObjectResult.Failed(), heard.answer());
        }
    }

    /** Answers the first question, and then nothing, with the connection open, until the other socket is closed. */
    private static void answerAndStop(ServerSocket socket, ServerSocket end, byte[] answer) {
        try (Socket client = GreetingNode.acceptQuestion(socket)) {
            client.getOutputStream().write(answer);
            end.accept().close();
        } catch (IOException e) {
            // The test's end.
        }
    }

    @Test
    void aFrameThatComesInPiecesIsOneCopy() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerInPieces(socket, have(SampleFrames.BODY.length)));
            Heard heard = new Heard();
            ClusterMember holder = LinkStage.node((InetSocketAddress) socket.getLocalSocketAddress());
            fetchWhenLinked(stage, peers(stage, links, new PeerLoads()), holder, heard);
            var copy = assertInstanceOf(SmallObjectResult.Copy.class, heard.answer());
            assertArrayEquals(SampleFrames.BODY, ByteBufUtil.getBytes(copy.bytes()));
        }
    }

    @Test
    void aCopyThatIsCutGivesItsRoomBackAndItsNodeIsNotAskedForAWhile() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerInPieces(socket, have(SampleFrames.BODY.length + 1)));
            Heard heard = new Heard();
            ClusterMember holder = LinkStage.node((InetSocketAddress) socket.getLocalSocketAddress());
            PeerClient peers = peers(stage, links, new PeerLoads());
            fetchWhenLinked(stage, peers, holder, heard);
            assertEquals(new SmallObjectResult.Failed(), heard.answer());
            ByteBuf room = Objects.requireNonNull(heard.room);
            Eventually.that("the room is given back", () -> room.refCnt() == 0);
            assertEquals(
                    new PeerObjectResult.Failed("n2: did not answer a moment ago"),
                    peers.fetch(holder, PATH, AgedCount.NONE));
            assertTrue(heard.answers.isEmpty(), "it is answered once");
        }
    }
}
