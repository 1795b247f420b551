package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerCopyMetadata;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.testing.Eventually;
import io.gosling.testing.RecordedLog;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** Links between two nodes over sockets of the loopback address. */
class OutgoingLinkTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static PeerFrame fetch(String path) {
        return new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, path, AgedCount.NONE, 0);
    }

    private static String text(HeardAnswer heard) {
        return new String(heard.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aFreshCopyIsGivenFromMemory() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            stage.hold("/a.html");
            stage.ticker.advance(Duration.ofMillis(700));
            HeardAnswer heard = stage.ask(stage.link(), fetch("/a.html"));
            PeerCopyMetadata copy =
                    assertInstanceOf(PeerFrame.Have.class, heard.whole()).copy();
            assertEquals("alpha", text(heard));
            assertEquals(5, copy.length());
            assertEquals("text/html; charset=utf-8", copy.representation().mediaType());
            assertEquals(700, copy.uncheckedMillis());
            assertEquals(1, stage.load.links());
            assertEquals(0, stage.load.inHand());
        }
    }

    @Test
    void whatIsNotHeldIsMissingAndAPathThatIsNoneIsRefused() throws Exception {
        Executor nobody = step -> {
            throw new AssertionError("on the loop alone");
        };
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, nobody)) {
            OutgoingLink link = stage.link();
            assertEquals(
                    new PeerRefusal.NotHeld(), stage.ask(link, fetch("/a.html")).refusal());
            assertInstanceOf(
                    PeerRefusal.Failed.class,
                    stage.ask(link, fetch("/../a.html")).refusal());
        }
    }

    private static PeerFrame home(String path) {
        return new PeerFrame.Fetch(PeerFrame.Fetch.From.HOME, path, AgedCount.NONE, 0);
    }

    @Test
    void aHomeReadsWhatItDoesNotHoldAndSaysWhyThereIsNothing() throws Exception {
        byte[] bytes = new byte[3 << 20];
        new Random(2).nextBytes(bytes);
        try (LinkStage stage = new LinkStage()) {
            stage.site.file("large.bin", bytes).file("dir/index.html", "index");
            OutgoingLink link = stage.link();
            HeardAnswer heard = stage.ask(link, home("/a.html"));
            assertTrue(
                    assertInstanceOf(PeerFrame.Have.class, heard.whole()).copy().disk());
            assertEquals("alpha", text(heard));
            HeardAnswer again = stage.ask(link, home("/a.html"));
            assertFalse(
                    assertInstanceOf(PeerFrame.Have.class, again.whole()).copy().disk(), "it is held now");
            assertEquals(
                    new PeerFrame.Said(new LookupResult.Absent()),
                    stage.ask(link, home("/none")).whole());
            assertEquals(
                    new PeerFrame.Said(new LookupResult.Moved("/dir/")),
                    stage.ask(link, home("/dir")).whole());
            HeardAnswer large = stage.ask(link, home("/large.bin"));
            large.whole();
            assertArrayEquals(bytes, large.bytes());
        }
    }

    @Test
    void aFileIsSentFromItsDiskPieceByPieceAndGivenUpWhenNobodyWantsIt() throws Exception {
        byte[] bytes = new byte[70 << 20];
        new Random(2).nextBytes(bytes);
        try (LinkStage stage = new LinkStage()) {
            stage.site.file("file.bin", bytes);
            OutgoingLink link = stage.link();
            HeardAnswer heard = stage.ask(link, home("/file.bin"));
            assertTrue(
                    assertInstanceOf(PeerFrame.Have.class, heard.whole()).copy().disk());
            assertArrayEquals(bytes, heard.bytes());
            assertEquals(0, stage.memory.hot().size(), "it is larger than the memory");
            HeardAnswer cut = stage.ask(link, home("/file.bin"), LONG, false);
            Eventually.that("it has begun", () -> cut.held > 0);
            stage.onLoop(() -> {
                link.cancel(cut.id);
                return true;
            });
            Eventually.that("the other node has given it up", () -> stage.load.inHand() == 0);
        }
    }

    @Test
    void aFileThatBecomesShorterWhileItIsSentCutsTheBody() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            stage.site.file("file.bin", new byte[70 << 20]);
            OutgoingLink link = stage.link();
            HeardAnswer heard = stage.ask(link, home("/file.bin"), LONG, false);
            Eventually.that("all of its credit is used", () -> heard.held >= LinkCredit.OF_BODY);
            stage.site.file("file.bin", new byte[1 << 20]);
            Eventually.that("it was cut", () -> {
                stage.onLoop(() -> {
                    int more = heard.held - heard.released;
                    heard.released = heard.held;
                    link.consumed(heard.id, more);
                    return true;
                });
                return heard.isOver();
            });
            PeerRefusal.Failed failed = assertInstanceOf(PeerRefusal.Failed.class, heard.refusal());
            assertTrue(failed.why().startsWith("the file ends after "), failed.why());
        }
    }

    @Test
    void anOwnersEntryIsRead() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            OutgoingLink link = stage.link();
            LocalCountReport held = new LocalCountReport("/a.html", 3, 0, 0, 0, 0, LocalCountReport.Holding.HELD);
            PeerFrame.Located first = assertInstanceOf(
                    PeerFrame.Located.class,
                    stage.ask(link, new PeerFrame.Locate(held, SampleFrames.AGEING, Wanted.NOTHING))
                            .whole());
            assertEquals(List.of(LinkStage.ASKER), first.entry().holders());
            assertEquals(3, first.entry().counted());
        }
    }

    @Test
    void aHomeComparesAnEntityTagWithItsFileAndDropsWhatHasChanged() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            stage.hold("/a.html");
            OutgoingLink link = stage.link();
            HeardAnswer heard = stage.ask(link, fetch("/a.html"));
            String tag = assertInstanceOf(PeerFrame.Have.class, heard.whole())
                    .copy()
                    .representation()
                    .etag();
            assertEquals(
                    new PeerFrame.Checked(RevalidationResult.UNCHANGED),
                    stage.ask(link, new PeerFrame.Check("/a.html", tag)).whole());
            assertEquals(
                    new PeerFrame.Checked(RevalidationResult.CHANGED),
                    stage.ask(link, new PeerFrame.Check("/a.html", "\"other\"")).whole());
            PeerFrame changed = new PeerFrame.Invalidate("/a.html", 9);
            stage.onLoop(() -> {
                link.tell(changed);
                return true;
            });
            assertEquals(
                    new PeerRefusal.NotHeld(), stage.ask(link, fetch("/a.html")).refusal());
        }
    }

    @Test
    void aBodyOf1MiBComesWithinItsCredit() throws Exception {
        byte[] bytes = new byte[1 << 20];
        new Random(1).nextBytes(bytes);
        try (LinkStage stage = new LinkStage()) {
            stage.site.file("large.bin", bytes);
            stage.hold("/large.bin");
            OutgoingLink link = stage.link();
            HeardAnswer heard = stage.ask(link, fetch("/large.bin"));
            heard.whole();
            assertArrayEquals(bytes, heard.bytes());

            HeardAnswer slow = stage.ask(link, fetch("/large.bin"), LONG, false);
            Eventually.that("all of its credit is used", () -> slow.held >= LinkCredit.OF_BODY);
            assertEquals("alpha", small(stage, link), "others are answered meanwhile");
            assertEquals(LinkCredit.OF_BODY, slow.held);
            assertFalse(slow.isOver());
            assertEquals(1, stage.load.inHand());
            for (int had = 0; had < bytes.length; ) {
                int more = slow.held - had;
                had += more;
                stage.onLoop(() -> {
                    link.consumed(slow.id, more);
                    return true;
                });
                int seen = had;
                Eventually.that("more came", () -> slow.held > seen || slow.isOver());
            }
            assertArrayEquals(bytes, slow.bytes());
        }
    }

    private static String small(LinkStage stage, OutgoingLink link) throws Exception {
        stage.hold("/a.html");
        HeardAnswer heard = stage.ask(link, fetch("/a.html"));
        heard.whole();
        return text(heard);
    }

    @Test
    void bodiesAreSentInTurn() throws Exception {
        byte[] bytes = new byte[3 << 20];
        try (LinkStage stage = new LinkStage()) {
            stage.site.file("large.bin", bytes);
            stage.hold("/large.bin");
            OutgoingLink link = stage.link();
            List<HeardAnswer> all = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                all.add(stage.ask(link, fetch("/large.bin"), LONG, false));
            }
            Eventually.that(
                    "the credit of each is used",
                    () -> all.stream().allMatch(heard -> heard.held == LinkCredit.OF_BODY));
            stage.onLoop(() -> {
                all.subList(0, 29).forEach(heard -> link.cancel(heard.id));
                return true;
            });
            HeardAnswer last = all.getLast();
            while (!last.isOver()) {
                stage.onLoop(() -> {
                    int more = last.held - last.released;
                    last.released = last.held;
                    link.consumed(last.id, last.isOver() ? 0 : more);
                    return true;
                });
            }
            assertEquals(bytes.length, last.bytes().length);
            Eventually.that("those that were cancelled are not sent", () -> stage.load.inHand() == 0);
        }
    }

    @Test
    void aBodyThatNobodyWantsAnyMoreIsGivenUp() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            stage.site.file("large.bin", new byte[1 << 20]);
            stage.hold("/large.bin");
            OutgoingLink link = stage.link();
            HeardAnswer heard = stage.ask(link, fetch("/large.bin"), LONG, false);
            Eventually.that("it has begun", () -> heard.held > 0);
            stage.onLoop(() -> {
                link.cancel(heard.id);
                return true;
            });
            Eventually.that("the other node has given it up", () -> stage.load.inHand() == 0);
            assertFalse(heard.isOver(), "who gave it up hears no more of it");
            HeardAnswer cut = stage.ask(link, fetch("/large.bin"), LONG, false);
            Eventually.that("it has begun", () -> cut.held > 0);
            stage.onLoop(() -> {
                link.close("no longer needed");
                return true;
            });
            assertEquals(new PeerRefusal.Gone("no longer needed"), cut.refusal());
            assertEquals(1, stage.over.get());
        }
    }

    @Test
    void aNodeThatMayLackAPurgeGivesNothingUntilItKnowsIt() throws Exception {
        AtomicReference<PurgeVersionVector> known = new AtomicReference<>(PurgeVersionVector.ZERO);
        AtomicReference<PurgeVersionVector> told = new AtomicReference<>(PurgeVersionVector.ZERO);
        try (LinkStage stage = new LinkStage(knowing(known), LinkStage.TIMES, 256, Runnable::run)) {
            stage.hold("/a.html");
            OutgoingLink link = stage.link(knowing(told));
            stage.ask(link, fetch("/a.html")).whole();
            told.set(PurgeVersionVector.ZERO.with(1, 1));
            assertEquals(
                    new PeerRefusal.Behind(), stage.ask(link, fetch("/a.html")).refusal());
            LocalCountReport count = new LocalCountReport("/a.html", 3, 0, 0, 0, 0, LocalCountReport.Holding.HELD);
            assertInstanceOf(
                    PeerFrame.Located.class,
                    stage.ask(link, new PeerFrame.Locate(count, SampleFrames.AGEING, Wanted.NOTHING))
                            .whole());
            known.set(PurgeVersionVector.ZERO.with(1, 1));
            assertInstanceOf(
                    PeerFrame.Have.class, stage.ask(link, fetch("/a.html")).whole());
            told.set(PurgeVersionVector.ZERO.with(1, 2));
            assertEquals(
                    new PeerRefusal.Behind(), stage.ask(link, fetch("/a.html")).refusal());
        }
    }

    private static KnownPurgeVersions knowing(AtomicReference<PurgeVersionVector> known) {
        return new KnownPurgeVersions() {
            @Override
            public PurgeVersionVector tell() {
                return known.get();
            }

            @Override
            public boolean covers(PurgeVersionVector told) {
                return told.equals(known.get());
            }
        };
    }

    @Test
    void aNodeWithTooMuchInHandSaysSoAndWhatMayBlockIsDoneElsewhere() throws Exception {
        List<Runnable> work = new CopyOnWriteArrayList<>();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 2, work::add)) {
            OutgoingLink link = stage.link();
            stage.holdUnchecked("/a.html");
            HeardAnswer first = stage.ask(link, fetch("/a.html"));
            HeardAnswer second = stage.ask(link, fetch("/a.html"));
            assertInstanceOf(
                    PeerRefusal.Busy.class, stage.ask(link, fetch("/a.html")).refusal());
            assertEquals(2, work.size());
            stage.onLoop(() -> {
                link.cancel(second.id);
                return true;
            });
            work.get(0).run();
            first.whole();
            work.get(1).run();
            Eventually.that("nothing is in hand", () -> stage.load.inHand() == 0);
            assertEquals("alpha", text(first));
            assertFalse(second.isOver());
        }
    }

    @Test
    void aNodeWithoutTheSecretOrForAnotherProcessIsRefused() throws Exception {
        try (LinkStage stage = new LinkStage();
                RecordedLog log = new RecordedLog()) {
            ClusterSecret other = ClusterSecret.of("another secret of some length");
            ClusterMember asker = ClusterMember.named("n1", LinkStage.ASKER);
            OutgoingLink stranger = stage.link(
                    new HandshakeRules(other, asker),
                    LinkStage.PEER,
                    KnownPurgeVersions.none(),
                    LinkStage.TIMES,
                    stage.address());
            String wrong = "it refuses this node: it does not have this cluster's token; have both the same secret?";
            assertEquals(
                    new PeerRefusal.Gone(wrong),
                    stage.ask(stranger, fetch("/a.html")).refusal());
            OutgoingLink late = stage.link(
                    new HandshakeRules(LinkStage.SECRET, asker),
                    ClusterMember.named("n2", 78),
                    KnownPurgeVersions.none(),
                    LinkStage.TIMES,
                    stage.address());
            String meant = "it refuses this node: it means another process; node n2 was restarted";
            assertEquals(
                    new PeerRefusal.Gone(meant),
                    stage.ask(late, fetch("/a.html")).refusal());
            assertEquals(0, stage.load.links());
            Eventually.that("both are over", () -> stage.over.get() == 2);
            assertEquals(
                    List.of("link with n2 closed: " + wrong),
                    log.messages(Level.WARNING).stream()
                            .filter(line -> line.startsWith("link with n2"))
                            .toList(),
                    "one for each node and minute");
        }
    }

    @Test
    void aNodeThatGreetsAsAnotherProcessOrDoesNotGreetIsLeft() throws Exception {
        try (LinkStage stage = new LinkStage();
                ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            LinkTimeouts hasty = new LinkTimeouts(Duration.ofMillis(30), LONG, LONG);
            OutgoingLink link = stage.link(
                    new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER)),
                    LinkStage.PEER,
                    KnownPurgeVersions.none(),
                    hasty,
                    (InetSocketAddress) silent.getLocalSocketAddress());
            assertEquals(
                    new PeerRefusal.Gone("no greeting within 30 ms"),
                    stage.ask(link, fetch("/a.html")).refusal());
            PeerFrame.Hello other =
                    new PeerFrame.Hello(PeerFrame.VERSION, 78, LinkStage.ASKER, LinkStage.SECRET.peerToken(), "n2");
            HandshakeRules mine = new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER));
            assertEquals("it was restarted", mine.refusal(other, LinkStage.TAG));
            assertNull(mine.refusal(other, 78));
            assertEquals(
                    "it speaks version 2 of the protocol of links; expected 4 or newer",
                    mine.refusal(PeerFrame.Hello.other(2), 78));
        }
    }

    @Test
    void anAddressWhereNobodyListensEndsTheLink() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            InetSocketAddress closed;
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                closed = (InetSocketAddress) socket.getLocalSocketAddress();
            }
            OutgoingLink link = stage.link(
                    new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER)),
                    LinkStage.PEER,
                    KnownPurgeVersions.none(),
                    LinkStage.TIMES,
                    closed);
            PeerRefusal.Gone gone = assertInstanceOf(
                    PeerRefusal.Gone.class, stage.ask(link, fetch("/a.html")).refusal());
            assertTrue(gone.why().startsWith("cannot connect: "), gone.why());
            assertEquals(gone, stage.ask(link, fetch("/a.html")).refusal(), "later questions hear the same reason");
        }
    }

    @Test
    void aFrozenNodeIsSilentAtTheDeadlineAndTheLinkGoesOn() throws Exception {
        List<Runnable> frozen = new CopyOnWriteArrayList<>();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, frozen::add)) {
            OutgoingLink link = stage.link();
            LocalCountReport count = new LocalCountReport("/a.html", 1, 0, 0, 0, 0, LocalCountReport.Holding.UNSEEN);
            stage.ask(link, new PeerFrame.Locate(count, SampleFrames.AGEING, Wanted.NOTHING))
                    .whole();
            stage.holdUnchecked("/a.html");
            HeardAnswer late = stage.ask(link, fetch("/a.html"), Duration.ofMillis(50), true);
            assertEquals(new PeerRefusal.Silent("no answer in time"), late.refusal());
            Eventually.that("the other node began", () -> frozen.size() == 1);
            frozen.getFirst().run();
            Eventually.that("its loop answers the probe", () -> !stage.onLoop(link::isSilent));
            HeardAnswer next = stage.ask(link, fetch("/a.html"));
            next.whole();
            assertEquals("alpha", text(next));
            assertEquals(List.of(), late.kinds);
        }
    }

    @Test
    void aNodeThatStopsWithinABodyIsSilentAfterTheProgressTime() throws Exception {
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> beginABody(socket));
            OutgoingLink link = stage.link(
                    new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER)),
                    LinkStage.PEER,
                    KnownPurgeVersions.none(),
                    new LinkTimeouts(LONG, Duration.ofMillis(60), LONG),
                    (InetSocketAddress) socket.getLocalSocketAddress());
            HeardAnswer heard = stage.ask(link, fetch("/a.html"));
            assertEquals(new PeerRefusal.Silent("no answer in time"), heard.refusal());
            assertEquals(List.of(FrameKind.HAVE), heard.kinds);
        }
    }

    private static OutgoingLink link(LinkStage stage, ServerSocket socket, Duration handshake) {
        return stage.link(
                new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER)),
                LinkStage.PEER,
                KnownPurgeVersions.none(),
                new LinkTimeouts(handshake, LONG, LONG),
                (InetSocketAddress) socket.getLocalSocketAddress());
    }

    @Test
    void aSlowLinkStaysWhileBytesComeAndEndsWhenNoneDo() throws Exception {
        Duration handshake = Duration.ofMillis(800);
        int length = 50_000;
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            OutgoingLink link = link(stage, socket, handshake);
            HeardAnswer body = stage.ask(link, fetch("/a.html"));
            try (Socket peer = GreetingNode.acceptQuestion(socket)) {
                OutputStream out = peer.getOutputStream();
                out.write(
                        SampleFrames.bytes(1, new PeerFrame.Have(SampleFrames.copy(length), 0, Unpooled.EMPTY_BUFFER)));
                HeardAnswer late = stage.ask(link, fetch("/b.html"), Duration.ofMillis(1), true);
                assertEquals(new PeerRefusal.Silent("no answer in time"), late.refusal());
                long probed = System.nanoTime();
                byte[] part = SampleFrames.bytes(1, new PeerFrame.Data(Unpooled.copiedBuffer(SampleFrames.BODY)));
                Eventually.that("the probe would be late but for the bytes", () -> {
                    write(out, part);
                    return System.nanoTime() - probed
                            > handshake.multipliedBy(5).dividedBy(4).toNanos();
                });
                assertFalse(stage.onLoop(link::isOver));
                assertEquals(
                        new PeerRefusal.Unasked("did not answer a moment ago"),
                        stage.ask(link, fetch("/b.html")).refusal());
                assertEquals(new PeerRefusal.Gone("nothing comes any more"), body.refusal());
            }
        }
    }

    private static void write(OutputStream out, byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatNobodyElseCanAnswerIsAskedOfASilentNode() throws Exception {
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            OutgoingLink link = link(stage, socket, LONG);
            try (Socket peer = GreetingNode.accept(socket)) {
                Eventually.that("it is open", () -> stage.onLoop(link::isOpen));
                stage.ask(link, fetch("/a.html"), Duration.ofMillis(1), true).refusal();
                assertInstanceOf(
                        PeerRefusal.Unasked.class,
                        stage.ask(link, fetch("/a.html")).refusal());
                List<HeardAnswer> needed = List.of(
                        stage.ask(link, home("/a.html")),
                        stage.ask(link, new PeerFrame.Check("/a.html", "\"a\"")),
                        stage.ask(link, new PeerFrame.Clear()));
                assertTrue(needed.stream().noneMatch(HeardAnswer::isOver));
                peer.shutdownOutput();
                for (HeardAnswer heard : needed) {
                    assertEquals(new PeerRefusal.Gone("the connection was closed"), heard.refusal());
                }
            }
        }
    }

    @Test
    void aHomeThatMissedAQuestionIsAskedOneASecond() throws Exception {
        List<Runnable> frozen = new CopyOnWriteArrayList<>();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, frozen::add)) {
            OutgoingLink link = stage.link();
            stage.ask(link, new PeerFrame.Clear()).whole();
            assertEquals(
                    new PeerRefusal.Silent("no answer in time"),
                    stage.ask(link, home("/a.html"), Duration.ofMillis(1), true).refusal());
            Eventually.that("its loop answers the probe", () -> !stage.onLoop(link::isSilent));
            PeerRefusal refusal = new PeerRefusal.Unasked("did not answer a moment ago");
            PeerFrame check = new PeerFrame.Check("/a.html", "\"a\"");
            assertEquals(refusal, stage.ask(link, check).refusal());
            AtomicReference<HeardAnswer> sent = new AtomicReference<>();
            Eventually.that("one more is sent", () -> {
                sent.set(stage.ask(link, home("/a.html")));
                return !sent.get().isOver();
            });
            assertEquals(refusal, stage.ask(link, check).refusal());
            Eventually.that("both have come", () -> frozen.size() == 2);
            frozen.forEach(Runnable::run);
            sent.get().whole();
            HeardAnswer next = stage.ask(link, check);
            Eventually.that("it is asked again", () -> frozen.size() == 3);
            frozen.getLast().run();
            next.whole();
        }
    }

    @Test
    void aHomeWithOneSlowFileIsAskedForOthers() throws Exception {
        List<Runnable> held = new CopyOnWriteArrayList<>();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, held::add)) {
            OutgoingLink link = stage.link();
            HeardAnswer slow = stage.ask(link, home("/slow.html"), Duration.ofMillis(300), true);
            HeardAnswer quick = stage.ask(link, home("/a.html"));
            Eventually.that("both have come", () -> held.size() == 2);
            held.getLast().run();
            quick.whole();
            assertEquals(new PeerRefusal.Silent("no answer in time"), slow.refusal());
            Eventually.that("its loop answers the probe", () -> !stage.onLoop(link::isSilent));
            HeardAnswer next = stage.ask(link, home("/a.html"));
            Eventually.that("it is asked", () -> held.size() == 3);
            held.getFirst().run();
            held.getLast().run();
            next.whole();
        }
    }

    /** A node that answers the first question with a part of a body, and stops. */
    static void beginABody(ServerSocket socket) {
        beginABody(socket, 1000);
    }

    static void beginABody(ServerSocket socket, long length) {
        beginABody(socket, new PeerFrame.Have(SampleFrames.copy(length), 0, Unpooled.copiedBuffer(SampleFrames.BODY)));
    }

    static void beginABody(ServerSocket socket, PeerFrame answer) {
        try (Socket client = GreetingNode.acceptQuestion(socket)) {
            OutputStream out = client.getOutputStream();
            out.write(SampleFrames.bytes(1, answer));
            out.flush();
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The test's end.
        }
    }

    @Test
    void aFloodOfBadFramesEndsEachConnectionWithOneLoggedReason() throws Exception {
        Random random = new Random(7);
        try (LinkStage stage = new LinkStage();
                RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 50; i++) {
                byte[] noise = new byte[1000];
                random.nextBytes(noise);
                assertClosedAfter(stage, noise);
                assertClosedAfter(stage, SampleFrames.preamble(), noise);
                assertClosedAfter(stage, SampleFrames.preamble(), SampleFrames.bytes(1, fetch("/a.html")));
                assertClosedAfter(stage, SampleFrames.preamble(), hello(), noise);
                assertClosedAfter(stage, SampleFrames.preamble(), hello(), hello());
            }
            List<String> warnings = log.messages(Level.WARNING).stream()
                    .filter(line -> line.startsWith("link with "))
                    .toList();
            assertEquals(2, warnings.size(), "one of the address and one of the node: " + warnings);
            assertEquals(
                    "link with 127.0.0.1 closed: it does not speak the protocol of links between nodes; set"
                            + " cluster.encryption to the same on every node",
                    warnings.getFirst());
            Eventually.that("no link is left", () -> stage.load.links() == 0);
            assertEquals("alpha", small(stage, stage.link()), "a node is still served");
        }
    }

    private static byte[] hello() {
        return SampleFrames.bytes(
                0,
                new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER)).hello(LinkStage.TAG));
    }

    private static void assertClosedAfter(LinkStage stage, byte[]... parts) throws Exception {
        try (Socket socket =
                new Socket(stage.address().getAddress(), stage.address().getPort())) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            for (byte[] part : parts) {
                out.write(part);
            }
            out.flush();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection was not closed", e);
        } catch (IOException e) {
            // Reset: it was closed while input was unread.
        }
    }

    @Test
    void moreLinksThanThereIsRoomForAreRefused() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            stage.hold("/a.html");
            for (int i = 0; i < 4; i++) {
                stage.ask(stage.link(), fetch("/a.html")).whole();
            }
            assertEquals(
                    new PeerRefusal.Gone("it refuses this node: 4 links are open"),
                    stage.ask(stage.link(), fetch("/a.html")).refusal());
        }
    }

    @Test
    void aLinkThatIsNotUsedIsClosed() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            stage.hold("/a.html");
            OutgoingLink link = stage.link(
                    new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER)),
                    LinkStage.PEER,
                    KnownPurgeVersions.none(),
                    new LinkTimeouts(LONG, LONG, Duration.ofMillis(200)),
                    stage.address());
            stage.ask(link, fetch("/a.html")).whole();
            Eventually.that("it was closed", () -> stage.over.get() == 1);
            Eventually.that("the other node has noticed", () -> stage.load.links() == 0);
        }
    }
}
