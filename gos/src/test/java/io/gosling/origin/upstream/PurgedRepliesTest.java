package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.StoredDocument;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.memory.ServeWithoutLeasePolicy;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.origin.upstream.ScriptedOrigin.Slow;
import io.gosling.testing.FakeExchange;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests purged responses, and nodes without a lease. */
class PurgedRepliesTest {
    private static final String ROOT = "http://origin.test";

    private final OriginStage stage = new OriginStage();

    @AfterEach
    void close() {
        stage.close();
    }

    private void purge(boolean soft, PurgeTarget target) {
        if (soft) {
            stage.memory.purges().soften(List.of(target), stage.ticker.nanos());
        } else {
            stage.memory.purges().add(List.of(target));
        }
    }

    private boolean isHot(String target) {
        StoredDocument document = stage.hot.acquire(ROOT + target, stage.ticker.nanos());
        if (document != null) {
            document.release();
        }
        return document != null;
    }

    @Test
    void aPurgedUrlIsAskedForAgainWithAllItsVariantsAndItsNeighboursAreNot() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=100", "Vary", "Accept-Language");
        stage.get("/a", "Accept-Language", "de");
        stage.get("/a", "Accept-Language", "en");
        stage.get("/ab", "Accept-Language", "en");
        stage.origin.always(200, "new", "Cache-Control", "max-age=100", "Vary", "Accept-Language");

        purge(false, new PurgeTarget.Key(ROOT + "/a"));

        assertEquals("new", stage.get("/a", "Accept-Language", "de").responseText());
        assertEquals("new", stage.get("/a", "Accept-Language", "en").responseText());
        assertEquals("old", stage.get("/ab", "Accept-Language", "en").responseText());
        assertEquals(5, stage.origin.requests());
    }

    @Test
    void theEventLoopPathServesNothingThatIsPurgedAndTheRestAsBefore() throws Exception {
        stage.origin.always(200, "a", "Cache-Control", "max-age=100", "Surrogate-Key", "sport front");
        stage.get("/a");
        stage.origin.always(200, "b", "Cache-Control", "max-age=100", "Surrogate-Key", "front");
        stage.get("/b");
        assertEquals(true, isHot("/a"));

        purge(false, new PurgeTarget.Tag("sport"));

        assertEquals(false, isHot("/a"));
        assertEquals(true, isHot("/b"));
    }

    @Test
    void aSoftPurgeMakesStaleAndTheOriginIsAskedWhetherItStillHolds() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "ETag", "\"1\"");
        stage.get("/a");
        purge(true, new PurgeTarget.Prefix(ROOT + "/"));
        stage.origin.always(304, "", "ETag", "\"1\"", "Cache-Control", "max-age=100");

        FakeExchange validated = stage.get("/a");

        assertEquals("hello", validated.responseText());
        assertEquals("\"1\"", stage.origin.last().headers().first("If-None-Match"));
        assertEquals(true, isHot("/a"));
        assertEquals(2, stage.origin.requests());
    }

    /** The handler looks at its clock before it finds the copy. */
    @Test
    void aSoftPurgeCountsFromWhenItCameAndNotFromWhenItIsNoticed() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=100");
        stage.get("/a");
        stage.pass(1);
        purge(true, new PurgeTarget.Key(ROOT + "/a"));
        stage.pass(1);
        StoredResponse copy = Objects.requireNonNull(stage.replies.take(ROOT + "/a"));
        assertEquals(Duration.ofSeconds(-1), copy.reply().freshFor(stage.ticker.nanos()));
        copy.close();
    }

    @Test
    void whatWasPurgedSoftlyIsServedAtOnceWhereItsOriginAllowsThatOfStaleResponses() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=100, stale-while-revalidate=50");
        stage.get("/a");
        purge(true, new PurgeTarget.Key(ROOT + "/a"));
        stage.origin.always(200, "new", "Cache-Control", "max-age=100, stale-while-revalidate=50");

        assertEquals("old", stage.get("/a").responseText());

        stage.origin.awaitRequests(2);
    }

    /** A request under way, whose answer comes when the gate opens; all that come after it are answered at once. */
    private CompletableFuture<FakeExchange> slowOld(CountDownLatch gate) throws InterruptedException {
        Slow slow = new Slow("old", 1, gate, false);
        AtomicBoolean first = new AtomicBoolean(true);
        stage.origin.script = message -> {
            boolean old = first.getAndSet(false);
            var answer = ScriptedOrigin.answer(200, old ? "old" : "new", "Cache-Control", "max-age=100");
            return old ? ScriptedOrigin.with(answer, 3, slow) : answer;
        };
        CompletableFuture<FakeExchange> before = stage.later("/a");
        assertTrue(slow.reached.await(1, TimeUnit.MINUTES));
        return before;
    }

    @Test
    void whatWasOnItsWayIsServedToWhoWaitedAndNeitherSharedNorKeptAfterThePurge() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<FakeExchange> before = slowOld(gate);

        purge(false, new PurgeTarget.Key(ROOT + "/a"));
        FakeExchange after = stage.get("/a");
        gate.countDown();

        assertEquals("new", after.responseText());
        assertEquals("old", before.get().responseText());
        assertEquals("new", stage.get("/a").responseText());
        assertEquals(2, stage.origin.requests());
        assertEquals(1, stage.count(Event.FETCHES_OVERTAKEN));
    }

    @Test
    void afterAPurgeByTagNobodyJoinsWhatMayHaveItAndTheLaterResponseStays() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<FakeExchange> before = slowOld(gate);

        purge(false, new PurgeTarget.Tag("sport"));
        stage.pass(1);
        assertEquals("new", stage.get("/a").responseText());
        gate.countDown();

        assertEquals("old", before.get().responseText());
        assertEquals("new", stage.get("/a").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Surrogate-Key | one two  three | two",
                "xkey | one two | one",
                "Cache-Tag | one, of two words,three | of two words",
                "Cache-Groups | \"one\", \"a, \\\"b\\\"\";x=1, token | a, \"b\"",
            })
    void eachFieldHasItsOwnWayOfListingTags(String field, String value, String tag) throws Exception {
        stage.origin.always(200, "x", "Cache-Control", "max-age=100", field, value);
        stage.get("/a");

        for (String other : List.of("token", "tw", "on", tag.toUpperCase(Locale.ROOT))) {
            purge(false, new PurgeTarget.Tag(other));
        }
        assertEquals(true, isHot("/a"));
        purge(false, new PurgeTarget.Tag(tag));
        assertEquals(false, isHot("/a"));
    }

    @Test
    void rfc9875AnUnsafeMethodNamesGroupsThatAreNotUsedAnyMore() throws Exception {
        stage.origin.always(200, "x", "Cache-Control", "max-age=100", "Cache-Groups", "\"menu\"");
        stage.get("/a");
        stage.origin.always(200, "x", "Cache-Control", "max-age=100", "Cache-Group-Invalidation", "\"menu\"");
        stage.get("/safe");
        assertEquals(true, isHot("/a"));

        stage.ask("POST", "/b");

        assertEquals(false, isHot("/a"));
    }

    @Test
    void whatWasOnItsWayAndIsNotMeantIsKept() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<FakeExchange> before = slowOld(gate);

        purge(false, new PurgeTarget.Tag("another"));
        purge(false, new PurgeTarget.Prefix(ROOT + "/b"));
        gate.countDown();

        assertEquals("old", before.get().responseText());
        assertEquals("old", stage.get("/a").responseText());
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void aNodeThatHasLostTouchRefusesWhatItHasWhereThatIsWanted() throws Exception {
        stage.replies.withoutLease(ServeWithoutLeasePolicy.REFUSE);
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "ETag", "\"1\"");
        stage.get("/a");
        assertEquals("hello", stage.get("/a").responseText());
        stage.memory.hot().serveBy(now -> false);
        FakeExchange refused = stage.get("/a");
        assertEquals(503, refused.status());
        assertEquals("1", refused.header("Retry-After"));
        assertEquals("n1; fwd=stale; detail=no-lease", withoutName(refused));
        assertEquals("hello", stage.get("/b").responseText(), "what it has not it may ask for");
        stage.pass(200);
        stage.origin.always(304, "", "ETag", "\"1\"");
        assertEquals("hello", stage.get("/a").responseText(), "what is stale would be asked for with a lease too");
        stage.memory.hot().serveBy(now -> true);
    }

    @Test
    void whatIsStaleIsAskedForWithoutALeaseHoweverStaleTheClientWouldTakeIt() throws Exception {
        for (ServeWithoutLeasePolicy choice : ServeWithoutLeasePolicy.values()) {
            String target = "/" + choice;
            stage.replies.withoutLease(choice);
            stage.memory.hot().serveBy(now -> true);
            stage.origin.always(200, "old", "Cache-Control", "max-age=100", "ETag", "\"1\"");
            stage.get(target);
            stage.get(target + "/soft");
            stage.memory.hot().serveBy(now -> false);
            stage.origin.always(200, "new", "Cache-Control", "max-age=100", "ETag", "\"2\"");
            purge(true, new PurgeTarget.Key(ROOT + target + "/soft"));
            assertEquals(
                    "new",
                    stage.get(target + "/soft", "Cache-Control", "max-stale").responseText());
            stage.pass(200);
            assertEquals("new", stage.get(target, "Cache-Control", "max-stale").responseText(), choice.name());
        }
        stage.memory.hot().serveBy(now -> true);
    }

    /** It would be compared with its origin while it is served, if there were a lease, and so it is without one. */
    @Test
    void whatMayBeServedStaleForAWhileIsAskedForWithoutALeaseWhateverTheChoice() throws Exception {
        for (ServeWithoutLeasePolicy choice : ServeWithoutLeasePolicy.values()) {
            String target = "/" + choice;
            stage.replies.withoutLease(choice);
            stage.memory.hot().serveBy(now -> true);
            stage.origin.always(
                    200, "old", "Cache-Control", "max-age=10, stale-while-revalidate=1000", "ETag", "\"1\"");
            stage.get(target);
            stage.pass(20);
            stage.memory.hot().serveBy(now -> false);
            stage.origin.always(
                    200, "new", "Cache-Control", "max-age=10, stale-while-revalidate=1000", "ETag", "\"2\"");
            assertEquals("new", stage.get(target).responseText(), choice.name());
        }
        stage.memory.hot().serveBy(now -> true);
    }

    @Test
    void aNodeThatHasLostTouchServesWhatItHasMarkedWhereThatIsWantedButNothingThatItKnowsToBePurged() throws Exception {
        stage.replies.withoutLease(ServeWithoutLeasePolicy.SERVE);
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "ETag", "\"1\"");
        stage.get("/a");
        stage.get("/b");
        stage.memory.hot().serveBy(now -> false);
        stage.origin.always(200, "new", "Cache-Control", "max-age=100", "ETag", "\"2\"");
        FakeExchange marked = stage.get("/a");
        assertEquals("hello", marked.responseText());
        assertEquals("n1; hit; ttl=100; detail=no-lease", withoutName(marked));
        assertEquals(false, isHot("/a"), "the fast lane marks nothing");
        assertEquals("new", stage.get("/a", "Cache-Control", "no-cache").responseText());
        purge(false, new PurgeTarget.Key(ROOT + "/b"));
        assertEquals("new", stage.get("/b").responseText());
        stage.memory.purges().doubtAll();
        assertEquals("new", stage.get("/a").responseText());
        assertEquals(5, stage.origin.requests(), "what may have been purged unnoticed is compared");
    }

    /** Cache-Status with another name for whoever says it. */
    private static String withoutName(FakeExchange exchange) {
        String said = String.valueOf(exchange.header("Cache-Status"));
        return "n1" + said.substring(said.indexOf(';'));
    }

    @Test
    void aNodeThatHasLostTouchAsksTheOriginAboutEveryRequestAndSharesNone() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100, stale-if-error=100", "ETag", "\"1\"");
        stage.get("/a");
        stage.memory.hot().serveBy(now -> false);
        assertEquals(false, isHot("/a"));
        stage.origin.always(304, "", "ETag", "\"1\"");
        assertEquals("hello", stage.get("/a").responseText());
        String said = String.valueOf(stage.get("/a").header("Cache-Status"));
        assertTrue(said.contains("; fwd=stale; fwd-status=304; ") && said.endsWith("; detail=no-lease"), said);
        assertEquals(3, stage.origin.requests());

        stage.origin.always(503, "down");
        assertEquals(503, stage.get("/a").status(), "what it holds may have been purged");

        stage.memory.hot().serveBy(now -> true);
        assertEquals("hello", stage.get("/a").responseText());
    }

    @Test
    void aPurgeThatIsHeardOfWhileTheOriginFailsLeavesNothingToFallBackOn() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=100, stale-if-error=100", "ETag", "\"1\"");
        stage.get("/a");
        stage.memory.hot().serveBy(now -> false);
        stage.origin.script = message -> {
            purge(false, new PurgeTarget.Key(ROOT + "/a"));
            stage.memory.hot().serveBy(now -> true);
            return ScriptedOrigin.answer(503, "down");
        };

        assertEquals(503, stage.get("/a").status(), "it was complete before this request, as far as anybody knows");
    }

    @Test
    void whenPurgesWereMissedEachCopyIsComparedOnceBeforeItIsServedAgain() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "ETag", "\"1\"");
        stage.get("/a");
        stage.memory.purges().doubtAll();
        assertEquals(false, isHot("/a"));
        stage.origin.always(304, "", "ETag", "\"1\"", "Cache-Control", "max-age=100");

        assertEquals("hello", stage.get("/a").responseText());
        assertEquals("hello", stage.get("/a").responseText());

        assertEquals(2, stage.origin.requests());
        assertEquals(true, isHot("/a"));
    }

    @Test
    void aSweepGivesBackTheMemoryOfWhatNobodyAsksForAgain() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "Vary", "Accept");
        stage.get("/a", "Accept", "x/y");
        stage.get("/b", "Accept", "x/y");
        purge(false, new PurgeTarget.Key(ROOT + "/a"));

        stage.memory.sweep();

        assertEquals(1, stage.memory.hot().size());
        assertNull(stage.replies.take(ROOT + "/a"));
        assertNotNull(stage.get("/b", "Accept", "x/y").header("Cache-Status"));
    }
}
