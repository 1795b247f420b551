package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.link.frame.EncodedResponseHead;
import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.PeerFrameReader;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseResult;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.gos.space.SharedResponseSource.News;
import io.gosling.http.Headers;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Responses of origins on their way between two nodes over links. */
class JoinLinkTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String URL = "http://origin.test/a";

    /** It is not to be seen here how slow a busy machine is. */
    private static final ClusterTimeouts TIMINGS = new ClusterTimeouts(SettingValues.none())
            .with(ClusterTimeouts.CONNECT, Duration.ofSeconds(10))
            .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimeouts.JOIN, Duration.ofSeconds(10))
            .with(ClusterTimeouts.PAUSE, LONG);

    private static SharedResponseRequest joining() {
        return new SharedResponseRequest(URL, SampleFrames.REQUEST, "", 1);
    }

    private static SharedResponseRequest held() {
        return SharedResponseRequest.asHeld(URL);
    }

    /** Two nodes and the links between them. */
    private static final class Pair implements AutoCloseable {
        final LinkStage stage;
        final OutgoingLinks links;
        final PeerClient peers;

        Pair(SharedResponseSource desk) throws IOException {
            this(KnownPurgeVersions.none(), KnownPurgeVersions.none(), TIMINGS, desk);
        }

        Pair(KnownPurgeVersions theirs, KnownPurgeVersions mine, ClusterTimeouts timings, SharedResponseSource desk)
                throws IOException {
            stage = new LinkStage(theirs, desk);
            links = stage.links(mine, LinkStage.TIMES);
            peers = stage.peers(links, timings, new PeerLoads(), stage.ticker);
        }

        SharedResponseResult ask(SharedResponseRequest ask) {
            return peers.join(LinkStage.node(stage.address()), ask, LONG);
        }

        @Override
        public void close() {
            links.close();
            stage.close();
        }
    }

    /** Says what it is told to, and gives pieces: an empty one for nothing yet. */
    private static final class Scripted implements SharedResponseSource.Giving {
        private final Queue<News> news;
        private final Queue<String> pieces;
        private final AtomicInteger open;

        Scripted(AtomicInteger open, List<News> news, String... pieces) {
            this.open = open;
            this.news = new ArrayDeque<>(news);
            this.pieces = new ArrayDeque<>(Arrays.asList(pieces));
            open.incrementAndGet();
        }

        @Override
        public News news(Duration timeout) {
            return news.remove();
        }

        @Override
        public int read(byte[] to, Duration timeout) throws IOException {
            String piece = pieces.poll();
            if (piece == null) {
                return -1;
            }
            if (piece.equals("broken")) {
                throw new IOException("the origin broke off");
            }
            byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(bytes, 0, to, 0, bytes.length);
            return bytes.length;
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    /** In memory: one reference is the memory's. */
    private record Stored(News news, ByteBuf memory, AtomicInteger open) implements SharedResponseSource.Giving {
        Stored {
            open.incrementAndGet();
        }

        @Override
        public News news(Duration timeout) {
            return news;
        }

        @Override
        public News newsAtOnce() {
            return news;
        }

        @Override
        public ByteBuf bytes() {
            return memory.retainedDuplicate();
        }

        @Override
        public int read(byte[] to, Duration timeout) {
            throw new AssertionError("it is given without a copy");
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private static SharedResponseResult answer(List<News> news, String... pieces) throws IOException {
        AtomicInteger open = new AtomicInteger();
        try (Pair pair = new Pair(ask -> new Scripted(open, news, pieces))) {
            SharedResponseResult answer = pair.ask(joining());
            if (answer instanceof SharedResponseResult.Given given) {
                given.body().close();
            }
            Eventually.that("it was closed", () -> open.get() == 0);
            return answer;
        }
    }

    private static byte[] bytes(SharedResponseResult.Given given) throws IOException {
        try (InputStream body = given.body()) {
            return body.readAllBytes();
        }
    }

    private static String text(SharedResponseResult answer) throws IOException {
        return new String(bytes(assertInstanceOf(SharedResponseResult.Given.class, answer)), StandardCharsets.US_ASCII);
    }

    @Test
    void aResponseArrivesAsItWasAndAsOldAsItIs() throws Exception {
        StoredResponseHead reply = SampleFrames.reply(true, 0);
        AtomicInteger open = new AtomicInteger();
        AtomicReference<SharedResponseRequest> asked = new AtomicReference<>();
        try (Pair pair = new Pair(ask -> {
            asked.set(ask);
            var news = List.<News>of(new News.NotYet(), new News.NotYet(), new News.Head(reply, "variant", 10));
            return new Scripted(open, news, "hello", "", "world");
        })) {
            pair.stage.ticker.advance(Duration.ofSeconds(7));
            var given = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(joining()));
            assertEquals(joining(), asked.get());
            assertEquals(reply.fields(), given.reply().fields());
            assertEquals(Duration.ofSeconds(7), given.reply().age(pair.stage.ticker.nanos()));
            assertEquals("variant", given.variant());
            assertEquals(10, given.length());
            assertEquals("helloworld", text(given));
            Eventually.that("it was closed", () -> open.get() == 0);
        }
    }

    @Test
    void aResponseOfUnknownLengthEndsWhereItEnds() throws Exception {
        StoredResponseHead reply = SampleFrames.reply(false, 0);
        byte[] bytes = new byte[3 << 20];
        new Random(4).nextBytes(bytes);
        AtomicReference<AtomicInteger> read = new AtomicReference<>(new AtomicInteger());
        try (Pair pair = new Pair(ask -> new Flowing(new News.Head(reply, "", -1), bytes, read.get()))) {
            var given = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(joining()));
            assertEquals(-1, given.length());
            assertArrayEquals(bytes, bytes(given));
            AtomicInteger unread = new AtomicInteger();
            read.set(unread);
            var slow = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(joining()));
            Eventually.that("the credit is used", () -> unread.get() >= LinkCredit.OF_BODY);
            read.set(new AtomicInteger());
            for (int i = 0; i < 2; i++) {
                Eventually.that("another response passes it", () -> isWhole(pair.ask(joining()), bytes));
            }
            assertTrue(unread.get() <= LinkCredit.OF_BODY + FrameKind.MOST_BODY, "no more is read than was allowed");
            slow.body().close();
            Eventually.that("the other node has given it up", () -> pair.stage.load.inHand() == 0);
        }
    }

    private static boolean isWhole(SharedResponseResult answer, byte[] expected) {
        try {
            return answer instanceof SharedResponseResult.Given given && Arrays.equals(expected, bytes(given));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes as fast as they are read. */
    private static final class Flowing implements SharedResponseSource.Giving {
        private final News news;
        private final byte[] bytes;
        private final AtomicInteger read;
        private int position;

        Flowing(News news, byte[] bytes, AtomicInteger read) {
            this.news = news;
            this.bytes = bytes;
            this.read = read;
        }

        @Override
        public News news(Duration timeout) {
            return news;
        }

        @Override
        public int read(byte[] to, Duration timeout) {
            int count = Math.min(to.length, bytes.length - position);
            System.arraycopy(bytes, position, to, 0, count);
            position += count;
            read.addAndGet(count);
            return count == 0 ? -1 : count;
        }

        @Override
        public void close() {}
    }

    @Test
    void aResponseInMemoryIsGivenOnTheLoopWithoutACopy() throws Exception {
        StoredResponseHead reply = SampleFrames.reply(true, 0);
        byte[] content = new byte[1 << 20];
        new Random(4).nextBytes(content);
        for (int length : new int[] {0, 5, FrameKind.MOST_BODY, FrameKind.MOST_BODY + 1, content.length}) {
            ByteBuf memory = Unpooled.copiedBuffer(content, 0, length);
            AtomicInteger open = new AtomicInteger();
            AtomicReference<Thread> by = new AtomicReference<>();
            try (Pair pair = new Pair(ask -> {
                by.set(Thread.currentThread());
                return new Stored(new News.Head(reply, "v", length), memory, open);
            })) {
                var given = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(held()));
                assertEquals(length, given.length());
                assertArrayEquals(Arrays.copyOf(content, length), bytes(given));
                assertFalse(by.get().isVirtual(), "by an event loop");
                assertEquals(0, open.get());
                var early = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(held()));
                early.body().close();
                assertEquals(reply.fields(), early.reply().fields());
                var joined = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(joining()));
                assertArrayEquals(Arrays.copyOf(content, length), bytes(joined), "what has got into memory meanwhile");
                assertTrue(by.get().isVirtual());
            }
            Eventually.that("the memory has the only reference", () -> memory.refCnt() == 1);
            memory.release();
        }
    }

    @Test
    void whatIsInMemoryButCannotBeGivenIsSaidOnTheLoop() throws Exception {
        StoredResponseHead reply = SampleFrames.reply(true, 0);
        AtomicReference<News> news = new AtomicReference<>(new News.Same(reply, "v"));
        AtomicInteger open = new AtomicInteger();
        ByteBuf none = Unpooled.EMPTY_BUFFER;
        try (Pair pair = new Pair(ask -> {
            assertFalse(Thread.currentThread().isVirtual());
            return new Stored(news.get(), none, open);
        })) {
            var same = assertInstanceOf(SharedResponseResult.Same.class, pair.ask(held()));
            assertEquals(reply.fields(), same.reply().fields());
            assertEquals("v", same.variant());
            news.set(new News.None());
            assertInstanceOf(SharedResponseResult.Refused.class, pair.ask(held()));
            assertEquals(0, open.get());
        }
    }

    @Test
    void thatWhatIsThereStillHoldsIsSaidWithoutItsBytes() throws Exception {
        StoredResponseHead reply = SampleFrames.reply(true, 0);
        var same = assertInstanceOf(
                SharedResponseResult.Same.class,
                answer(List.of(new News.NotYet(), new News.Same(reply, "variant")), "hello"));
        assertEquals(reply.fields(), same.reply().fields());
        assertEquals("variant", same.variant());
    }

    @Test
    void theOtherWordsArriveToo() throws Exception {
        assertInstanceOf(SharedResponseResult.Apart.class, answer(List.of(new News.Apart())));
        assertInstanceOf(SharedResponseResult.Refused.class, answer(List.of(new News.None())));
        for (OriginFailure why : List.of(new OriginFailure(503, true, 50_000), new OriginFailure(504, false))) {
            assertEquals(new SharedResponseResult.Failed(why), answer(List.of(new News.Failed(why))));
        }
    }

    /** The answer that a thread waits for, on a link that is never opened. */
    private static final class Alone {
        private static final StreamedObjectRequest.Times TIMES =
                new StreamedObjectRequest.Times(LONG, LONG, LONG, TIMEOUT);
        private static final PeerLinkContext RULES = new PeerLinkContext(
                new HandshakeRules(LinkStage.SECRET, ClusterMember.named("n1", LinkStage.ASKER)),
                KnownPurgeVersions.none(),
                LinkStage.TIMES,
                new LinkWarnings(new ManualTicker()),
                null);

        final ManualTicker ticker = new ManualTicker();
        final SilentPeers silent = new SilentPeers();
        final StreamedObjectRequest join;
        private final EmbeddedChannel channel = new EmbeddedChannel();
        private final OutgoingLink link =
                new OutgoingLink(LinkStage.PEER, channel.eventLoop(), RULES, silent, () -> {});

        Alone() {
            OutgoingLinks links = new OutgoingLinks(new Bootstrap(), RULES);
            join = new StreamedObjectRequest(
                    links, channel.eventLoop(), LinkStage.PEER, new PeerFrame.Join(joining()), TIMES, ticker);
            join.put(link, Long.MAX_VALUE);
        }

        boolean isCancelled() {
            channel.runPendingTasks();
            return link.asked() == 0;
        }

        @Nullable
        SharedResponseResult answer() {
            return join.getNow(null) instanceof PeerRequestResult.Got got ? join.joined(got.frame()) : null;
        }
    }

    @Test
    void whatStoodStillOnItsWayIsNoYoungerForIt() {
        Alone alone = new Alone();
        StoredResponseHead reply = SampleFrames.reply(true, 0);
        alone.ticker.advance(Duration.ofSeconds(1));
        alone.join.frame(new PeerFrame.Alive());
        alone.ticker.advance(Duration.ofSeconds(3));
        alone.join.frame(new PeerFrame.Same(EncodedResponseHead.of(reply, "", 0)));
        var same = assertInstanceOf(SharedResponseResult.Same.class, alone.answer());
        assertEquals(Duration.ofSeconds(3), same.reply().age(alone.ticker.nanos()));
    }

    @Test
    void aLeaderThatLivesForEverWithoutAHeaderIsGivenUp() {
        Alone alone = new Alone();
        for (int i = 0; i < 5; i++) {
            alone.ticker.advance(Duration.ofSeconds(1));
            alone.join.frame(new PeerFrame.Alive());
            assertFalse(alone.join.isDone());
        }
        alone.ticker.advance(Duration.ofSeconds(1));
        alone.join.frame(new PeerFrame.Alive());
        var refused = assertInstanceOf(PeerRequestResult.Refused.class, alone.join.getNow(null));
        assertEquals(
                new SharedResponseResult.Refused("n2: no header within PT5S", false),
                LinkPeerClient.refusal(LinkStage.PEER, refused.refusal()));
        assertTrue(alone.isCancelled());
    }

    @Test
    void aHeaderThatIsNoneIsRefusedAndItsBytesAreReleased() {
        Alone alone = new Alone();
        ByteBuf body = Unpooled.copiedBuffer(SampleFrames.BODY);
        alone.join.frame(new PeerFrame.Given(new EncodedResponseHead(new byte[] {9, 9}, ""), 5, body));
        assertInstanceOf(SharedResponseResult.Refused.class, alone.answer());
        assertTrue(alone.isCancelled());
        assertEquals(0, body.refCnt());
    }

    private static SharedResponseResult.Given partOfABody(Alone alone) {
        ByteBuf part = Unpooled.copiedBuffer(SampleFrames.BODY);
        alone.join.frame(new PeerFrame.Given(EncodedResponseHead.of(SampleFrames.reply(true, 0), "", 0), 9, part));
        return assertInstanceOf(SharedResponseResult.Given.class, alone.answer());
    }

    @Test
    void aNodeWhoseBodyIsLateIsSilent() throws Exception {
        Alone cut = new Alone();
        SharedResponseResult.Given begun = partOfABody(cut);
        cut.join.ended(new PeerRefusal.Silent("no answer in time"));
        assertThrows(IOException.class, () -> bytes(begun));
        Alone late = new Alone();
        SharedResponseResult.Given slow = partOfABody(late);
        late.join.body.completeUntil(late.ticker.nanos() + 1);
        assertEquals(SampleFrames.BODY.length, slow.body().readNBytes(SampleFrames.BODY.length).length);
        late.ticker.advance(Duration.ofSeconds(1));
        assertThrows(SocketTimeoutException.class, () -> bytes(slow));
        assertTrue(late.isCancelled());
        assertTrue(late.silent.contains(LinkStage.TAG));
    }

    @Test
    void aResponseThatComesTooLateIsReleased() throws Exception {
        Alone alone = new Alone();
        alone.join.ended(new PeerRefusal.Unasked("interrupted"));
        ByteBuf body = Unpooled.copiedBuffer(SampleFrames.BODY);
        alone.join.frame(new PeerFrame.Given(EncodedResponseHead.of(SampleFrames.reply(true, 0), "", 0), 9, body));
        assertEquals(0, body.refCnt());
        assertTrue(alone.isCancelled());
    }

    private static byte[] written(long length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuf hello = Unpooled.copiedBuffer("hello", StandardCharsets.US_ASCII);
        ByteBuf world = Unpooled.copiedBuffer("world", StandardCharsets.US_ASCII);
        out.writeBytes(SampleFrames.bytes(1, new PeerFrame.Alive()));
        out.writeBytes(SampleFrames.bytes(
                1, new PeerFrame.Given(EncodedResponseHead.of(SampleFrames.reply(true, 0), "v", 0), length, hello)));
        out.writeBytes(SampleFrames.bytes(1, new PeerFrame.Data(world)));
        if (length < 0) {
            out.writeBytes(SampleFrames.bytes(1, new PeerFrame.End()));
        }
        return out.toByteArray();
    }

    @Test
    void whatIsCutAnywhereIsNeverTakenForWhole() throws Exception {
        for (long length : new long[] {-1, 10}) {
            byte[] bytes = written(length);
            try (Pair pair = new Pair(ask -> null);
                    ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                AtomicInteger cut = new AtomicInteger();
                Thread leader = Thread.startVirtualThread(() -> answer(socket, bytes, cut));
                var node = LinkStage.node((InetSocketAddress) socket.getLocalSocketAddress());
                for (; cut.get() <= bytes.length; cut.incrementAndGet()) {
                    // A node that has cut an answer is not asked at once by the same links.
                    try (OutgoingLinks plain = pair.stage.plainLinks(LinkStage.TIMES)) {
                        PeerClient peers = pair.stage.peers(plain, TIMINGS, new PeerLoads(), pair.stage.ticker);
                        SharedResponseResult answer = peers.join(node, joining(), LONG);
                        if (cut.get() == bytes.length) {
                            assertEquals("helloworld", text(answer));
                        } else if (answer instanceof SharedResponseResult.Given given) {
                            assertThrows(IOException.class, () -> bytes(given), "cut after " + cut);
                        } else {
                            assertInstanceOf(SharedResponseResult.Refused.class, answer, "cut after " + cut);
                        }
                    }
                }
                socket.close();
                leader.join();
            }
        }
    }

    /** Answers one question on each connection, with a part of these bytes. */
    private static void answer(ServerSocket socket, byte[] bytes, AtomicInteger cut) {
        try {
            while (true) {
                try (Socket client = GreetingNode.acceptQuestion(socket)) {
                    OutputStream out = client.getOutputStream();
                    out.write(bytes, 0, cut.get());
                    out.flush();
                    client.shutdownOutput();
                    client.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    if (socket.isClosed()) {
                        return;
                    }
                }
            }
        } catch (RuntimeException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anOriginThatBreaksOffCutsTheResponse() throws Exception {
        StoredResponseHead reply = SampleFrames.reply(true, 0);
        AtomicInteger open = new AtomicInteger();
        for (long length : new long[] {-1, 10}) {
            for (String[] pieces : new String[][] {{"hello", "broken"}, {"hello"}}) {
                if (length < 0 && pieces.length == 1) {
                    continue;
                }
                List<News> news = List.of(new News.Head(reply, "", length));
                try (Pair pair = new Pair(ask -> new Scripted(open, news, pieces))) {
                    var given = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(joining()));
                    assertThrows(IOException.class, () -> bytes(given));
                }
            }
        }
        Eventually.that("all are closed", () -> open.get() == 0);
    }

    /** Passes frames on to a thread's answer; what breaks a rule ends it. */
    private record Passing(Alone to) implements PeerFrameReader.Frames {
        @Override
        public void frame(int id, PeerFrame frame) {
            if (frame.body().isReadable() && !(frame instanceof PeerFrame.Given || frame instanceof PeerFrame.Data)) {
                frame.body().release();
            } else {
                to.join.frame(frame);
            }
        }

        @Override
        public void batchEnded() {}

        @Override
        public void refuse(String reason) {
            assertFalse(reason.isEmpty());
            to.join.ended(new PeerRefusal.Gone(reason));
        }

        @Override
        public void writabilityChanged() {}

        @Override
        public void event(Object event) {}

        @Override
        public void closed() {}
    }

    @Test
    void damagedBytesAreAnErrorOrAResponseAndNothingElse() throws Exception {
        byte[] bytes = written(10);
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            Alone alone = new Alone();
            PeerFrameReader reader = new PeerFrameReader(new Passing(alone));
            reader.welcome();
            EmbeddedChannel channel = new EmbeddedChannel(reader);
            channel.writeInbound(Unpooled.wrappedBuffer(SampleFrames.preamble(), damaged));
            alone.join.ended(new PeerRefusal.Gone("closed"));
            if (alone.answer() instanceof SharedResponseResult.Given given) {
                try (InputStream body = given.body()) {
                    body.readAllBytes();
                } catch (IOException e) {
                    assertFalse(String.valueOf(e.getMessage()).isEmpty());
                }
            }
            channel.finishAndReleaseAll();
        }
    }

    @Test
    void beyondItsPlacesNobodyJoinsAndWhatIsInMemoryIsGivenAllTheSame() throws Exception {
        for (int round = 0; round < 2; round++) {
            CountDownLatch inside = new CountDownLatch(LinkStage.JOINED);
            CountDownLatch leave = new CountDownLatch(1);
            try (Pair pair = new Pair(ask -> {
                        if (!ask.isFromMemory()) {
                            inside.countDown();
                            await(leave);
                        }
                        return null;
                    });
                    ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
                List<CompletableFuture<SharedResponseResult>> waiting = new ArrayList<>();
                for (int i = 0; i < LinkStage.JOINED; i++) {
                    waiting.add(CompletableFuture.supplyAsync(() -> pair.ask(joining()), askers));
                }
                assertTrue(inside.await(30, TimeUnit.SECONDS));
                assertInstanceOf(SharedResponseResult.Full.class, pair.ask(joining()));
                var toUse = new SharedResponseRequest(URL, Headers.empty(), "", SharedResponseRequest.FROM_MEMORY);
                assertInstanceOf(SharedResponseResult.NotHeld.class, pair.ask(toUse));
                assertInstanceOf(SharedResponseResult.NotHeld.class, pair.ask(held()));
                leave.countDown();
                for (CompletableFuture<SharedResponseResult> answer : waiting) {
                    assertInstanceOf(SharedResponseResult.NotHeld.class, answer.get(30, TimeUnit.SECONDS));
                }
                Eventually.that(
                        "there is a place again", () -> pair.ask(joining()) instanceof SharedResponseResult.NotHeld);
            }
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
    void aHolderThatKnowsOfFewerPurgesGivesNothingAndIsTakenForOneAllTheSame() throws Exception {
        AtomicReference<PurgeVersionVector> mine = new AtomicReference<>(PurgeVersionVector.ZERO.with(1, 7));
        AtomicReference<PurgeVersionVector> theirs = new AtomicReference<>(PurgeVersionVector.ZERO);
        List<Long> desk = new ArrayList<>();
        try (Pair pair = new Pair(knowing(theirs), knowing(mine), TIMINGS, ask -> {
            desk.add(ask.number());
            return null;
        })) {
            for (SharedResponseRequest ask : List.of(held(), joining())) {
                var refused = assertInstanceOf(SharedResponseResult.Refused.class, pair.ask(ask));
                assertTrue(refused.reason().contains("may not have heard yet of a purge"), refused.reason());
                assertTrue(refused.again());
            }
            assertEquals(List.of(), desk, "first it learns, then it looks");
            theirs.set(PurgeVersionVector.ZERO.with(1, 7));
            assertInstanceOf(SharedResponseResult.NotHeld.class, pair.ask(held()), "there is nothing at its desk");
            mine.set(PurgeVersionVector.ZERO.with(1, 8));
            assertInstanceOf(SharedResponseResult.Refused.class, pair.ask(held()));
        }
    }

    /** A node that knows this, and waits a moment for what it does not know. */
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

            @Override
            public boolean learns(PurgeVersionVector told, Duration timeout) {
                assertTrue(Thread.currentThread().isVirtual(), "no event loop waits for a purge");
                return covers(told);
            }
        };
    }

    /** Gives "he", nothing at all until it thaws, and then "llo". */
    private static final class Frozen implements SharedResponseSource.Giving {
        private final StoredResponseHead reply;
        private final CountDownLatch thaw;
        private int reads;

        Frozen(StoredResponseHead reply, CountDownLatch thaw) {
            this.reply = reply;
            this.thaw = thaw;
        }

        @Override
        public News news(Duration timeout) {
            return new News.Head(reply, "", 5);
        }

        @Override
        public int read(byte[] to, Duration timeout) {
            reads++;
            if (reads > 1) {
                await(thaw);
            }
            String piece = reads == 1 ? "he" : reads == 2 ? "llo" : "";
            byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(bytes, 0, to, 0, bytes.length);
            return bytes.length == 0 ? -1 : bytes.length;
        }

        @Override
        public void close() {}
    }

    private static SharedResponseResult.Given begun(SharedResponseResult answer) throws IOException {
        var given = assertInstanceOf(SharedResponseResult.Given.class, answer);
        assertEquals("he", new String(given.body().readNBytes(2), StandardCharsets.US_ASCII));
        return given;
    }

    @Test
    void whatAnotherNodeCouldGoOnWithIsGivenUpSoonAndTheRestIsWaitedFor() throws Exception {
        ClusterTimeouts timings = TIMINGS.with(ClusterTimeouts.PROGRESS, Duration.ofMillis(200));
        CountDownLatch thaw = new CountDownLatch(1);
        SharedResponseRequest tagged = new SharedResponseRequest(URL, Headers.empty(), "tagged", 1);
        try (Pair pair = new Pair(
                        KnownPurgeVersions.none(),
                        KnownPurgeVersions.none(),
                        timings,
                        ask -> new Frozen(SampleFrames.reply(ask.tag().equals("tagged"), 0), thaw));
                ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            SharedResponseResult.Given plain = begun(pair.ask(joining()));
            CompletableFuture<String> rest = CompletableFuture.supplyAsync(() -> rest(plain), readers);
            SharedResponseResult.Given given = begun(pair.ask(tagged));
            assertThrows(UncheckedIOException.class, () -> rest(given));
            assertFalse(rest.isDone(), "it is still waited for");
            thaw.countDown();
            assertEquals("llo", rest.get(30, TimeUnit.SECONDS));
        }
    }

    private static String rest(SharedResponseResult.Given given) {
        try {
            return text(given);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLeaderThatBeatsWhileItsOriginIsSlowIsNotGivenUp() throws Exception {
        ClusterTimeouts timings = TIMINGS.with(ClusterTimeouts.PROGRESS, Duration.ofMillis(100));
        StoredResponseHead reply = SampleFrames.reply(true, 0);
        try (Pair pair = new Pair(
                KnownPurgeVersions.none(),
                KnownPurgeVersions.none(),
                timings,
                ask -> new SharedResponseSource.Giving() {
                    private int turn;

                    @Override
                    public News news(Duration timeout) {
                        pass(timeout);
                        turn++;
                        return turn < 4 ? new News.NotYet() : new News.Head(reply, "", -1);
                    }

                    @Override
                    public int read(byte[] to, Duration timeout) {
                        pass(timeout);
                        turn++;
                        return turn < 8 ? 0 : turn == 8 ? 1 : -1;
                    }

                    @Override
                    public void close() {}
                })) {
            var given = assertInstanceOf(SharedResponseResult.Given.class, pair.ask(joining()));
            assertEquals(1, bytes(given).length);
        }
    }

    /** Waits for news that do not come. */
    private static void pass(Duration timeout) {
        try {
            assertFalse(new CountDownLatch(1).await(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoFindsNoPlaceIsToldSoUntilOneLeaves() throws Exception {
        CountDownLatch thaw = new CountDownLatch(1);
        try (Pair pair = new Pair(ask -> new Frozen(SampleFrames.reply(false, 0), thaw))) {
            try (var first = begun(pair.ask(joining())).body();
                    var second = begun(pair.ask(joining())).body()) {
                assertInstanceOf(SharedResponseResult.Full.class, pair.ask(joining()));
                thaw.countDown();
                assertEquals("llo", new String(first.readAllBytes(), StandardCharsets.US_ASCII));
                assertEquals("llo", new String(second.readAllBytes(), StandardCharsets.US_ASCII));
            }
            Eventually.that(
                    "there is a place again",
                    () -> pair.ask(joining()) instanceof SharedResponseResult.Given given
                            && rest(given).endsWith("llo"));
        }
    }

    @Test
    void aJoinedFetchThatNobodyWantsAnyMoreIsLeft() throws Exception {
        AtomicInteger open = new AtomicInteger();
        try (LinkStage stage = new LinkStage(KnownPurgeVersions.none(), ask -> {
            open.incrementAndGet();
            return new SharedResponseSource.Giving() {
                private int turn;

                @Override
                public News news(Duration timeout) {
                    turn++;
                    if (turn > 3) {
                        pass(timeout);
                    }
                    return new News.NotYet();
                }

                @Override
                public int read(byte[] to, Duration timeout) {
                    return -1;
                }

                @Override
                public void close() {
                    open.decrementAndGet();
                }
            };
        })) {
            OutgoingLink link = stage.link();
            HeardAnswer heard = stage.ask(link, new PeerFrame.Join(joining()));
            Eventually.that("it is alive", () -> heard.kinds.size() > 2);
            stage.onLoop(() -> {
                link.cancel(heard.id);
                return true;
            });
            Eventually.that("it was left", () -> open.get() == 0 && stage.load.inHand() == 0);
            HeardAnswer cut = stage.ask(link, new PeerFrame.Join(joining()));
            Eventually.that("it is alive", () -> !cut.kinds.isEmpty());
            stage.onLoop(() -> {
                link.close("no longer needed");
                return true;
            });
            assertEquals(new PeerRefusal.Gone("no longer needed"), cut.refusal());
            Eventually.that("it was left", () -> open.get() == 0 && stage.load.inHand() == 0);
        }
    }

    @Test
    void aNodeThatWasRestartedSurelyLeadsNoMore() throws Exception {
        try (Pair pair = new Pair(ask -> null)) {
            var node = LinkStage.node(pair.stage.address());
            var former = new ClusterMember(
                    node.name(), 78, node.role(), node.peer(), null, null, node.phase(), node.profile());
            var refused =
                    assertInstanceOf(SharedResponseResult.Refused.class, pair.peers.join(former, joining(), LONG));
            assertFalse(refused.again(), refused.reason());
        }
    }
}
