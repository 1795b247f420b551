package io.gosling.gos.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.purge.LeaseAndVoteStatus;
import io.gosling.purge.NoCopies;
import io.gosling.purge.PurgeEnvironment;
import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import io.gosling.purge.QuorumMemberFileStorage;
import io.gosling.purge.QuorumMemberStorage;
import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.testing.Eventually;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A voter whose disk takes its time: its questions to other nodes, and theirs, do not wait for it. */
class PurgeServiceTest {
    private static final PurgeSettings QUICK = new PurgeSettings(
            Duration.ofMillis(500),
            Duration.ofMillis(100),
            Duration.ofMillis(10),
            Duration.ofMillis(300),
            Duration.ofMillis(600),
            Duration.ofMinutes(10),
            16,
            1 << 20,
            16);

    private final SlowDisk disk = new SlowDisk();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final PurgeService owner = PurgeService.start(
            NodeIncarnation.drawn("n1", new Random(1)),
            new QuorumSettings(new Quorum(List.of("n1")), QUICK),
            disk,
            new PurgeEnvironment(new NoCopies(), List::of, new Random(2), System::currentTimeMillis),
            Ticker.system());

    @AfterEach
    void close() {
        disk.works.countDown();
        owner.close();
        threads.close();
    }

    /** Writes at once until it is said to stand still. */
    private static final class SlowDisk implements QuorumMemberStorage {
        final CountDownLatch works = new CountDownLatch(1);
        final CountDownLatch reached = new CountDownLatch(1);
        final AtomicInteger writes = new AtomicInteger();
        volatile boolean stands;
        volatile boolean closed;

        @Override
        public byte[] read() {
            return new byte[0];
        }

        @Override
        public void append(byte[] bytes) throws IOException {
            writes.incrementAndGet();
            try {
                if (stands) {
                    reached.countDown();
                    works.await();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void replace(byte[] bytes) throws IOException {
            append(bytes);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void anIdleNodeStepsSeldomButOftenEnoughForItsLease() {
        assertEquals(Duration.ofMillis(50), PurgeService.pause(false, Duration.ofSeconds(1)));
        assertEquals(Duration.ofMillis(200), PurgeService.pause(true, Duration.ofSeconds(1)));
        assertEquals(Duration.ofMillis(200), PurgeService.pause(true, Duration.ofSeconds(20)));
        assertEquals(Duration.ofMillis(100), PurgeService.pause(true, Duration.ofMillis(500)));
        assertEquals(Duration.ofMillis(50), PurgeService.pause(true, Duration.ofMillis(100)));
    }

    @Test
    void lettersThatComeTogetherWaitForItsDiskTogether() {
        Eventually.that("it has its own lease", () -> owner.mayServe(System.nanoTime()));
        NodeIncarnation other = NodeIncarnation.drawn("n2", new Random(3));
        List<AddressedPurgeMessage> envelopes = IntStream.range(0, 4)
                .mapToObj(i -> new AddressedPurgeMessage(
                        other, 0, new PurgeMessage.Drive(i, PurgeRequest.hard("http://o.test/" + i))))
                .toList();
        int before = disk.writes.get();
        List<AddressedPurgeMessage> answers = owner.receive(envelopes);
        assertEquals(1, disk.writes.get() - before);
        assertEquals(
                4,
                answers.stream()
                        .filter(answer -> answer.message() instanceof PurgeMessage.UnderWay)
                        .count(),
                answers::toString);
    }

    private <T> T soon(Callable<T> question) throws Exception {
        return threads.submit(question).get(30, TimeUnit.SECONDS);
    }

    @Test
    void nobodyWaitsForItsDiskButItsOwnSteps() throws Exception {
        Eventually.that("it has its own lease", () -> owner.mayServe(System.nanoTime()));
        PurgeVersionVector before = owner.tell();
        disk.stands = true;
        CompletableFuture<CompletableFuture<PurgeOutcome>> purging =
                CompletableFuture.supplyAsync(() -> owner.purge(PurgeRequest.hard("http://o.test/a")), threads);
        disk.reached.await();
        PurgeVersionVector told = soon(owner::tell);
        assertFalse(before.equals(told), "what has taken effect here is shown, written or not: " + told);
        assertTrue(soon(() -> owner.covers(before)));
        assertFalse(soon(() -> owner.learns(told, Duration.ofMillis(1))), "it is known when it is written");
        disk.works.countDown();
        assertTrue(soon(() -> owner.learns(told, Duration.ofSeconds(30))));
        assertNotNull(purging.get(30, TimeUnit.SECONDS).get(30, TimeUnit.SECONDS));
        assertEquals(told, owner.tell());
    }

    @Test
    void aDiskThatHangsKeepsNobodyForGood() throws Exception {
        Eventually.that("it has its own lease", () -> owner.mayServe(System.nanoTime()));
        assertTrue(owner.vouching().votes());
        disk.stands = true;
        CompletableFuture<PurgeOutcome> first = soon(() -> owner.purge(PurgeRequest.hard("http://o.test/a")));
        disk.reached.await();
        NodeIncarnation other = NodeIncarnation.drawn("n2", new Random(3));
        List<AddressedPurgeMessage> envelopes = List.of(
                new AddressedPurgeMessage(other, 0, new PurgeMessage.Drive(1, PurgeRequest.hard("http://o.test/b"))));
        assertEquals(List.of(), soon(() -> owner.receive(envelopes)), "the message is lost");
        CompletableFuture<PurgeOutcome> second = soon(() -> owner.purge(PurgeRequest.hard("http://o.test/c")));
        for (CompletableFuture<PurgeOutcome> purge : List.of(first, second)) {
            PurgeOutcome outcome = purge.get(30, TimeUnit.SECONDS);
            assertFalse(outcome.complete(), outcome::toString);
            assertTrue(outcome.detail().contains("its disk does not answer"), outcome::toString);
        }
        LeaseAndVoteStatus vouching = soon(owner::vouching);
        assertFalse(vouching.votes(), vouching::toString);
        assertTrue(vouching.trouble().contains("disk has not answered"), vouching::toString);
        disk.stands = false;
        disk.works.countDown();
        Eventually.that(
                "it votes again and has its lease",
                () -> owner.vouching().votes() && owner.vouching().holdsLease());
        assertEquals("", owner.vouching().trouble());
    }

    @Test
    void whoLeavesWhileItsDiskHangsServesNothingAndLeavesWhenItAnswers() throws Exception {
        Eventually.that("it has its own lease", () -> owner.mayServe(System.nanoTime()));
        disk.stands = true;
        CompletableFuture<PurgeOutcome> purge = owner.purge(PurgeRequest.hard("http://o.test/a"));
        disk.reached.await();
        soon(() -> {
            owner.leave();
            return "left";
        });
        assertFalse(owner.mayServe(System.nanoTime()));
        disk.stands = false;
        disk.works.countDown();
        Eventually.that("it votes again", () -> owner.vouching().votes());
        for (int i = 0; i < 20; i++) {
            assertNotNull(owner.purge(PurgeRequest.hard("http://o.test/" + i)).get(30, TimeUnit.SECONDS));
            assertFalse(owner.vouching().holdsLease(), "who has left never asks for a lease again");
        }
        assertNotNull(purge.get(30, TimeUnit.SECONDS));
    }

    /** Messages, and the answers to them, until there are none. */
    private static void carry(PurgeService from, PurgeService to, List<AddressedPurgeMessage> envelopes) {
        PurgeService taker = to;
        List<AddressedPurgeMessage> next = envelopes;
        while (!next.isEmpty()) {
            next = taker.receive(next);
            taker = taker.equals(to) ? from : to;
        }
    }

    @Test
    void aGoodbyeThatADiskKeptBackIsSaidWhenItAnswersAndOnceMoreAtTheEnd() throws Exception {
        SlowDisk disk = new SlowDisk();
        // The third is not there: what the two others agree on is a quorum's word.
        QuorumSettings both = new QuorumSettings(new Quorum(List.of("n1", "n2", "n3")), QUICK);
        PurgeEnvironment around = new PurgeEnvironment(
                new NoCopies(), () -> List.of("n1", "n2"), new Random(4), System::currentTimeMillis);
        AtomicInteger goodbyes = new AtomicInteger();
        try (PurgeService first = PurgeService.start(
                        NodeIncarnation.drawn("n1", new Random(5)), both, disk, around, Ticker.system());
                PurgeService second = PurgeService.start(
                        NodeIncarnation.drawn("n2", new Random(6)), both, new SlowDisk(), around, Ticker.system());
                RecordedLog log = new RecordedLog()) {
            first.sendBy((node, envelopes) -> {
                if (node.equals("n2")) {
                    envelopes.stream()
                            .filter(envelope -> envelope.message() instanceof PurgeMessage.Goodbye)
                            .forEach(envelope -> goodbyes.incrementAndGet());
                    threads.execute(() -> carry(first, second, envelopes));
                }
            });
            second.sendBy((node, envelopes) -> {
                if (node.equals("n1")) {
                    threads.execute(() -> carry(second, first, envelopes));
                }
            });
            Eventually.that("each has its lease", () -> {
                long now = System.nanoTime();
                return first.mayServe(now) && second.mayServe(now);
            });
            disk.stands = true;
            CompletableFuture<PurgeOutcome> purge = first.purge(PurgeRequest.hard("http://o.test/a"));
            disk.reached.await();
            first.leave();
            assertEquals(0, goodbyes.get());
            String said = String.join("\n", log.messages(Level.WARNING));
            assertTrue(said.contains("n1 has not notified the quorum members that it leaves"), said);
            disk.stands = false;
            disk.works.countDown();
            Eventually.that("it is said by nobody's doing", () -> goodbyes.get() == 1);
            assertNotNull(purge.get(30, TimeUnit.SECONDS));
            first.leave();
            assertEquals(2, goodbyes.get(), "the first one may have been lost");
        } finally {
            disk.works.countDown();
        }
    }

    @Test
    void whatWasCoveredOnceIsCoveredForGood() throws Exception {
        Eventually.that("it has its own lease", () -> owner.mayServe(System.nanoTime()));
        assertTrue(owner.covers(PurgeVersionVector.ZERO));
        assertNotNull(owner.purge(PurgeRequest.hard("http://o.test/a")).get(30, TimeUnit.SECONDS));
        PurgeVersionVector first = owner.tell();
        assertEquals(List.of(1L), List.copyOf(first.numbers().values()));
        assertTrue(owner.learns(first, Duration.ofSeconds(30)), "known when its step is over");
        assertNotNull(owner.purge(PurgeRequest.hard("http://o.test/b")).get(30, TimeUnit.SECONDS));
        PurgeVersionVector second = owner.tell();
        assertEquals(List.of(2L), List.copyOf(second.numbers().values()));
        assertTrue(owner.learns(second, Duration.ofSeconds(30)));
        for (PurgeVersionVector told : List.of(first, second, first, second)) {
            assertTrue(owner.covers(told), () -> "" + told);
        }
        PurgeVersionVector ahead = second.with(second.numbers().firstKey(), 3);
        assertFalse(owner.covers(ahead));
        assertFalse(owner.covers(ahead), "asked again");
        assertFalse(owner.covers(second.with(second.numbers().firstKey() ^ 1, 1)), "another log");
    }

    @Test
    void aDamagedFileIsReportedOnceAndAnEmptyOneIsNot(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("purges");
        try (RecordedLog log = new RecordedLog()) {
            startAndClose(path);
            assertEquals(List.of(), unusableFiles(log), "a new file");
            Files.writeString(path, "not what a quorum member wrote");
            startAndClose(path);
            List<String> warnings = unusableFiles(log);
            assertEquals(1, warnings.size(), warnings::toString);
            String warning = warnings.getFirst();
            String start = "n1: the quorum member's file " + path.toAbsolutePath() + " cannot be used: ";
            assertTrue(warning.startsWith(start), warning);
            assertTrue(warning.contains("no frame begins at byte 0 of ") && warning.contains("does not vote"), warning);
        }
    }

    /** Without the warnings of a node that has no lease, which a slow machine makes it log. */
    private static List<String> unusableFiles(RecordedLog log) {
        return log.messages(Level.WARNING).stream()
                .filter(message -> message.contains(" cannot be used: "))
                .toList();
    }

    private static void startAndClose(Path path) throws IOException {
        PurgeService.start(
                        NodeIncarnation.drawn("n1", new Random(1)),
                        new QuorumSettings(new Quorum(List.of("n1", "n2", "n3")), QUICK),
                        QuorumMemberFileStorage.open(path),
                        new PurgeEnvironment(new NoCopies(), List::of, new Random(2), System::currentTimeMillis),
                        Ticker.system())
                .close();
    }

    @Test
    void aFileIsClosedWhenItsDiskAnswers() throws Exception {
        Eventually.that("it has its own lease", () -> owner.mayServe(System.nanoTime()));
        disk.stands = true;
        CompletableFuture<PurgeOutcome> purge = owner.purge(PurgeRequest.hard("http://o.test/a"));
        disk.reached.await();
        soon(() -> {
            owner.close();
            return "closed";
        });
        assertFalse(disk.closed, "somebody still writes");
        disk.works.countDown();
        Eventually.that("it is closed", () -> disk.closed);
        assertNotNull(purge.get(30, TimeUnit.SECONDS));
        assertEquals(
                List.of(),
                owner.receive(List.of(new AddressedPurgeMessage(
                        NodeIncarnation.drawn("n2", new Random(3)),
                        0,
                        new PurgeMessage.Drive(1, PurgeRequest.hard("http://o.test/b"))))));
    }
}
