package io.gosling.origin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.freshness.Purge;
import io.gosling.freshness.Selector;
import io.gosling.gos.Ageing;
import io.gosling.gos.DiskTier;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.PurgedMemory;
import io.gosling.gos.disk.DiskStore;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node before an origin that is started again over the same disk. */
class DiskBelowTest {
    private static final int MEMORY = 1 << 20;

    @TempDir
    private Path folder;

    private @Nullable Life life;

    /** A process. */
    private final class Life {
        final OriginStage stage;
        final DiskTier tier;

        Life(int memory) throws IOException {
            stage = new OriginStage(memory);
            tier = new DiskTier(
                    stage.memory,
                    DiskStore.open(folder, DiskStore.LEAST, 1024),
                    stage.ticker,
                    () -> OriginStage.NOON.plusNanos(stage.ticker.nanos()));
            tier.begin();
            tier.load();
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
        Life next = new Life(memory);
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
        assertTrue(handled.contains("detail=local-disk"), handled);
        assertEquals(1, second.stage.origin.requests());
        assertEquals(1, conditional(second));
        Eventually.that("it is in memory", () -> second.stage.replies.holds("http://origin.test/a"));
        assertEquals(page, second.get("/a"));
        assertEquals(1, second.stage.origin.requests(), "as fresh as if the origin had sent it");
        assertEquals(1, second.stage.count(Event.DISK_READS));
        second.tier.save();
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
        first.tier.save();
        page = "mended text";
        first.stage.ask("POST", "/a");
        first.warm("/a");
        Life second = begin();
        assertEquals(page, second.get("/a"));
        assertEquals(1, conditional(second));
    }

    @Test
    void whatWasPurgedIsFetchedAgainWhateverTheOriginWouldSay() throws Exception {
        List<Selector> selectors = List.of(
                new Selector.Url("http://origin.test/a"),
                new Selector.Prefix("/"),
                new Selector.Host("origin.test"),
                new Selector.Tag("news"));
        more = new String[] {"Surrogate-Key", "news"};
        for (Selector selector : selectors) {
            for (boolean restarted : new boolean[] {false, true}) {
                Life first = begin();
                first.warm("/a");
                first.tier.save();
                if (restarted) {
                    first = begin();
                }
                new PurgedMemory(
                                first.stage.memory,
                                OriginPurgeKeys.of(OriginSettings.of(OriginAddress.parse("http://origin.test/"))))
                        .apply(new Purge(List.of(selector), Purge.Strength.HARD));
                assertEquals(page, first.get("/a"));
                assertEquals(0, conditional(first), selector + " in this life");
                first.stage.replies.drop(List.of("http://origin.test/a"));

                Life second = begin();
                assertEquals(page, second.get("/a"));
                assertEquals(0, conditional(second), selector + " before a restart");
            }
        }
    }

    @Test
    void whatAnUnsafeRequestHasChangedIsFetchedAgain() throws Exception {
        Life first = begin();
        first.warm("/a");
        first.tier.save();
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
    void whatMemoryHasNoRoomForIsServedFromTheDisk() throws Exception {
        page = "x".repeat(300_000);
        begin(4 * MEMORY).warm("/a");
        Life small = begin(100_000);
        assertEquals(page, small.get("/a"));
        assertEquals(1, conditional(small));
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
        List<CompletableFuture<FakeExchange>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(second.stage.later("/a"));
        }
        second.stage.origin.awaitRequests(1);
        asked.countDown();
        for (CompletableFuture<FakeExchange> one : all) {
            assertEquals(page, text(one.get()));
        }
        assertEquals(1, second.stage.origin.requests());
        assertEquals(1, second.stage.count(Event.DISK_READS));
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

    /** A body whose second piece is damaged: what the disk gave is gone on with from the origin, under a strong tag. */
    @Test
    void whereTheDiskGivesOtherBytesThanWereWrittenTheOriginGoesOn() throws Exception {
        page = "abcdefgh".repeat(12_500);
        Life first = begin();
        first.warm("/a");
        first.end();
        life = null;
        try (Stream<Path> files = Files.list(folder)) {
            Path segment = files.filter(file -> file.getFileName().toString().startsWith("segment"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(segment);
            bytes[bytes.length - 100] ^= 1;
            Files.write(segment, bytes);
        }
        Life second = begin();
        assertEquals(page, second.get("/a"));
        assertEquals(2, second.stage.origin.requests());
        assertEquals(1, conditional(second));
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
        assertEquals(20, conditional(second));
        assertEquals(20, second.stage.origin.requests());
        assertEquals(page, second.get("/7"));
        assertEquals(20, second.stage.origin.requests());
        assertEquals(0, begin().tier.revive(0, url -> {}, () -> false), "there is no room");
    }

    @Test
    void countsAreThoseOfThePresentEpochWhateverItsNumber() throws Exception {
        begin().warm("/a");
        Life second = begin();
        second.stage.memory.epoch().heard(3);
        second.get("/a");
        Ageing now = second.stage.memory.epoch().now();
        assertEquals(3, now.epoch());
        assertEquals(4, second.stage.memory.rows().hottest(1, now).getFirst().agac(now), 1e-6);
    }

    @Test
    void aDiskThatTakesNothingIsLeftAloneForAMinute() throws Exception {
        Life node = begin();
        node.warm("/a");
        Path inTheWay = Files.createDirectories(
                folder.resolve("segment-0000000000000000.gosling").resolve("full"));
        node.tier.save();
        assertTrue(node.tier.isFailing());
        assertEquals(1, node.stage.count(Event.DISK_FAILURES));
        node.tier.save();
        assertEquals(1, node.stage.count(Event.DISK_FAILURES), "not tried again at once");
        Files.delete(inTheWay);
        Files.delete(Objects.requireNonNull(inTheWay.getParent()));
        node.stage.pass(61);
        node.tier.save();
        assertFalse(node.tier.isFailing());
        assertEquals(1, node.stage.count(Event.DISK_WRITES));
    }

    @Test
    void whatIsTooLargeForTheDiskKeepsNothingElseFromIt() throws Exception {
        Life node = begin(16 * MEMORY);
        page = "x".repeat((int) (DiskStore.LEAST / 16));
        node.warm("/large");
        page = "small";
        node.warm("/small");
        node.tier.save();
        assertEquals(1, node.stage.count(Event.DISK_WRITES));
        assertEquals(0, node.stage.count(Event.DISK_FAILURES));
    }
}
