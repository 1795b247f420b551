package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.space.AloneReplies;
import io.gosling.gos.space.GlobalObjectSpace;
import io.gosling.gos.space.PeerRequestService;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.Headers;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.settings.SettingValues;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The answering side in a channel without a socket, whose time stands still, when things go wrong. */
class IncomingLinkTest {
    private static final ClusterMember ASKER = ClusterMember.named("n1", LinkStage.ASKER);

    /** Half of the idle time of the stage's links. */
    private static final long UNREAD_SECONDS = 30;

    private static Consumer<Channel> server(LinkStage stage, PeerRequestService service, KnownPurgeVersions purges) {
        return server(stage, service, purges, SharedResponseSource.none());
    }

    private static Consumer<Channel> server(
            LinkStage stage, PeerRequestService service, KnownPurgeVersions purges, SharedResponseSource desk) {
        LinkRequestHandler requests = stage.requests(service, desk, purges, Runnable::run);
        return channel -> new IncomingLink(channel, rules(stage, purges), stage.load, requests).begin();
    }

    private static PeerLinkContext rules(LinkStage stage, KnownPurgeVersions purges) {
        return new PeerLinkContext(
                new HandshakeRules(LinkStage.SECRET, LinkStage.PEER), purges, LinkStage.TIMES, stage.warnings, null);
    }

    private static EmbeddedChannel speak(Consumer<Channel> server) {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.freezeTime();
        server.accept(channel);
        receive(channel, SampleFrames.preamble());
        receive(channel, 0, new HandshakeRules(LinkStage.SECRET, ASKER).hello(LinkStage.TAG));
        assertEquals(List.of(FrameKind.HELLO), sent(channel, SampleFrames.preamble().length));
        return channel;
    }

    private static void receive(EmbeddedChannel channel, byte[] bytes) {
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        channel.runPendingTasks();
    }

    private static void receive(EmbeddedChannel channel, int id, PeerFrame frame) {
        receive(channel, SampleFrames.bytes(id, frame));
    }

    /** The kinds of the frames that were sent since the last call. */
    private static List<FrameKind> sent(EmbeddedChannel channel, int preamble) {
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            all.writeBytes(part);
            part.release();
        }
        all.skipBytes(preamble);
        List<FrameKind> kinds = new ArrayList<>();
        while (all.isReadable()) {
            int bytes = all.readInt() + all.readInt();
            kinds.add(FrameKind.of(all.readByte()));
            all.skipBytes(Integer.BYTES + bytes);
        }
        return kinds;
    }

    private static void pass(EmbeddedChannel channel, long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    private static PeerFrame fetch(PeerFrame.Fetch.From from, String path) {
        return new PeerFrame.Fetch(from, path, AgedCount.NONE, 0);
    }

    private static final DocumentSource WITHOUT_MEMORY = new DocumentSource() {
        @Override
        public LookupResult find(DocumentPath path) {
            throw new OutOfMemoryError("no direct memory");
        }

        @Override
        public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) {
            throw new OutOfMemoryError("no direct memory");
        }
    };

    @Test
    void anErrorOfTheWorkingThreadIsAnAnswerAndItsPlaceIsFree() throws Exception {
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 1, Runnable::run)) {
            PeerRequestService broken = new GlobalObjectSpace(
                            WITHOUT_MEMORY,
                            PreparedHeaderBuilder.plain("n2"),
                            stage.memory,
                            AloneReplies.peers(LinkStage.PEER),
                            ObjectSpaceSettings.of("n2", 1 << 20),
                            stage.ticker)
                    .peerService();
            EmbeddedChannel channel = speak(server(stage, broken, KnownPurgeVersions.none()));
            for (int i = 1; i < 4; i++) {
                receive(channel, i, fetch(PeerFrame.Fetch.From.HOME, "/a.html"));
                receive(channel, 10 + i, new PeerFrame.Check("/a.html", "\"a\""));
            }
            assertEquals(
                    6,
                    sent(channel, 0).stream().filter(FrameKind.FAILED::equals).count());
            assertEquals(0, stage.load.inHand());
            channel.close();
        }
    }

    /** Fails at every step; counts those that are open. */
    private static final class BrokenGiving implements SharedResponseSource.Giving {
        private final AtomicInteger open;

        BrokenGiving(AtomicInteger open) {
            this.open = open;
            open.incrementAndGet();
        }

        @Override
        public SharedResponseSource.News news(Duration timeout) {
            throw new OutOfMemoryError("no direct memory");
        }

        @Override
        public SharedResponseSource.@Nullable News newsAtOnce() {
            throw new OutOfMemoryError("no direct memory");
        }

        @Override
        public int read(byte[] to, Duration timeout) {
            throw new OutOfMemoryError("no direct memory");
        }

        @Override
        public void close() {
            open.decrementAndGet();
            throw new IllegalStateException("it cannot be closed");
        }
    }

    @Test
    void anErrorOfAJoinedFetchIsAnAnswerAndItsPlacesAreFree() throws Exception {
        AtomicInteger open = new AtomicInteger();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 1, Runnable::run)) {
            EmbeddedChannel channel =
                    speak(server(stage, stage.service(), KnownPurgeVersions.none(), ask -> new BrokenGiving(open)));
            PeerFrame join =
                    new PeerFrame.Join(new SharedResponseRequest("http://origin.test/a", Headers.empty(), "", 1));
            for (int i = 1; i <= 2 * LinkStage.JOINED; i++) {
                receive(channel, i, join);
            }
            List<FrameKind> sent = sent(channel, 0);
            assertEquals(
                    2 * LinkStage.JOINED,
                    sent.stream().filter(FrameKind.FAILED::equals).count(),
                    sent.toString());
            assertEquals(0, open.get());
            assertEquals(0, stage.load.inHand());
            receive(channel, 99, new PeerFrame.Join(SharedResponseRequest.asHeld("http://origin.test/a")));
            assertFalse(channel.isOpen());
            assertEquals(0, open.get());
            assertEquals(0, stage.load.inHand());
        }
    }

    @Test
    void anErrorOnTheLoopEndsTheLinkAndNothingIsInHand() throws Exception {
        KnownPurgeVersions broken = new KnownPurgeVersions() {
            @Override
            public PurgeVersionVector tell() {
                return PurgeVersionVector.ZERO;
            }

            @Override
            public boolean covers(PurgeVersionVector told) {
                throw new IllegalStateException("it cannot be looked up");
            }
        };
        try (LinkStage stage = new LinkStage()) {
            EmbeddedChannel channel = speak(server(stage, stage.service(), broken));
            receive(channel, 0, new PeerFrame.Purges(PurgeVersionVector.ZERO.with(1, 1)));
            receive(channel, 1, fetch(PeerFrame.Fetch.From.MEMORY, "/a.html"));
            assertFalse(channel.isOpen());
            assertEquals(0, stage.load.inHand());
        }
    }

    /** A link that was greeted, with a handler of its own. */
    private static EmbeddedChannel speak(LinkStage stage, IncomingLink.QuestionHandler requests) {
        EmbeddedChannel channel = new EmbeddedChannel();
        new IncomingLink(channel, rules(stage, KnownPurgeVersions.none()), stage.load, requests).begin();
        receive(channel, SampleFrames.preamble());
        receive(channel, 0, new HandshakeRules(LinkStage.SECRET, ASKER).hello(LinkStage.TAG));
        return channel;
    }

    @Test
    void anErrorWithAnAnswerOfAnotherThreadEndsTheLinkToo() throws Exception {
        List<Runnable> work = new ArrayList<>();
        try (LinkStage stage = new LinkStage()) {
            IncomingLink.QuestionHandler requests = (link, id, question) -> {
                OutgoingPeerResponse broken = OutgoingPeerResponse.of(unwritable());
                link.answerBy(work::add, id, () -> link.answerLater(id, broken));
            };
            EmbeddedChannel channel = speak(stage, requests);
            receive(channel, 1, new PeerFrame.Check("/a.html", "\"a\""));
            assertEquals(1, stage.load.inHand());
            work.getFirst().run();
            channel.runPendingTasks();
            assertFalse(channel.isOpen());
            assertEquals(0, stage.load.links());
            assertEquals(0, stage.load.inHand());
        }
    }

    private static PeerFrame unwritable() {
        ByteBuf released = Unpooled.buffer(1);
        released.release();
        return new PeerFrame.Data(released);
    }

    /** The load is ended after the frame is written: otherwise, the error would end it a second time. */
    @Test
    void aQuestionWhoseAnswerCannotBeWrittenIsCountedOnce() throws Exception {
        List<IncomingLink.QuestionHandler> handlers = List.of(
                (link, id, question) -> link.answer(id, unwritable()),
                (link, id, question) -> link.answer(id, OutgoingPeerResponse.of(unwritable())));
        for (IncomingLink.QuestionHandler requests : handlers) {
            try (LinkStage stage = new LinkStage()) {
                EmbeddedChannel channel = speak(stage, requests);
                receive(channel, 1, new PeerFrame.Check("/a.html", "\"a\""));
                assertFalse(channel.isOpen());
                assertEquals(0, stage.load.links());
                assertEquals(0, stage.load.inHand());
            }
        }
    }

    /** An allocator without memory. */
    private static final class Exhausted extends AbstractByteBufAllocator {
        @Override
        protected ByteBuf newHeapBuffer(int initial, int most) {
            throw new OutOfMemoryError("no memory");
        }

        @Override
        protected ByteBuf newDirectBuffer(int initial, int most) {
            throw new OutOfMemoryError("no direct memory");
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }

    @Test
    void aCopyForWhoseFrameThereIsNoMemoryIsReleased() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            stage.site.file("large.bin", new byte[1 << 20]);
            for (String path : List.of("/a.html", "/large.bin")) {
                stage.hold(path);
                EmbeddedChannel channel = speak(server(stage, stage.service(), KnownPurgeVersions.none()));
                channel.config().setAllocator(new Exhausted());
                receive(channel, 1, fetch(PeerFrame.Fetch.From.MEMORY, path));
                assertFalse(channel.isOpen(), path);
                assertEquals(0, stage.load.inHand(), path);
            }
            stage.memory.hot().clear();
            assertEquals(0, stage.memory.hot().inUse().now());
        }
    }

    @Test
    void aConnectionThatTakesNothingIsCutAlthoughItsEndIsNotSent() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            EmbeddedChannel channel = speak(server(stage, stage.service(), KnownPurgeVersions.none()));
            channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
                @Override
                public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
                    ReferenceCountUtil.release(message);
                }
            });
            receive(channel, 0, new PeerFrame.Miss());
            assertTrue(channel.isOpen(), "what was written has not left");
            pass(channel, UNREAD_SECONDS);
            assertFalse(channel.isOpen());
        }
    }

    private static void writable(EmbeddedChannel channel, boolean writable) {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, writable);
        channel.runPendingTasks();
        assertEquals(writable, channel.isWritable());
    }

    @Test
    void aNodeThatReadsNoAnswersIsCutAndOneThatIsSlowIsNot() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            EmbeddedChannel channel = speak(server(stage, stage.service(), KnownPurgeVersions.none()));
            for (int i = 0; i < 3; i++) {
                writable(channel, false);
                pass(channel, UNREAD_SECONDS - 1);
                writable(channel, true);
            }
            assertTrue(channel.isOpen());
            writable(channel, false);
            pass(channel, UNREAD_SECONDS);
            assertFalse(channel.isOpen());
        }
    }

    @Test
    void aLinkOfEachLoopOfALargeClusterIsAdmitted() throws Exception {
        try (LinkStage stage = new LinkStage();
                ClusterLinks links = new ClusterLinks(
                        LinkStage.SECRET,
                        LinkStage.PEER,
                        stage.service(),
                        SharedResponseSource.none(),
                        HomeReadService.none(),
                        stage.entries,
                        KnownPurgeVersions.none(),
                        new ClusterTimeouts(SettingValues.none()),
                        null,
                        Runnable::run,
                        stage.transport,
                        Ticker.system())) {
            List<EmbeddedChannel> channels = new ArrayList<>();
            for (int i = 0; i < 100 * 16; i++) {
                EmbeddedChannel channel = new EmbeddedChannel();
                links.speak(channel);
                receive(channel, SampleFrames.preamble());
                receive(channel, 0, new HandshakeRules(LinkStage.SECRET, ASKER).hello(LinkStage.TAG));
                assertEquals(List.of(FrameKind.HELLO), sent(channel, SampleFrames.preamble().length));
                channels.add(channel);
            }
            channels.forEach(EmbeddedChannel::close);
        }
    }
}
