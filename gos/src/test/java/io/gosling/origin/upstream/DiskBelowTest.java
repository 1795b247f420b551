package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.disk.DiskStore;
import io.gosling.gos.memory.DiskTier;
import io.gosling.gos.memory.PurgeableMemory;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node before an origin that is started again over the same disk. */
class DiskBelowTest {
    private static final int MEMORY = 1 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private @Nullable Life life;

    /** A process. */
    private final class Life {
        final OriginStage stage;
        final DiskTier tier;

        Life(int memory, Duration timeout) throws IOException {
            stage = new OriginStage(memory);
            tier = new DiskTier(
                    stage.memory,
                    DiskStore.open(folder, DiskStore.LEAST, 1024, timeout),
                    stage.ticker,
                    () -> OriginStage.NOON.plusNanos(stage.ticker.nanos()));
            tier.begin();
            tier.work();
            stage.origin.script = DiskBelowTest.this::origin;
        }

        String get(String target, String... headers) throws Exception {
            return text(stage.get(target, headers));
        }

        /** Asked for so often that it is worth a write. */
        void warm(String target, String... headers) throws Exception {
            for (int i = 0; i < 3; i++) {
                stage.get(target, headers);
            }
        }

        void end() {
            tier.close();
            stage.close();
        }
    }

    private String tag = "\"1\"";
    private String page = "some text";
    private String[] more = {};

    /** The page, by its tag. */
    private Upstream.Answer origin(Upstream.Message asked) {
        List<String> fields = new ArrayList<>(List.of("Cache-Control", "max-age=3600", "ETag", tag));
        fields.addAll(List.of(more));
        boolean same = tag.equals(asked.headers().first("If-None-Match"));
        String body = asked.target().equals("/gz") ? asked.headers().first("Accept-Encoding") + page : page;
        return ScriptedOrigin.answer(same ? 304 : 200, same ? "" : body, fields.toArray(String[]::new));
    }

    private static String text(FakeExchange answered) {
        assertEquals(200, answered.status());
        return answered.responseText();
    }

    private Life begin() throws IOException {
        return begin(MEMORY);
    }

    private Life begin(int memory) throws IOException {
        end();
        Life next = new Life(memory, TIMEOUT);
        life = next;
        return next;
    }

    @AfterEach
    void end() {
        Life now = life;
        if (now != null) {
            now.end();
        }
        life = null;
    }

    private static long conditional(Life life) {
        return life.stage.origin.asked.stream()
                .filter(message -> message.headers().contains("If-None-Match"))
                .count();
    }

    @Test
    void whatWasHotIsServedAfterARestartOnceItsOriginSaysThatItHolds() throws Exception {
        begin().warm("/a");
        Life second = begin();
        FakeExchange first = second.stage.get("/a");
        assertEquals(page, text(first));
        String handled = Objects.requireNonNull(first.header("Cache-Status"));
        assertTrue(handled.contains("fwd=stale; fwd-status=304; stored"), handled);
        assertTrue(handled.contains("detail=disk"), handled);
        assertEquals(1, second.stage.origin.requests());
        assertEquals(1, conditional(second));
        Eventually.that("it is in memory", () -> second.stage.replies.holds("http://origin.test/a"));
        assertEquals(page, second.get("/a"));
        assertEquals(1, second.stage.origin.requests(), "as fresh as if the origin had sent it");
        assertEquals(1, second.stage.count(Event.DISK_READS));
        second.tier.work();
        assertEquals(0, second.stage.count(Event.DISK_WRITES), "it is there already");
    }

    @Test
    void whatHasChangedIsReplaced() throws Exception {
        begin().warm("/a");
        page = "another text";
        tag = "\"2\"";
        Life second = begin();
        assertEquals(page, second.get("/a"));
        second.warm("/a");
        Life third = begin();
        assertEquals(page, third.get("/a"));
        assertEquals(1, conditional(third));
        assertEquals(1, third.stage.origin.requests());
    }

    /** Validators alone do not say which bytes they are of. */
    @Test
    void otherBytesUnderTheSameTagReplaceThoseOnDisk() throws Exception {
        Life first = begin();
        first.warm("/a");
        first.tier.work();
        page = "mended text";
        first.stage.ask("POST", "/a");
        first.warm("/a");
        Life second = begin();
        assertEquals(page, second.get("/a"));
        assertEquals(1, conditional(second));
    }

    @Test
    void whatWasPurgedIsFetchedAgainWhateverTheOriginWouldSay() throws Exception {
        List<PurgeSelector> selectors = List.of(
                new PurgeSelector.Url("http://origin.test/a"),
                new PurgeSelector.Prefix("/"),
                new PurgeSelector.Host("origin.test"),
                new PurgeSelector.Tag("news"));
        more = new String[] {"Surrogate-Key", "news"};
        for (PurgeSelector selector : selectors) {
            for (boolean restarted : new boolean[] {false, true}) {
                Life first = begin();
                first.warm("/a");
                first.tier.work();
                if (restarted) {
                    first = begin();
                }
                purged(first).apply(new PurgeRequest(List.of(selector), PurgeRequest.Strength.HARD));
                assertEquals(page, first.get("/a"));
                assertEquals(0, conditional(first), selector + " in this life");
                first.stage.replies.drop(List.of("http://origin.test/a"));

                Life second = begin();
                assertEquals(page, second.get("/a"));
                assertEquals(0, conditional(second), selector + " before a restart");
            }
        }
    }

    /** A 304 with a new tag rewrites the record, so that a purge by the tag selects it. */
    @Test
    void aTagThatCameLaterPurgesWhatWasWrittenBefore() throws Exception {
        Life first = begin();
        first.warm("/a");
        first.tier.work();
        first.stage.pass(3601);
        more = new String[] {"Surrogate-Key", "news"};
        first.warm("/a");
        assertEquals(1, conditional(first));
        first.tier.work();
        assertEquals(2, first.stage.count(Event.DISK_WRITES));
        purged(first).apply(new PurgeRequest(List.of(new PurgeSelector.Tag("news")), PurgeRequest.Strength.HARD));
        Life second = begin();
        assertEquals(page, second.get("/a"));
        assertEquals(0, conditional(second));
    }

    /** Voters tell a node that starts what came meanwhile. */
    @Test
    void whatWasPurgedWhileTheNodeWasDownIsFetchedAgain() throws Exception {
        begin().warm("/b");
        Life second = begin();
        purged(second)
                .learn(
                        new PurgeRecord(
                                77,
                                2,
                                new PurgeRequest(List.of(new PurgeSelector.Prefix("/")), PurgeRequest.Strength.HARD)),
                        0);
        assertEquals(page, second.get("/b"));
        assertEquals(0, conditional(second));
    }

    private static PurgeableMemory purged(Life life) {
        return new PurgeableMemory(
                life.stage.memory,
                OriginPurgeTargetResolver.of(OriginSettings.of(OriginAddress.parse("http://origin.test/"))));
    }

    @Test
    void whatAnUnsafeRequestHasChangedIsFetchedAgain() throws Exception {
        Life first = begin();
        first.warm("/a");
        first.tier.work();
        first.stage.ask("POST", "/a");
        Life second = begin();
        assertEquals(page, second.get("/a"));
        assertEquals(0, conditional(second));
    }

    @Test
    void nothingIsLookedForWithoutTheRightToServe() throws Exception {
        begin().warm("/a");
        Life second = begin();
        second.stage.memory.hot().serveBy(now -> false);
        assertEquals(page, second.get("/a"));
        assertEquals(0, conditional(second), "purges may not have come yet");
    }

    @Test
    void anOriginThatCannotBeAskedDoesNotMakeItServed() throws Exception {
        begin().warm("/a");
        Life second = begin();
        second.stage.origin.script = message -> {
            throw new IOException("connection refused");
        };
        assertEquals(502, second.stage.get("/a").status());
        second.stage.origin.script = this::origin;
        assertEquals(page, second.get("/a"));
        assertEquals(2, conditional(second), "it stays on disk meanwhile");
    }

    @Test
    void whatIsTooLargeForMemoryIsFetchedWithoutValidation() throws Exception {
        page = "x".repeat(300_000);
        begin(4 * MEMORY).warm("/a");
        Life small = begin(100_000);
        assertEquals(page, small.get("/a"));
        assertEquals(0, conditional(small));
        assertEquals(1, small.stage.origin.requests());
    }

    @Test
    void manyWhoAskAtOnceAreOneReadAndOneQuestion() throws Exception {
        begin().warm("/a");
        Life second = begin();
        CountDownLatch asked = new CountDownLatch(1);
        second.stage.origin.script = message -> {
            await(asked);
            return origin(message);
        };
        List<FutureTask<FakeExchange>> all = new ArrayList<>(List.of(ask(second)));
        List<Thread> others = new ArrayList<>();
        Thread.startVirtualThread(all.getFirst());
        second.stage.origin.awaitRequests(1);
        for (int i = 0; i < 19; i++) {
            all.add(ask(second));
            others.add(Thread.startVirtualThread(all.getLast()));
        }
        Eventually.that("nineteen wait", () -> others.stream().allMatch(DiskBelowTest::waits));
        asked.countDown();
        for (FutureTask<FakeExchange> one : all) {
            assertEquals(page, text(one.get()));
        }
        assertEquals(1, second.stage.origin.requests());
        assertEquals(1, second.stage.count(Event.DISK_READS));
    }

    private static FutureTask<FakeExchange> ask(Life life) {
        return new FutureTask<>(() -> life.stage.get("/a"));
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void variantsAreFoundAlthoughNobodyRemembersThatTheUrlVaries() throws Exception {
        more = new String[] {"Vary", "Accept-Encoding"};
        Life first = begin();
        first.warm("/gz", "Accept-Encoding", "gzip");
        first.warm("/gz", "Accept-Encoding", "br");
        Life second = begin();
        assertEquals("br" + page, second.get("/gz", "Accept-Encoding", "br"));
        assertEquals("gzip" + page, second.get("/gz", "Accept-Encoding", "gzip"));
        assertEquals(2, conditional(second));
        assertEquals(2, second.stage.origin.requests());
    }

    /** Nothing of a body whose end is damaged is given: the origin sends all of it. */
    @Test
    void whereTheDiskGivesOtherBytesThanWereWrittenTheOriginIsAsked() throws Exception {
        page = "abcdefgh".repeat(100_000);
        tag = "W/\"1\"";
        Life first = begin(16 * MEMORY);
        first.warm("/a");
        first.end();
        life = null;
        byte[] bytes = Files.readAllBytes(slice());
        bytes[bytes.length - 100] ^= 1;
        Files.write(slice(), bytes);
        Life second = begin(16 * MEMORY);
        assertEquals(page, second.get("/a"));
        assertEquals(2, second.stage.origin.requests());
        assertEquals(1, conditional(second));
    }

    /** The answer to one request, as to one who may not have it, says nothing of what others get. */
    @Test
    void whatTheOriginRefusesNowIsThereLaterWithAllItsVariants() throws Exception {
        more = new String[] {"Vary", "Accept-Encoding"};
        Life first = begin();
        first.warm("/gz", "Accept-Encoding", "gzip");
        first.warm("/gz", "Accept-Encoding", "br");
        for (int status : new int[] {401, 403, 404, 429, 503}) {
            Life refused = begin();
            refused.stage.origin.script = message -> ScriptedOrigin.answer(status, "no", "Cache-Control", "no-store");
            assertEquals(
                    status, refused.stage.get("/gz", "Accept-Encoding", "gzip").status());
            assertEquals(1, conditional(refused));
        }
        Life second = begin();
        assertEquals("gzip" + page, second.get("/gz", "Accept-Encoding", "gzip"));
        assertEquals("br" + page, second.get("/gz", "Accept-Encoding", "br"));
        assertEquals(2, conditional(second));
    }

    /** A 304 may turn one response for all into several, which makes the old bytes useless. */
    @Test
    void whatVariesOtherwiseThanWhenItWasWrittenIsFetchedAnew() throws Exception {
        begin().warm("/gz");
        more = new String[] {"Vary", "Accept-Encoding"};
        Life second = begin();
        assertEquals("br" + page, second.get("/gz", "Accept-Encoding", "br"));
        assertEquals(1, conditional(second));
        assertEquals(2, second.stage.origin.requests());
    }

    @Test
    void aVariantByOtherFieldsThanItsOwnIsNotFound() throws Exception {
        more = new String[] {"Vary", "Accept-Encoding"};
        begin().warm("/gz", "Accept-Encoding", "gzip");
        more = new String[] {"Vary", "Accept-Encoding, Accept-Language"};
        tag = "\"2\"";
        Life second = begin();
        second.warm("/gz", "Accept-Encoding", "gzip", "Accept-Language", "de");
        Life third = begin();
        assertEquals("gzip" + page, third.get("/gz", "Accept-Encoding", "gzip", "Accept-Language", "de"));
        assertEquals(1, conditional(third));
        assertEquals("gzip" + page, third.get("/gz", "Accept-Encoding", "gzip", "Accept-Language", "fr"));
        assertEquals(1, conditional(third), "whatever its coding, it is another one");
    }

    @Test
    void whatIsNotToBeKeptAnyMoreIsFetchedAsItIsNow() throws Exception {
        begin().warm("/a");
        Life second = begin();
        second.stage.origin.script = message -> message.headers().contains("If-None-Match")
                ? ScriptedOrigin.answer(304, "", "ETag", tag, "Cache-Control", "no-store")
                : ScriptedOrigin.answer(200, "for you", "ETag", tag, "Cache-Control", "no-store");
        FakeExchange answered = second.stage.get("/a");
        assertEquals("for you", text(answered));
        assertEquals("no-store", answered.header("Cache-Control"));
    }

    @Test
    void anUnexpectedFailureLeavesNothingOpen() throws Exception {
        begin().warm("/a");
        Life second = begin();
        for (int i = 0; i < 2000; i++) {
            second.stage.origin.script = message -> {
                throw new IllegalStateException("a fault");
            };
            assertThrows(IllegalStateException.class, () -> second.stage.get("/a"));
        }
        second.stage.origin.script = this::origin;
        assertEquals(page, second.get("/a"));
        assertEquals(2001, conditional(second), "there was room to read it each time");
    }

    /** A pipe that nobody writes to, where the file should be: whoever opens it waits for good. */
    @Test
    void aDiskThatHangsCostsOneWaitAndIsThenLeftAlone() throws Exception {
        begin().warm("/a");
        end();
        Life second = new Life(MEMORY, Duration.ofMillis(50));
        life = second;
        Path slice = slice();
        Files.delete(slice);
        assumeTrue(new ProcessBuilder("mkfifo", slice.toString()).start().waitFor() == 0);
        assertEquals(page, second.get("/a"), "a miss");
        assertEquals(0, conditional(second));
        assertEquals(1, second.stage.count(Event.DISK_MISSES));
        assertTrue(second.tier.isFailing());
        second.stage.replies.drop(List.of("http://origin.test/a"));
        assertEquals(page, second.get("/a"));
        assertEquals(1, second.stage.count(Event.DISK_MISSES), "not asked for again at once");
        assertEquals(
                0,
                second.tier.revive(MEMORY, second.stage.handler::revive, () -> false),
                "nor by whoever fills memory");
        second.stage.pass(11);
        assertFalse(second.tier.isFailing());
        // Releases waiting threads.
        try (RandomAccessFile pipe = new RandomAccessFile(slice.toFile(), "rw")) {
            assertTrue(pipe.getFD().valid());
            second.stage.replies.drop(List.of("http://origin.test/a"));
            assertEquals(page, second.get("/a"));
            assertEquals(2, second.stage.count(Event.DISK_MISSES));
        }
    }

    private Path slice() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("segment"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void memoryIsFilledFromTheDiskByAskingTheOriginForEach() throws Exception {
        Life first = begin();
        for (int i = 0; i < 20; i++) {
            first.warm("/" + i);
        }
        Life second = begin();
        assertEquals(20, second.tier.revive(MEMORY, second.stage.handler::revive, () -> false));
        Eventually.that("all are in memory", () -> second.stage.memory.hot().size() == 20);
        second.stage.handler.revive("http://origin.test/unknown");
        assertEquals(20, conditional(second));
        assertEquals(20, second.stage.origin.requests(), "what the disk does not have is asked for by clients");
        assertEquals(page, second.get("/7"));
        assertEquals(20, second.stage.origin.requests());
        assertEquals(0, begin().tier.revive(0, url -> {}, () -> false), "there is no room");
    }

    /**
     * A purge of many objects takes nothing out of the index: whoever fills memory meets what it means, and passes it
     * over.
     */
    @Test
    void whatWasPurgedIsNotAskedForWhenMemoryIsFilled() throws Exception {
        List<PurgeSelector> selectors = List.of(
                new PurgeSelector.Prefix("/"), new PurgeSelector.Host("origin.test"), new PurgeSelector.Tag("news"));
        for (PurgeSelector selector : selectors) {
            more = new String[] {"Surrogate-Key", "news"};
            Life first = begin();
            for (int i = 0; i < 20; i++) {
                first.warm("/" + i);
            }
            first.tier.work();
            purged(first).apply(new PurgeRequest(List.of(selector), PurgeRequest.Strength.HARD));
            more = new String[] {};
            first.warm("/kept");
            Life second = begin();
            assertEquals(1, second.tier.revive(MEMORY, second.stage.handler::revive, () -> false), selector.toString());
            assertEquals(1, second.stage.origin.requests());
            assertEquals(1, conditional(second));
            assertEquals(1, second.tier.size(), "what was purged is counted no more");
        }
    }

    @Test
    void aDiskThatTakesNothingIsLeftAloneForAMinute() throws Exception {
        Life node = begin();
        node.warm("/a");
        Path inTheWay = Files.createDirectories(
                folder.resolve("segment-0000000000000000.gosling").resolve("full"));
        node.tier.work();
        assertTrue(node.tier.isFailing());
        assertEquals(1, node.stage.count(Event.DISK_FAILURES));
        node.tier.work();
        assertEquals(1, node.stage.count(Event.DISK_FAILURES), "not tried again at once");
        Files.delete(inTheWay);
        Files.delete(Objects.requireNonNull(inTheWay.getParent()));
        node.stage.pass(61);
        node.tier.work();
        assertFalse(node.tier.isFailing());
        assertEquals(1, node.stage.count(Event.DISK_WRITES));
    }

    /** After a failure nothing is kept for a minute; what was purged is written all the same. */
    @Test
    void aDiskThatIsLeftAloneIsToldWhatWasPurged() throws Exception {
        begin().warm("/a");
        Life node = begin();
        node.warm("/b");
        Path next = folder.resolve("segment-0000000000000001.gosling");
        Files.createDirectories(next.resolve("full"));
        node.tier.work();
        assertTrue(node.tier.isFailing());
        long before = node.tier.bytes();
        Files.delete(next.resolve("full"));
        Files.delete(next);
        purged(node).apply(new PurgeRequest(List.of(new PurgeSelector.Prefix("/a")), PurgeRequest.Strength.HARD));
        node.tier.work();
        assertTrue(node.tier.bytes() > before);
        assertEquals(0, node.stage.count(Event.DISK_WRITES));
        assertTrue(node.tier.isFailing());
    }

    @Test
    void whatIsTooLargeForTheDiskKeepsNothingElseFromIt() throws Exception {
        Life node = begin(16 * MEMORY);
        page = "x".repeat((int) (DiskStore.LEAST / 16));
        node.warm("/large");
        page = "small";
        node.warm("/small");
        node.tier.work();
        assertEquals(1, node.stage.count(Event.DISK_WRITES));
        assertEquals(0, node.stage.count(Event.DISK_FAILURES));
    }
}
