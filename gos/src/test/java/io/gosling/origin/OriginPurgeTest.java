package io.gosling.origin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.ReplyPurge;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left of an origin's responses after a purge, and of those that were on their way. */
class OriginPurgeTest {
    private static final String FRESH = "max-age=100";

    private final OriginStage stage = new OriginStage();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void anUrlIsPurgedInAllItsVariantsAndNoOther() throws Exception {
        stage.origin.always(200, "x", "Cache-Control", FRESH, "Vary", "X");
        stage.get("/a", "X", "1");
        stage.get("/a", "X", "2");
        stage.get("/ab", "X", "1");
        stage.get("/a?b", "X", "1");
        assertEquals(2, stage.replies.purge(ReplyPurge.ofUrl("https://origin.test/a")));
        assertMissed("/a", "X", "1");
        assertMissed("/a", "X", "2");
        assertHit("/ab", "X", "1");
        assertHit("/a?b", "X", "1");
        assertEquals(0, stage.replies.purge(ReplyPurge.ofUrl("origin.test/nothing")));
    }

    @Test
    void aPrefixIsPurgedAndAHost() throws Exception {
        stage.origin.always(200, "x", "Cache-Control", FRESH);
        stage.get("/a/1");
        stage.get("/a/2?q");
        stage.get("/b");
        assertEquals(0, stage.replies.purge(ReplyPurge.ofHost("origin.tes")));
        assertEquals(2, stage.replies.purge(ReplyPurge.ofPrefix("http://origin.test/a/")));
        assertMissed("/a/1");
        assertMissed("/a/2?q");
        assertHit("/b");
        assertEquals(3, stage.replies.purge(ReplyPurge.ofHost("origin.test")));
        assertMissed("/b");
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
    void whatBearsATagIsPurgedByIt(String field, String value, String tag) throws Exception {
        stage.origin.script = message -> message.target().equals("/tagged")
                ? ScriptedOrigin.answer(200, "x", "Cache-Control", FRESH, field, value)
                : ScriptedOrigin.answer(200, "x", "Cache-Control", FRESH, field, "\"another\"");
        stage.get("/tagged");
        stage.get("/other");
        assertEquals(0, stage.replies.purge(ReplyPurge.ofTags(Set.of("token", "tw", "on"))));
        assertEquals(1, stage.replies.purge(ReplyPurge.ofTags(Set.of(tag, "nobodys"))));
        assertMissed("/tagged");
        assertHit("/other");
    }

    @Test
    void whatIsPurgedSoftlyIsAskedAboutBeforeItIsUsed() throws Exception {
        stage.origin.always(200, "x", "Cache-Control", FRESH, "ETag", "\"1\"");
        stage.get("/a");
        stage.pass(4);
        assertEquals(1, stage.replies.purge(ReplyPurge.ofUrl("origin.test/a").softly()));
        assertNull(stage.hot.acquire("http://origin.test/a", stage.ticker.nanos()), "event loops serve it no more");
        stage.origin.always(304, "", "Cache-Control", FRESH, "ETag", "\"1\"");
        FakeExchange validated = stage.get("/a");
        assertEquals("x", validated.responseText());
        assertEquals("n1; fwd=stale; fwd-status=304; stored; ttl=100", validated.header("Cache-Status"));
        assertHit("/a");
        stage.memory.hot().clear();
    }

    @Test
    void whatWasOnItsWayIsServedToWhoAskedBeforeAndNeitherKeptNorJoined() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = slowly("old", gate, "Surrogate-Key", "t");
        CompletableFuture<FakeExchange> before = stage.later("/a");
        stage.origin.awaitRequests(1);
        assertEquals(0, stage.replies.purge(ReplyPurge.ofTags(Set.of("t"))));
        stage.origin.always(200, "new", "Cache-Control", FRESH);
        assertEquals("new", stage.get("/a").responseText());
        gate.countDown();
        assertEquals("old", before.join().responseText());
        Eventually.that("the fill has ended", () -> stage.count(Event.FILLS_OVERTAKEN) == 1);
        assertEquals("new", stage.get("/a").responseText());
    }

    @Test
    void whatWasOnItsWayAndIsNotMeantIsKept() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = slowly("kept", gate, "Surrogate-Key", "other");
        CompletableFuture<FakeExchange> before = stage.later("/a");
        stage.origin.awaitRequests(1);
        stage.replies.purge(ReplyPurge.ofTags(Set.of("t")));
        stage.replies.purge(ReplyPurge.ofPrefix("origin.test/b"));
        gate.countDown();
        assertEquals("kept", before.join().responseText());
        assertHit("/a");
    }

    @Test
    void rfc9875AnUnsafeMethodNamesGroupsThatAreNotUsedAnyMore() throws Exception {
        stage.origin.always(200, "x", "Cache-Control", FRESH, "Cache-Groups", "\"menu\"");
        stage.get("/a");
        stage.origin.always(200, "x", "Cache-Control", FRESH, "Cache-Group-Invalidation", "\"menu\"");
        stage.get("/safe");
        assertHit("/a");
        stage.ask("POST", "/b");
        assertMissed("/a");
    }

    private static ScriptedOrigin.Script slowly(String text, CountDownLatch gate, String field, String value) {
        return message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", FRESH, field, value),
                text.length(),
                new ScriptedOrigin.Slow(text, 1, gate, false));
    }

    private void assertHit(String target, String... headers) throws Exception {
        Eventually.that("it is in memory", () -> status(target, headers).startsWith("n1; hit"));
    }

    private void assertMissed(String target, String... headers) throws Exception {
        int before = stage.origin.requests();
        stage.get(target, headers);
        assertEquals(before + 1, stage.origin.requests(), target);
    }

    private String status(String target, String... headers) {
        try {
            return String.valueOf(stage.get(target, headers).header("Cache-Status"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
