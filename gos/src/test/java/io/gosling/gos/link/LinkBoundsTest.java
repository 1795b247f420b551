package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.Headers;
import io.gosling.testing.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Links with a node that is slow, frozen, or said to have left: what is bounded, and who is not kept waiting. */
class LinkBoundsTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final ClusterMember ASKER = ClusterMember.named("n1", LinkStage.ASKER);

    private static final PeerFrame.Fetch.From FROM_HOME = PeerFrame.Fetch.From.HOME;

    private static PeerFrame fetch(String path) {
        return new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, path, AgedCount.NONE, 0);
    }

    private static byte[] large(LinkStage stage) throws IOException {
        byte[] bytes = new byte[1 << 20];
        new Random(9).nextBytes(bytes);
        stage.site.file("large.bin", bytes);
        stage.hold("/large.bin");
        return bytes;
    }

    private static List<HeardAnswer> unread(LinkStage stage, OutgoingLink link, int bodies) {
        List<HeardAnswer> slow = new ArrayList<>();
        for (int i = 0; i < bodies; i++) {
            slow.add(stage.ask(link, fetch("/large.bin"), LONG, false));
        }
        return slow;
    }

    @Test
    void bodiesThatNobodyReadsStopNoOther() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            byte[] bytes = large(stage);
            OutgoingLink link = stage.link();
            List<HeardAnswer> slow = unread(stage, link, 16);
            Eventually.that(
                    "their credit is used", () -> slow.stream().allMatch(one -> one.held == LinkCredit.OF_BODY));
            HeardAnswer heard = stage.ask(link, fetch("/large.bin"));
            heard.whole();
            assertArrayEquals(bytes, heard.bytes());
        }
    }

    @Test
    void bodiesUnderWayTakeNoPlaceOfQuestions() throws Exception {
        List<Runnable> work = new CopyOnWriteArrayList<>();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 1, work::add)) {
            large(stage);
            OutgoingLink link = stage.link();
            List<HeardAnswer> slow = unread(stage, link, 3);
            Eventually.that("all have begun", () -> slow.stream().allMatch(one -> one.held > 0));
            assertEquals(3, stage.load.inHand(), "they count as this node's load");
            HeardAnswer checked = stage.ask(link, new PeerFrame.Check("/a.html", "\"a\""));
            assertEquals(
                    new PeerRefusal.NotHeld(), stage.ask(link, fetch("/none")).refusal(), "it is answered at once");
            assertInstanceOf(
                    PeerRefusal.Busy.class,
                    stage.ask(link, new PeerFrame.Check("/a.html", "\"a\"")).refusal());
            work.getFirst().run();
            assertInstanceOf(PeerFrame.Checked.class, checked.whole());
        }
    }

    @Test
    void aLinkHasABoundOfBodies() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            large(stage);
            stage.hold("/a.html");
            OutgoingLink link = stage.link();
            List<HeardAnswer> slow = unread(stage, link, OutgoingBodies.MOST);
            assertInstanceOf(
                    PeerRefusal.Busy.class, stage.ask(link, fetch("/large.bin")).refusal());
            stage.ask(link, fetch("/a.html")).whole();
            assertFalse(slow.getLast().isOver());
        }
    }

    /** A response in memory; one reference is the memory's. */
    private record Stored(ByteBuf memory) implements SharedResponseSource.Giving {
        @Override
        public SharedResponseSource.News news(Duration timeout) {
            return new SharedResponseSource.News.Head(SampleFrames.reply(true, 0), "", memory.readableBytes());
        }

        @Override
        public SharedResponseSource.News newsAtOnce() {
            return news(Duration.ZERO);
        }

        @Override
        public ByteBuf bytes() {
            return memory.retainedDuplicate();
        }

        @Override
        public int read(byte[] to, Duration timeout) {
            return -1;
        }

        @Override
        public void close() {}
    }

    @Test
    void theBoundOfBodiesHoldsForResponsesOfOriginsToo() throws Exception {
        ByteBuf memory = Unpooled.wrappedBuffer(new byte[1 << 20]);
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), ask -> new Stored(memory))) {
            OutgoingLink link = stage.link();
            PeerFrame held = new PeerFrame.Join(SharedResponseRequest.asHeld("http://origin.test/a"));
            List<HeardAnswer> slow = new ArrayList<>();
            for (int i = 0; i < OutgoingBodies.MOST; i++) {
                slow.add(stage.ask(link, held, LONG, false));
            }
            PeerFrame joined =
                    new PeerFrame.Join(new SharedResponseRequest("http://origin.test/a", Headers.empty(), "", 1));
            for (PeerFrame question : List.of(held, joined, joined, joined, joined)) {
                assertInstanceOf(
                        PeerRefusal.Busy.class, stage.ask(link, question).refusal());
            }
            Eventually.that("bodies alone are in hand", () -> stage.load.inHand() == OutgoingBodies.MOST);
            assertTrue(slow.getLast().held > 0);
        }
        assertEquals(1, memory.refCnt());
        memory.release();
    }

    @Test
    void offersAndJoinedFetchesTakeAPlaceUntilTheyAreAnswered() throws Exception {
        List<Runnable> work = new CopyOnWriteArrayList<>();
        PeerFrame join = new PeerFrame.Join(new SharedResponseRequest("http://origin.test/a", Headers.empty(), "", 1));
        PeerFrame offer = new PeerFrame.Fetch(PeerFrame.Fetch.From.OFFER, "/a.html", AgedCount.NONE, 0);
        try (LinkStage stage =
                new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 1, work::add, SharedResponseSource.none())) {
            OutgoingLink link = stage.link();
            for (PeerFrame question : List.of(join, offer)) {
                work.clear();
                HeardAnswer first = stage.ask(link, question);
                for (int i = 0; i < 2 * LinkStage.JOINED; i++) {
                    assertInstanceOf(
                            PeerRefusal.Busy.class, stage.ask(link, join).refusal());
                    assertInstanceOf(
                            PeerRefusal.Busy.class, stage.ask(link, offer).refusal());
                }
                assertFalse(first.isOver());
                assertEquals(1, work.size());
                work.getFirst().run();
                Eventually.that("it is answered", first::isOver);
            }
        }
    }

    private static PeerFrame changed(int length) {
        return new PeerFrame.Invalidate("/" + "k".repeat(length), 9);
    }

    private static void tell(LinkStage stage, OutgoingLink link, PeerFrame frame) {
        stage.onLoop(() -> {
            link.tell(frame);
            return true;
        });
    }

    @Test
    void messagesThatMayBeLostTakeAPartOfThePlaces() throws Exception {
        List<Runnable> work = new CopyOnWriteArrayList<>();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 8, work::add)) {
            OutgoingLink link = stage.link();
            for (int i = 0; i < 100; i++) {
                tell(stage, link, changed(10));
            }
            stage.ask(link, fetch("/none")).refusal();
            assertEquals(2, work.size());
            work.forEach(Runnable::run);
            tell(stage, link, changed(10));
            stage.ask(link, fetch("/none")).refusal();
            assertEquals(3, work.size(), "their places are free again");
            work.getLast().run();
        }
    }

    /** A node that greets; afterwards it takes what comes and says nothing, or does not even read. */
    private static void greet(ServerSocket socket, boolean reading) {
        try (Socket client = GreetingNode.accept(socket)) {
            if (reading) {
                client.getInputStream().transferTo(OutputStream.nullOutputStream());
            } else {
                new CompletableFuture<Void>().get(1, TimeUnit.MINUTES);
            }
        } catch (Exception e) {
            // The test's end.
        }
    }

    private static OutgoingLink link(LinkStage stage, ServerSocket socket, LinkTimeouts times) {
        OutgoingLink link = stage.link(
                new HandshakeRules(LinkStage.SECRET, ASKER),
                LinkStage.PEER,
                KnownPurgeVersions.none(),
                times,
                (InetSocketAddress) socket.getLocalSocketAddress());
        Eventually.that("it is open", () -> stage.onLoop(link::isOpen));
        return link;
    }

    @Test
    void aConnectionOnWhichAProbeIsNotAnsweredIsLeft() throws Exception {
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> greet(socket, true));
            OutgoingLink link = link(stage, socket, new LinkTimeouts(Duration.ofMillis(500), LONG, LONG));
            HeardAnswer early = stage.ask(link, fetch("/a.html"));
            assertEquals(
                    new PeerRefusal.Silent("no answer in time"),
                    stage.ask(link, fetch("/a.html"), Duration.ofMillis(5), true)
                            .refusal());
            assertFalse(early.isOver(), "a short silence is none");
            PeerRefusal unasked = new PeerRefusal.Unasked("did not answer a moment ago");
            assertEquals(unasked, stage.ask(link, fetch("/a.html")).refusal());
            HeardAnswer needed = stage.ask(link, new PeerFrame.Fetch(FROM_HOME, "/a.html", AgedCount.NONE, 0));
            PeerRefusal gone = new PeerRefusal.Gone("nothing comes any more");
            assertEquals(gone, early.refusal());
            assertEquals(gone, needed.refusal());
        }
    }

    @Test
    void aJoinedFetchAtASilentNodeIsWaitedForNoLongerThanAPause() throws Exception {
        LinkTimeouts times = new LinkTimeouts(LONG, Duration.ofMillis(50), LONG);
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> greet(socket, true));
            OutgoingLink link = link(stage, socket, times);
            HeardAnswer joined = stage.ask(
                    link,
                    new PeerFrame.Join(new SharedResponseRequest("http://origin.test/a", Headers.empty(), "", 1)));
            HeardAnswer other = stage.ask(link, new PeerFrame.Check("/a.html", "\"a\""));
            stage.ask(link, fetch("/a.html"), Duration.ofMillis(5), true).refusal();
            assertEquals(new PeerRefusal.Silent("no answer in time"), joined.refusal());
            assertFalse(other.isOver(), "it gives no signs of life");
        }
    }

    @Test
    void whatANodeDoesNotTakeIsBounded() throws Exception {
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread taking = Thread.ofVirtual().start(() -> greet(socket, false));
            OutgoingLink link = link(stage, socket, LinkStage.TIMES);
            for (int i = 0; i < 120; i++) {
                for (int key = 0; key < 25; key++) {
                    tell(stage, link, changed(8000));
                }
            }
            assertEquals(
                    new PeerRefusal.Unasked("did not answer a moment ago"),
                    stage.ask(link, fetch("/a.html"), Duration.ofSeconds(1), true)
                            .refusal());
            taking.interrupt();
        }
    }

    private static OutgoingLinks links(LinkStage stage) {
        return stage.links(KnownPurgeVersions.none(), LinkStage.TIMES);
    }

    private static ClusterMember node(InetSocketAddress address) {
        return new ClusterMember(
                "n2", LinkStage.TAG, NodeRole.ALL, address, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    private static void readToItsEnd(LinkStage stage, OutgoingLink link, HeardAnswer slow) throws Exception {
        while (!slow.isOver()) {
            stage.onLoop(() -> {
                int more = slow.held - slow.released;
                slow.released = slow.held;
                link.consumed(slow.id, slow.isOver() ? 0 : more);
                return true;
            });
        }
        slow.whole();
    }

    @Test
    void aBodyOfANodeThatIsSaidToHaveLeftComesToItsEnd() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            byte[] bytes = large(stage);
            OutgoingLink link = stage.onLoop(() -> links.to(node(stage.address()), stage.loop));
            HeardAnswer slow = stage.ask(link, fetch("/large.bin"), LONG, false);
            Eventually.that("it has begun", () -> slow.held > 0);
            links.retain(KnownNodes.alone(ASKER));
            stage.onLoop(() -> true);
            readToItsEnd(stage, link, slow);
            assertArrayEquals(bytes, slow.bytes());
            Eventually.that("the link has ended", () -> stage.load.links() == 0);
            assertEquals(
                    new PeerRefusal.Gone("it has left"),
                    stage.ask(link, fetch("/a.html")).refusal());
        }
    }

    @Test
    void anAddressThatRefusesIsNotTriedAgainAtOnce() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            InetSocketAddress closed;
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                closed = (InetSocketAddress) socket.getLocalSocketAddress();
            }
            CompletableFuture<OutgoingLink> next = new CompletableFuture<>();
            OutgoingLink first = stage.onLoop(() -> {
                OutgoingLink link = links.to(node(closed), stage.loop);
                link.ask(fetch("/a.html"), stage.loop.ticker().nanoTime() + LONG.toNanos(), new OutgoingLink.Answer() {
                    @Override
                    public void frame(PeerFrame frame) {}

                    @Override
                    public void ended(PeerRefusal why) {
                        // Once the loop has done with the link, which has just ended.
                        stage.loop.execute(() -> next.complete(links.to(node(closed), stage.loop)));
                    }
                });
                return link;
            });
            assertSame(first, next.get(30, TimeUnit.SECONDS));
            Eventually.that("it is tried again", () -> stage.onLoop(() -> links.to(node(closed), stage.loop)) != first);
        }
    }

    @Test
    void aReasonOfAStrangerIsOnePrintableLine() throws Exception {
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket client = socket.accept()) {
                    client.getOutputStream().write(SampleFrames.preamble());
                    client.getOutputStream()
                            .write(SampleFrames.bytes(0, new PeerFrame.Refused("no\nWARNING forged \u001b[1m")));
                    client.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    // The test's end.
                }
            });
            OutgoingLink link = stage.link(
                    new HandshakeRules(LinkStage.SECRET, ASKER),
                    LinkStage.PEER,
                    KnownPurgeVersions.none(),
                    LinkStage.TIMES,
                    (InetSocketAddress) socket.getLocalSocketAddress());
            assertEquals(
                    new PeerRefusal.Gone("it refuses this node: no?WARNING forged ?[1m"),
                    stage.ask(link, fetch("/a.html")).refusal());
        }
    }
}
