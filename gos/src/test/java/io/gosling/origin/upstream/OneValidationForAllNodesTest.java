package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several nodes have the same response, and it goes stale. */
class OneValidationForAllNodesTest {
    private static final String URL = "http://origin.test/a";
    private static final int NODES = 4;

    private final ClusterStage stage = new ClusterStage(NODES);
    private final CountDownLatch gate = new CountDownLatch(1);

    @BeforeEach
    void fillAll() throws Exception {
        fillAll("max-age=10, stale-if-error=100", "\"1\"");
    }

    @AfterEach
    void close() {
        gate.countDown();
        stage.close();
    }

    /** All nodes have "old", and it is stale. */
    private void fillAll(String control, String tag) throws Exception {
        stage.origin.always(200, "old", "Cache-Control", control, "ETag", tag);
        for (int i = 1; i <= NODES; i++) {
            assertEquals("old", stage.node(i).get("/a").responseText());
        }
        Eventually.that(
                "nobody leads",
                () -> !stage.table
                        .rows
                        .getOrDefault(URL, GlobalObjectEntry.empty())
                        .lead()
                        .isSomebody());
        stage.ticker.advance(Duration.ofSeconds(11));
    }

    /** The first node asks the origin, which answers when the others have joined. */
    private List<FakeExchange> together(ScriptedOrigin.Script script) {
        int before = stage.origin.requests();
        stage.origin.script = ScriptedOrigin.after(gate, script);
        List<CompletableFuture<FakeExchange>> answers = new ArrayList<>();
        answers.add(stage.node(1).later("/a"));
        stage.origin.awaitRequests(before + 1);
        int joined = stage.joined.get();
        for (int i = 2; i <= NODES; i++) {
            answers.add(stage.node(i).later("/a"));
        }
        Eventually.that("the others have joined", () -> stage.joined.get() == joined + NODES - 1);
        gate.countDown();
        List<FakeExchange> all = answers.stream().map(CompletableFuture::join).toList();
        assertEquals(before + 1, stage.origin.requests());
        return all;
    }

    private static void allSay(String text, List<FakeExchange> answers) {
        for (FakeExchange answer : answers) {
            assertEquals(text, answer.responseText());
        }
    }

    @Test
    void theOriginIsAskedOnceWhetherItStillHoldsAndNoBytesMove() throws Exception {
        List<FakeExchange> answers = together(message -> {
            assertNotNull(message.headers().first("If-None-Match"));
            return ScriptedOrigin.answer(304, "", "Cache-Control", "max-age=20", "ETag", "\"1\"", "X-Own", "new");
        });
        allSay("old", answers);
        for (FakeExchange answer : answers) {
            assertEquals("new", answer.header("X-Own"));
        }
        assertEquals(
                "n2; fwd=stale; stored; ttl=20; detail=peer", answers.get(1).header("Cache-Status"));
        stage.ticker.advance(Duration.ofSeconds(19));
        for (int i = 1; i <= NODES; i++) {
            String said = String.valueOf(stage.node(i).get("/a").header("Cache-Status"));
            assertTrue(said.contains("; hit; ttl=1"), said);
        }
    }

    @Test
    void whoComesLaterHearsItFromTheNodeThatHasAsked() throws Exception {
        stage.origin.always(304, "", "Cache-Control", "max-age=20", "ETag", "\"1\"");
        int before = stage.origin.requests();
        for (int i = 1; i <= NODES; i++) {
            assertEquals("old", stage.node(i).get("/a").responseText());
            stage.ticker.advance(Duration.ofSeconds(1));
        }
        assertEquals(before + 1, stage.origin.requests());
        assertEquals("4", stage.node(2).get("/a").header("Age"), "it is as old as it is there");
    }

    @Test
    void whatHasChangedIsBroughtOnceToo() {
        allSay(
                "new",
                together(message -> ScriptedOrigin.answer(200, "new", "Cache-Control", "max-age=10", "ETag", "\"2\"")));
    }

    @Test
    void whereTheOriginFailsEachNodeServesWhatItHas() {
        allSay("old", together(message -> ScriptedOrigin.answer(503, "down", "Cache-Control", "no-store")));
    }

    @Test
    void whatWasPurgedSoftlyIsComparedOnceAfterwards() throws Exception {
        fillAll("max-age=100", "\"1\"");
        stage.members.forEach(
                member -> member.memory.purges().soften(List.of(new PurgeTarget.Key(URL)), stage.ticker.nanos()));
        int before = stage.origin.requests();
        stage.origin.always(304, "", "Cache-Control", "max-age=100", "ETag", "\"1\"");
        for (int i = 1; i <= NODES; i++) {
            assertEquals("old", stage.node(i).get("/a").responseText());
        }
        assertEquals(before + 1, stage.origin.requests());
    }

    @Test
    void whatIsInDoubtHereAndProvenWhereItCameFromIsAskedOfNoOrigin() throws Exception {
        fillAll("max-age=100", "\"1\"");
        int before = stage.origin.requests();
        stage.node(2).memory.purges().doubtAll();
        assertEquals(
                "n2; fwd=stale; stored; ttl=89; detail=peer",
                stage.node(2).get("/a").header("Cache-Status"));
        assertEquals("n2; hit; ttl=89", stage.node(2).get("/a").header("Cache-Status"));
        assertEquals(before, stage.origin.requests());
    }

    @Test
    void theSameResponseIsProvenByAnotherNodeThoughItSeemsToHaveComeThereALittleEarlier() throws Exception {
        stage.ticker.advance(Duration.ofNanos(1));
        stage.origin.always(200, "old", "Cache-Control", "max-age=100", "ETag", "\"1\"");
        stage.node(1).get("/b");
        stage.ticker.advance(Duration.ofNanos(1));
        stage.node(2).get("/b", "Cache-Control", "no-cache");
        stage.ticker.advance(Duration.ofNanos(1));
        stage.node(2).memory.purges().doubtAll();
        int before = stage.origin.requests();
        stage.node(2).get("/b");
        assertEquals(before, stage.origin.requests());
        assertEquals("n2; hit; ttl=99", stage.node(2).get("/b").header("Cache-Status"));
    }

    @Test
    void whatIsInDoubtHereAndCameLaterThanElsewhereIsComparedOnceAndThenProven() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=100", "ETag", "\"1\"", "X-Own", "newer");
        assertEquals("old", stage.node(2).get("/a", "Cache-Control", "no-cache").responseText());
        stage.origin.always(304, "", "Cache-Control", "max-age=100", "ETag", "\"1\"", "X-Own", "newer");
        stage.node(2).memory.purges().doubtAll();
        int before = stage.origin.requests();
        for (int i = 0; i < 3; i++) {
            assertEquals("newer", stage.node(2).get("/a").header("X-Own"));
        }
        assertEquals("n2; hit; ttl=100", stage.node(2).get("/a").header("Cache-Status"));
        assertEquals(before + 1, stage.origin.requests());
    }

    @Test
    void aShorterLifetimeThatCameLaterIsNotUndoneByALongerOneElsewhere() throws Exception {
        fillAll("max-age=100", "\"1\"");
        stage.origin.always(304, "", "Cache-Control", "max-age=5", "ETag", "\"1\"");
        assertEquals("old", stage.node(2).get("/a", "Cache-Control", "no-cache").responseText());
        stage.ticker.advance(Duration.ofSeconds(6));
        int before = stage.origin.requests();
        stage.node(2).get("/a");
        stage.node(2).get("/a");
        assertEquals(before + 1, stage.origin.requests(), "asked once, and held for five seconds more");
    }

    @Test
    void withoutAStrongTagEachNodeComparesForItself() throws Exception {
        stage.members.forEach(member -> member.memory.hot().clear());
        fillAll("max-age=10", "W/\"1\"");
        int before = stage.origin.requests();
        stage.origin.always(304, "", "Cache-Control", "max-age=20", "ETag", "W/\"1\"");
        for (int i = 1; i <= NODES; i++) {
            assertEquals("old", stage.node(i).get("/a").responseText());
        }
        assertEquals(before + NODES, stage.origin.requests());
    }
}
