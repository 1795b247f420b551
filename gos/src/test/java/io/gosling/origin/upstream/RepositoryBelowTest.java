package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.CacheSettings;
import io.gosling.gos.memory.PurgeableMemory;
import io.gosling.gos.memory.RepositoryTier;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.RepositoryHomeClient;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeRequest.Strength;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.testing.FakeExchange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes that share nothing but a repository, each before the same origin. */
class RepositoryBelowTest {
    private static final long LOG = 77;
    private static final int MEMORY = 4 << 20;
    private static final String PAGE = "some text";

    /** Behind the format, the epoch and an empty version vector. */
    private static final int TIME_AT = 1 + 8 + 2;

    private final Home home = new Home();
    private final Node first = new Node();
    private final Node second = new Node();

    private static final class Node {
        final OriginStage stage = new OriginStage(
                settings -> settings.with(OriginSettings.CACHE, OriginSettings.CacheStore.REPOSITORY),
                address -> false,
                CacheSettings.of(MEMORY));
        final PurgeableMemory purged = new PurgeableMemory(
                stage.memory,
                OriginPurgeTargetResolver.of(OriginSettings.of(OriginAddress.parse("http://origin.test/"))));
        volatile PurgeVersionVector known = PurgeVersionVector.ZERO;
        volatile long epoch = 1;

        Node() {
            answers(PAGE);
        }

        void uses(Home home) {
            ObjectRepository objects = new ObjectRepository(
                    RepositorySettings.defaults(), home, CopyCoherence.none(), stage.ticker, new Random(1));
            new RepositoryTier(
                            stage.memory,
                            () -> objects,
                            () -> epoch,
                            () -> known,
                            () -> known,
                            stage.ticker,
                            () -> OriginStage.NOON.plusNanos(stage.ticker.nanos()))
                    .begin();
        }

        void answers(String body, String... more) {
            List<String> fields = new ArrayList<>(List.of("ETag", "\"1\"", "Surrogate-Key", "red"));
            fields.addAll(List.of(more));
            if (!fields.contains("Cache-Control")) {
                fields.addAll(List.of("Cache-Control", "max-age=3600"));
            }
            stage.origin.script = message -> {
                boolean same = message.headers().contains("If-None-Match");
                String accepted = message.headers().first("Accept-Language");
                String text = accepted == null ? body : accepted + " " + body;
                return ScriptedOrigin.answer(same ? 304 : 200, same ? "" : text, fields.toArray(String[]::new));
            };
        }

        String get(String target, String... headers) throws Exception {
            FakeExchange answered = stage.get(target, headers);
            assertEquals(200, answered.status());
            return answered.responseText();
        }

        int requests() {
            return stage.origin.requests();
        }

        void learns(long number, PurgeSelector selector, Strength strength) {
            purged.learn(new PurgeRecord(LOG, number, new PurgeRequest(List.of(selector), strength)), 0);
            known = known.with(LOG, number);
        }
    }

    /** The one home of everything. Safe for use by many threads. */
    private static final class Home implements RepositoryHomeClient {
        final Map<ObjectKey, HomeRequest.Write> stored = new ConcurrentHashMap<>();
        final AtomicInteger asked = new AtomicInteger();
        final AtomicInteger reads = new AtomicInteger();
        volatile boolean failing;
        volatile boolean silent;
        volatile boolean throwing;
        final Queue<Runnable> late = new ConcurrentLinkedQueue<>();

        @Override
        public CompletableFuture<HomeAnswer> ask(ObjectKey key, HomeRequest request) {
            asked.incrementAndGet();
            if (request instanceof HomeRequest.Read) {
                reads.incrementAndGet();
            } else if (throwing) {
                throw new IllegalStateException("a bug");
            }
            CompletableFuture<HomeAnswer> answer = new CompletableFuture<>();
            late.add(() -> answer.complete(answer(key, request)));
            if (!silent) {
                answersLate();
            }
            return answer;
        }

        void answersLate() {
            for (Runnable answer = late.poll(); answer != null; answer = late.poll()) {
                answer.run();
            }
        }

        private HomeAnswer answer(ObjectKey key, HomeRequest request) {
            if (failing) {
                return new HomeAnswer.Unavailable("failing");
            }
            if (request instanceof HomeRequest.Write write) {
                stored.put(key, write);
                return new HomeAnswer.Stored(1);
            }
            HomeRequest.Write there = stored.get(key);
            return there == null
                    ? new HomeAnswer.Nothing()
                    : new HomeAnswer.Has(1, there.lifeMillis(), there.tags(), there.bytes());
        }

        @Override
        public boolean isHere(ObjectKey key) {
            return true;
        }
    }

    RepositoryBelowTest() {
        first.uses(home);
        second.uses(home);
    }

    @AfterEach
    void close() {
        first.stage.close();
        second.stage.close();
    }

    @Test
    void aResponseThatOneNodeHasPutAnotherServesWithoutTheOrigin() throws Exception {
        assertEquals(PAGE, first.get("/a"));
        second.stage.pass(60);
        FakeExchange answered = second.stage.get("/a");
        assertEquals(PAGE, answered.responseText());
        assertEquals("60", answered.header("Age"));
        assertEquals(0, second.requests());
        int questions = home.asked.get();
        assertEquals(PAGE, second.get("/a"));
        assertEquals(questions, home.asked.get(), "it is in memory now");
        second.stage.pass(3600);
        assertEquals(PAGE, second.get("/a"));
        assertEquals(1, second.requests(), "it is as old as it is");
    }

    @Test
    void withoutTheSettingNothingIsPutOrAskedFor() throws Exception {
        try (OriginStage plain = new OriginStage()) {
            plain.origin.always(200, PAGE, "Cache-Control", "max-age=3600");
            plain.get("/a");
            assertEquals(0, home.asked.get());
        }
    }

    @ParameterizedTest
    @CsvSource({"url,HARD", "url,SOFT", "prefix,HARD", "tag,HARD", "tag,SOFT"})
    void whatWasPutBeforeAPurgeIsNotServedAfterIt(String kind, Strength strength) throws Exception {
        first.get("/a/b");
        second.learns(1, selector(kind), strength);
        second.answers("new text");
        assertEquals("new text", second.get("/a/b"));
        assertEquals(1, second.requests());
        // Put after the purge: of use to a node that knows of it, and to one that does not.
        first.learns(1, selector(kind), strength);
        assertEquals("new text", first.get("/a/b"));
        try (OriginStage third = thirdStage()) {
            assertEquals("new text", third.get("/a/b").responseText());
            assertEquals(0, third.origin.requests());
        }
    }

    private static PurgeSelector selector(String kind) {
        return switch (kind) {
            case "url" -> new PurgeSelector.Url("/a/b");
            case "prefix" -> new PurgeSelector.Prefix("/a/");
            default -> new PurgeSelector.Tag("red");
        };
    }

    private OriginStage thirdStage() {
        Node third = new Node();
        third.uses(home);
        return third.stage;
    }

    @Test
    void aPurgeOfSomethingElseLeavesIt() throws Exception {
        first.get("/a");
        second.learns(1, new PurgeSelector.Url("/b"), Strength.HARD);
        second.learns(2, new PurgeSelector.Tag("blue"), Strength.HARD);
        assertEquals(PAGE, second.get("/a"));
        assertEquals(0, second.requests());
    }

    @Test
    void aFetchThatAPurgeHasOvertakenIsNotPut() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        first.stage.origin.script = ScriptedOrigin.after(gate, first.stage.origin.script);
        var answered = first.stage.later("/a");
        first.stage.origin.awaitRequests(1);
        first.learns(1, new PurgeSelector.Url("/a"), Strength.HARD);
        gate.countDown();
        assertEquals(PAGE, answered.get().responseText());
        assertTrue(home.stored.isEmpty());
    }

    @Test
    void whenPurgesMayHaveBeenMissedWhatWasPutBeforeIsNotServed() throws Exception {
        first.get("/a");
        second.known = second.known.with(LOG, 5);
        second.purged.doubt();
        assertEquals(PAGE, second.get("/a"));
        assertEquals(1, second.requests());
        first.known = first.known.with(LOG, 5);
        first.get("/b");
        second.get("/b");
        assertEquals(1, second.requests(), "put by a node that knew them");
    }

    @Test
    void aNewEpochMayHaveLostPurgesSoResponsesOfAnEarlierOneAreNotServed() throws Exception {
        first.known = first.known.with(LOG, 7);
        first.get("/a");
        // Purge 8 was complete; then the only voter lost its memory, and this node its own.
        second.epoch = 2;
        second.purged.doubt();
        second.answers("new text");
        assertEquals("new text", second.get("/a"));
        try (OriginStage third = thirdStage()) {
            assertEquals(PAGE, third.get("/a").responseText(), "of a node that has not entered it");
        }
        first.epoch = 2;
        first.get("/b");
        second.get("/b");
        assertEquals(1, second.requests(), "put in this epoch");
    }

    @Test
    void variantsAreFoundByTheHeadersThatTheResponseNames() throws Exception {
        first.answers(PAGE, "Vary", "Accept-Language");
        assertEquals("de " + PAGE, first.get("/a", "Accept-Language", "de"));
        assertEquals("en " + PAGE, first.get("/a", "Accept-Language", "en"));
        assertEquals("de " + PAGE, second.get("/a", "Accept-Language", "de"));
        assertEquals("en " + PAGE, second.get("/a", "Accept-Language", "en"));
        assertEquals(0, second.requests());
        assertEquals("fr " + PAGE, second.get("/a", "Accept-Language", "fr"));
        assertEquals(1, second.requests());
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private", "no-cache", "max-age=0"})
    void whatASharedCacheMayNotServeUnaskedIsNotPut(String control) throws Exception {
        first.answers(PAGE, "Cache-Control", control);
        first.get("/a");
        assertTrue(home.stored.isEmpty());
    }

    @Test
    void largerResponsesAreNotPut() throws Exception {
        first.answers("x".repeat(RepositoryTier.MOST_BYTES));
        first.get("/a");
        assertTrue(first.stage.replies.holds("http://origin.test/a"));
        assertTrue(home.stored.isEmpty());
        first.answers("x".repeat(RepositoryTier.MOST_BYTES - 1000));
        first.get("/b");
        assertEquals(1, home.stored.size());
    }

    @Test
    void whatTheOriginHasConfirmedIsPutAgain() throws Exception {
        first.get("/a");
        first.stage.pass(4000);
        home.stored.clear();
        first.get("/a");
        assertEquals(2, first.requests());
        second.stage.pass(4000);
        assertEquals(PAGE, second.get("/a"));
        assertEquals(0, second.requests());
    }

    @Test
    void whatARequestHereHasChangedIsNotServedFromThere() throws Exception {
        first.get("/a");
        second.stage.ask("POST", "/a");
        second.get("/a");
        assertEquals(2, second.requests());
    }

    @Test
    void nothingIsAskedForWithoutTheRightToServe() throws Exception {
        first.get("/a");
        int questions = home.asked.get();
        second.stage.memory.hot().serveBy(now -> false);
        assertEquals(PAGE, second.get("/a"));
        assertEquals(1, second.requests());
        assertEquals(questions, home.asked.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHomeThatFailsOrIsSilentIsLeftAloneForAWhile(boolean silent) throws Exception {
        first.get("/a");
        home.silent = silent;
        home.failing = !silent;
        int questions = home.asked.get();
        assertEquals(PAGE, second.get("/a"));
        assertEquals(PAGE, second.get("/b"));
        assertEquals(2, second.requests());
        assertEquals(questions + 1, home.asked.get());
        home.silent = false;
        home.failing = false;
        second.stage.pass(10);
        first.get("/c");
        assertEquals(PAGE, second.get("/c"));
        assertEquals(2, second.requests());
    }

    @Test
    void aHomeThatAnswersLateForOnceIsAskedAgain() throws Exception {
        for (int i = 0; i < RepositoryTier.LIVELY; i++) {
            first.get("/" + i);
        }
        for (int i = 0; i < RepositoryTier.LIVELY; i++) {
            second.get("/" + i);
        }
        assertEquals(0, second.requests());
        home.silent = true;
        second.get("/a");
        home.silent = false;
        second.get("/b");
        assertEquals(2, second.requests(), "nobody asks a home that has missed its time");
        home.answersLate();
        first.get("/c");
        assertEquals(PAGE, second.get("/c"));
        assertEquals(2, second.requests());
    }

    @Test
    void aHomeThatIsAlwaysLateIsLeftAloneForAWhile() throws Exception {
        home.silent = true;
        second.get("/a");
        home.silent = false;
        home.answersLate();
        int questions = home.asked.get();
        second.get("/b");
        assertEquals(questions, home.asked.get());
    }

    @Test
    void aRepositoryThatThrowsHarmsNobody() throws Exception {
        home.throwing = true;
        for (int i = 0; i < 70; i++) {
            assertEquals(PAGE, first.get("/a" + i));
            first.stage.pass(10);
        }
        assertTrue(first.stage.replies.holds("http://origin.test/a0"));
        first.stage.pass(4000);
        assertEquals(PAGE, first.get("/a0"), "confirmed by the origin");
        home.throwing = false;
        first.stage.pass(10);
        first.get("/b");
        assertEquals(1, home.stored.size(), "no place on the way was lost");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-cache", "max-age=0"})
    void aRequestThatTheOriginMustAnswerDoesNotAskForIt(String wanted) throws Exception {
        first.get("/a");
        second.stage.pass(1);
        int questions = home.reads.get();
        assertEquals(PAGE, second.get("/a", "Cache-Control", wanted));
        assertEquals(1, second.requests());
        assertEquals(questions, home.reads.get());
    }

    @Test
    void whatIsAlwaysValidatedIsNotAskedFor() throws Exception {
        second.answers(PAGE, "Cache-Control", "no-cache, max-age=3600");
        second.get("/a");
        second.stage.pass(121);
        int questions = home.reads.get();
        assertEquals(PAGE, second.get("/a"));
        assertEquals(2, second.requests());
        assertEquals(questions, home.reads.get());
    }

    @Test
    void anAbsurdTimeIsNoResponse() throws Exception {
        first.get("/a");
        home.stored.replaceAll((key, write) -> new HomeRequest.Write(
                write.condition(), write.write(), write.lifeMillis(), write.tags(), sinceEver(write.bytes())));
        assertEquals(PAGE, second.get("/a"));
        assertEquals(1, second.requests());
    }

    /** The same object with a time far before any clock. */
    private static byte[] sinceEver(byte[] object) {
        byte[] changed = object.clone();
        ByteBuffer.wrap(changed).putLong(TIME_AT, Long.MIN_VALUE / 2);
        return changed;
    }

    @Test
    void bytesThatAreNoResponseAreIgnored() throws Exception {
        first.get("/a");
        home.stored.replaceAll((key, write) -> new HomeRequest.Write(
                write.condition(), write.write(), write.lifeMillis(), write.tags(), new byte[] {1, 2}));
        assertEquals(PAGE, second.get("/a"));
        assertEquals(1, second.requests());
    }
}
