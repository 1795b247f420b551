package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.ClusterFetchState;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.origin.upstream.ClusterStage;
import io.gosling.origin.upstream.ScriptedOrigin;
import io.gosling.origin.upstream.Upstream;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several nodes and one origin: who asks it, who waits for whom, and what happens when that was in vain. */
class OneRequestForAllNodesTest {
    private static final String URL = "http://origin.test/a";
    private static final String[] TAGGED = {"Cache-Control", "max-age=100", "ETag", "\"1\""};

    private final ClusterStage stage = new ClusterStage(4);

    private final List<CountDownLatch> gates = new ArrayList<>();

    @AfterEach
    void close() {
        gates.forEach(CountDownLatch::countDown);
        stage.close();
    }

    private CountDownLatch gate() {
        CountDownLatch gate = new CountDownLatch(1);
        gates.add(gate);
        return gate;
    }

    /** Answers "hello", of which all but two bytes wait. */
    private CountDownLatch slow(String... fields) {
        CountDownLatch gate = gate();
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", fields), 5, new ScriptedOrigin.Slow("hello", 2, gate, false));
        return gate;
    }

    /** The node that the row says leads. */
    private int leader() {
        Eventually.that("somebody leads", () -> row().lead().isSomebody());
        return row().lead().tag();
    }

    private GlobalObjectEntry row() {
        return stage.table.rows.getOrDefault(URL, GlobalObjectEntry.empty());
    }

    private static void allSay(String text, List<CompletableFuture<FakeExchange>> readers) {
        for (CompletableFuture<FakeExchange> reader : readers) {
            assertEquals(text, reader.join().responseText());
        }
    }

    @Test
    void manyRequestsAtAllNodesAreOneAtTheOrigin() {
        CountDownLatch gate = slow(TAGGED);
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            readers.add(stage.node(1 + i % 4).later("/a"));
        }
        Eventually.that(
                "three nodes read along",
                () -> stage.members.stream()
                                .mapToLong(member -> member.count(Event.PEER_SERVES))
                                .sum()
                        == 3);
        gate.countDown();
        allSay("hello", readers);
        assertEquals(1, stage.origin.requests());
        Eventually.that("nobody leads any more", () -> !row().lead().isSomebody());
    }

    @Test
    void whatOneNodeHoldsTheOthersGetFromItsMemory() throws Exception {
        stage.origin.always(200, "hello", TAGGED);
        assertEquals("hello", stage.node(1).get("/a").responseText());
        stage.ticker.advance(Duration.ofSeconds(30));
        FakeExchange second = stage.node(2).get("/a");
        assertEquals("hello", second.responseText());
        assertEquals("30", second.header("Age"));
        assertTrue(
                String.valueOf(second.header("Cache-Status")).endsWith("; detail=peer"), second.header("Cache-Status"));
        assertEquals("hello", stage.node(2).get("/a").responseText());
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void ofTwoHoldersTheOtherOneIsAskedWhenTheFirstGivesNothing() throws Exception {
        stage.origin.always(200, "hello", TAGGED);
        stage.node(1).get("/a");
        stage.node(2).get("/a");
        for (int first = 1; first <= 2; first++) {
            stage.node(first).late = true;
            assertEquals("hello", stage.node(2 + first).get("/a").responseText());
            stage.node(first).late = false;
            stage.table.seenBy(first).notHeld(URL, 2 + first);
        }
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void whoDoesNotHearOfTheRowAsksAHolderThatItKnowsOf() throws Exception {
        stage.origin.always(200, "hello", TAGGED);
        stage.node(1).get("/a");
        stage.node(2).get("/a");
        stage.node(2).memory.hot().clear();
        stage.table.silent = true;
        assertEquals("hello", stage.node(2).get("/a").responseText());
        assertEquals(1, stage.origin.requests());
        assertEquals("hello", stage.node(3).get("/a").responseText());
        assertEquals(2, stage.origin.requests(), "this one knows of none");
    }

    @Test
    void aHolderThatANodeKnowsOfIsAskedBeforeTheFetchIsClaimed() throws Exception {
        stage.origin.always(200, "hello", TAGGED);
        stage.node(1).get("/a");
        stage.node(2).get("/a");
        long claims = stage.node(2).count(Event.LOCATES);
        stage.node(2).memory.hot().clear();
        assertEquals("hello", stage.node(2).get("/a").responseText());
        assertEquals(claims, stage.node(2).count(Event.LOCATES));
        stage.node(1).memory.hot().clear();
        stage.node(2).memory.hot().clear();
        assertEquals("hello", stage.node(2).get("/a").responseText());
        assertEquals(1, stage.node(2).count(Event.WRONG_HINTS), "the holder that had nothing was asked once");
        assertEquals(2, stage.origin.requests());
        assertEquals(List.of(2), holders());
        stage.node(3).get("/a");
        stage.node(3).memory.hot().clear();
        stage.table.seenBy(1).notHeld(URL, 3);
        claims = stage.node(3).count(Event.LOCATES);
        stage.node(3).get("/a");
        assertEquals(claims, stage.node(3).count(Event.LOCATES));
        assertEquals(List.of(2, 3), holders(), "it holds it, which was announced without a claim");
    }

    @Test
    void aKnownHolderWhoseBodyBreaksOffCostsOneRequestOfAllNodes() throws Exception {
        stage.origin.always(200, "hello", TAGGED);
        for (int node = 1; node <= 3; node++) {
            stage.node(node).get("/a");
        }
        stage.node(2).memory.hot().clear();
        stage.node(3).memory.hot().clear();
        stage.node(1).cuts = true;
        CountDownLatch gate = slow(TAGGED);
        List<CompletableFuture<FakeExchange>> readers =
                List.of(stage.node(2).later("/a"), stage.node(3).later("/a"));
        stage.origin.awaitRequests(2);
        gate.countDown();
        allSay("hello", readers);
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void aHolderThatGivesNothingJustNowStaysAHolder() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        stage.node(1).get("/a");
        stage.node(1).late = true;
        assertEquals("hello", stage.node(2).get("/a").responseText());
        assertEquals(List.of(1, 2), holders(), "it has not heard of a purge yet");
        stage.node(1).late = false;
        stage.ticker.advance(Duration.ofSeconds(11));
        assertEquals("hello", stage.node(3).get("/a").responseText());
        assertEquals(List.of(1, 2, 3), holders(), "what it has is stale");
        stage.node(1).memory.hot().clear();
        stage.node(2).memory.hot().clear();
        stage.node(3).memory.hot().clear();
        assertEquals("hello", stage.node(4).get("/a").responseText());
        assertEquals(2, holders().size(), "two have none any more, and were asked");
        assertTrue(holders().contains(4));
    }

    private List<Integer> holders() {
        Eventually.that("nobody leads", () -> !row().lead().isSomebody());
        return row().holders().stream().sorted().toList();
    }

    @Test
    void whereResponsesVaryAHolderGivesTheOneThatIsAskedFor() throws Exception {
        stage.origin.script = message -> ScriptedOrigin.answer(
                200,
                String.valueOf(message.headers().first("X-Kind")),
                "Cache-Control",
                "max-age=100",
                "Vary",
                "X-Kind");
        assertEquals("red", stage.node(1).get("/a", "X-Kind", "red").responseText());
        assertEquals("red", stage.node(2).get("/a", "X-Kind", "red").responseText());
        assertEquals(1, stage.origin.requests());
        assertEquals("blue", stage.node(3).get("/a", "X-Kind", "blue").responseText());
        assertEquals("blue", stage.node(1).get("/a", "X-Kind", "blue").responseText());
        assertEquals("red", stage.node(3).get("/a", "X-Kind", "red").responseText());
    }

    @Test
    void whoWouldHaveSelectedAnotherVariantAsksForItself() throws Exception {
        CountDownLatch gate = gate();
        stage.origin.script = message -> {
            String kind = String.valueOf(message.headers().first("X-Kind"));
            Upstream.Answer whole = ScriptedOrigin.answer(200, kind, "Cache-Control", "max-age=100", "Vary", "X-Kind");
            return kind.equals("blue")
                    ? whole
                    : ScriptedOrigin.with(whole, 3, new ScriptedOrigin.Slow(kind, 1, gate, false));
        };
        CompletableFuture<FakeExchange> red = stage.node(1).later("/a", "X-Kind", "red");
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        CompletableFuture<FakeExchange> also = stage.node(2).later("/a", "X-Kind", "red");
        assertEquals("blue", stage.node(3).get("/a", "X-Kind", "blue").responseText());
        Eventually.that("it reads along", () -> stage.node(1).count(Event.PEER_SERVES) >= 1);
        gate.countDown();
        assertEquals("red", red.join().responseText());
        assertEquals("red", also.join().responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void whatIsNotForOthersMakesNobodyWaitAtAnyNode() {
        CountDownLatch gate = slow("Cache-Control", "private");
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            readers.add(stage.node(1 + i % 4).later("/a"));
        }
        stage.origin.awaitRequests(8);
        gate.countDown();
        allSay("hello", readers);
        Eventually.that("the row that says nothing is empty", () -> row().equals(GlobalObjectEntry.empty()));
    }

    @Test
    void whenTheNodeThatAsksDiesOneOfTheOthersGoesOnAndNobodyHasLostAByte() {
        CountDownLatch gate = slow(TAGGED);
        CompletableFuture<FakeExchange> lost = stage.node(1).later("/a");
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int i = 2; i <= 4; i++) {
            readers.add(stage.node(i).later("/a"));
        }
        Eventually.that("they read along", () -> stage.node(1).count(Event.PEER_SERVES) == 3);
        stage.node(1).dead = true;
        stage.origin.awaitRequests(2);
        Eventually.that(
                "the other two read along with the new leader",
                () -> stage.members.stream()
                                .mapToLong(member -> member.count(Event.PEER_SERVES))
                                .sum()
                        == 5);
        gate.countDown();
        allSay("hello", readers);
        assertEquals(2, stage.origin.requests());
        assertEquals("hello", lost.join().responseText());
    }

    @Test
    void whatGoesOnAsAnotherResponseIsBrokenOffAndNotMixed() throws Exception {
        CountDownLatch gate = slow(TAGGED);
        CompletableFuture<FakeExchange> first = stage.node(1).later("/a");
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        // It has begun: before its first bytes, the other response would be the answer.
        Response second = stage.node(2).handler.handle(FakeExchange.get("/a"));
        stage.origin.always(200, "other", "Cache-Control", "max-age=100", "ETag", "\"2\"");
        stage.node(1).dead = true;
        try (Body.Streamed body = (Body.Streamed) Objects.requireNonNull(second.body())) {
            assertThrows(StatusException.class, body.in()::readAllBytes, "it is broken off");
        }
        gate.countDown();
        assertEquals("hello", first.join().responseText());
    }

    /** A page that is made slowly and flushed early is read along with from its first bytes, at all nodes. */
    @Test
    @Timeout(60)
    void whatHasComeIsGivenOnThoughTheNextPieceWaits() throws Exception {
        CountDownLatch gate = slow(TAGGED);
        CompletableFuture<FakeExchange> first = stage.node(1).later("/a");
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        Response answer = stage.node(2).handler.handle(FakeExchange.get("/a"));
        Body.Streamed body = (Body.Streamed) Objects.requireNonNull(answer.body());
        assertEquals("he", new String(body.in().readNBytes(2), StandardCharsets.US_ASCII));
        gate.countDown();
        assertEquals("llo", new String(body.in().readAllBytes(), StandardCharsets.US_ASCII));
        body.close();
        assertEquals("hello", first.join().responseText());
    }

    /** A client that was sent nothing yet may get any next answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatHasNotBegunAtAClientIsAskedForAnew(boolean tagged) {
        CountDownLatch gate = gate();
        String[] fields = tagged ? TAGGED : new String[] {"Cache-Control", "max-age=100"};
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", fields), 5, new ScriptedOrigin.Slow("hello", 0, gate, false));
        CompletableFuture<FakeExchange> first = stage.node(1).later("/a");
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        CompletableFuture<FakeExchange> second = stage.node(2).later("/a");
        Eventually.that("it waits for the first byte", () -> stage.heads.get() == 1);
        stage.origin.always(200, "other", "Cache-Control", "max-age=100", "ETag", "\"2\"");
        stage.node(1).dead = true;
        assertEquals("other", second.join().responseText());
        gate.countDown();
        assertEquals("hello", first.join().responseText());
    }

    @Test
    void aLeaderThatHasNoPlaceForOneMoreGoesOnForTheOthers() throws Exception {
        CountDownLatch gate = slow(TAGGED);
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        readers.add(stage.node(1).later("/a"));
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        stage.node(1).full = true;
        readers.add(stage.node(2).later("/a"));
        stage.origin.awaitRequests(2);
        assertEquals(1, leader(), "it is not deposed");
        stage.node(1).full = false;
        readers.add(stage.node(3).later("/a"));
        Eventually.that("it reads along", () -> stage.node(1).count(Event.PEER_SERVES) == 1);
        gate.countDown();
        allSay("hello", readers);
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void aLeaderThatIsNotThereAnyMoreIsReplacedByWhoAsks() throws Exception {
        FetchLeaderTag gone = new FetchLeaderTag(77, 5);
        stage.table.rows.put(URL, GlobalObjectEntry.empty().led(gone, FetchLeaderTag.NOBODY));
        stage.origin.always(200, "hello", TAGGED);
        assertEquals("hello", stage.node(2).get("/a").responseText());
        Eventually.that("nobody leads", () -> !row().lead().isSomebody());
        assertEquals(List.of(2), row().holders());
        assertEquals("hello", stage.node(3).get("/a").responseText());
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void withoutATableEachNodeAsksForItself() throws Exception {
        stage.table.silent = true;
        stage.origin.always(200, "hello", TAGGED);
        assertEquals("hello", stage.node(1).get("/a").responseText());
        assertEquals("hello", stage.node(2).get("/a").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void whatWasPurgedMeanwhileIsServedToWhoWaitedAndJoinedByNobody() throws Exception {
        CountDownLatch gate = slow(TAGGED);
        CompletableFuture<FakeExchange> first = stage.node(1).later("/a");
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        CompletableFuture<FakeExchange> second = stage.node(2).later("/a");
        Eventually.that("it reads along", () -> stage.node(1).count(Event.PEER_SERVES) == 1);
        stage.members.forEach(member -> member.memory.purges().add(List.of(new PurgeTarget.Key(URL))));
        stage.origin.always(200, "new", "Cache-Control", "max-age=100", "ETag", "\"2\"");
        assertEquals("new", stage.node(3).get("/a").responseText());
        gate.countDown();
        assertEquals("hello", first.join().responseText());
        assertEquals("hello", second.join().responseText());
        assertEquals("new", stage.node(1).get("/a").responseText());
        assertEquals("new", stage.node(2).get("/a").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void whoAsksForTheOriginsWordGetsIt() throws Exception {
        stage.origin.always(200, "hello", TAGGED);
        stage.node(1).get("/a");
        stage.node(2).get("/a", "Cache-Control", "no-cache");
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void anOriginThatBreaksOffIsAskedByTheNextNode() throws Exception {
        CountDownLatch gate = gate();
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", TAGGED), 5, new ScriptedOrigin.Slow("hello", 2, gate, true));
        CompletableFuture<FakeExchange> first = stage.node(1).later("/a");
        assertEquals(1, leader());
        stage.origin.awaitRequests(1);
        CompletableFuture<FakeExchange> second = stage.node(2).later("/a");
        Eventually.that("it reads along", () -> stage.node(1).count(Event.PEER_SERVES) == 1);
        stage.origin.script = message -> {
            InputStream bytes = new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8));
            return ScriptedOrigin.with(ScriptedOrigin.answer(200, "", TAGGED), 5, bytes);
        };
        gate.countDown();
        assertEquals("hello", second.join().responseText());
        assertTrue(first.handle((answer, failure) -> failure != null).join());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void anOriginThatDoesNotAnswerIsAskedOnceByEachNodeAtMost() {
        stage.origin.script = message -> {
            throw new IOException("refused");
        };
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            readers.add(stage.node(1 + i % 4).later("/a"));
        }
        for (CompletableFuture<FakeExchange> reader : readers) {
            assertEquals(502, reader.join().status());
        }
    }

    @Test
    void anOriginThatFailsIsAskedOnceAndAllWhoWaitedAtAllNodesAreTold() {
        ScriptedOrigin.Script silent = message -> {
            throw new IOException("refused");
        };
        ScriptedOrigin.Script down = message -> ScriptedOrigin.answer(503, "down", "Cache-Control", "no-store");
        toldToAll("/silent", silent, 502, "detail=unreachable");
        toldToAll("/down", down, 503, "fwd-status=503; collapsed; detail=origin-error");
    }

    @Test
    void aNodeThatHasNoConnectionToSpareSaysNothingOfTheOrigin() throws Exception {
        ResponseMemory replies = stage.node(1).memory.replies();
        CoalescedFetch flight = new CoalescedFetch(replies.permit(URL));
        ClusterFetchState fill = new ClusterFetchState(new FetchLeaderTag(1, 1));
        flight.sharedAs(fill);
        flight.say(new CoalescedFetch.Outcome.Failed(new OriginFailure(503, false), null));
        SharedResponseRequest ask = new SharedResponseRequest(URL, Headers.empty(), "", 1);
        OriginFetcher fetcher = stage.node(1).handler.lookup.fetcher();
        try (SharedResponseReader giving = new SharedResponseReader(fetcher, flight, ask)) {
            var locating = giving.news(Duration.ZERO);
            assertInstanceOf(SharedResponseSource.News.NotYet.class, locating, "it has not heard yet whether it leads");
            fill.located(null);
            assertInstanceOf(SharedResponseSource.News.None.class, giving.news(Duration.ofSeconds(30)));
        }
    }

    private void toldToAll(String path, ScriptedOrigin.Script script, int status, String handling) {
        int before = stage.origin.requests();
        int joined = stage.joined.get();
        CountDownLatch gate = gate();
        stage.origin.script = ScriptedOrigin.after(gate, script);
        CompletableFuture<FakeExchange> first = stage.node(1).later(path);
        stage.origin.awaitRequests(before + 1);
        List<CompletableFuture<FakeExchange>> others = new ArrayList<>();
        for (int i = 2; i <= 4; i++) {
            others.add(stage.node(i).later(path));
        }
        Eventually.that("all have joined", () -> stage.joined.get() == joined + 3);
        gate.countDown();
        assertEquals(status, first.join().status());
        for (CompletableFuture<FakeExchange> other : others) {
            assertEquals(status, other.join().status());
            String said = String.valueOf(other.join().header("Cache-Status"));
            assertTrue(said.contains(handling), said);
        }
        assertEquals(before + 1, stage.origin.requests());
        Eventually.that(
                "nobody leads any more",
                () -> stage.table.rows.values().stream()
                        .noneMatch(row -> row.lead().isSomebody()));
    }

    @Test
    void whatWasChangedThroughANodeItTakesFromNoOtherThatHasItFromBefore() throws Exception {
        stage.origin.always(200, "old", TAGGED);
        assertEquals("old", stage.node(1).get("/a").responseText());
        stage.origin.always(204, "");
        FakeExchange.post("/a", "x").answeredBy(stage.node(2).handler);
        stage.origin.always(200, "new", TAGGED);
        assertEquals("new", stage.node(2).get("/a").responseText());
        assertEquals("old", stage.node(1).get("/a").responseText(), "it was changed elsewhere");
    }

    @Test
    void whatThisNodeAloneWasPurgedOfItTakesFromNoOtherThatHasItFromBefore() throws Exception {
        for (PurgeTarget target : List.of(
                new PurgeTarget.Key("http://origin.test/a"),
                new PurgeTarget.Tag("g"),
                new PurgeTarget.Prefix("http://origin.test/"))) {
            stage.origin.always(200, "old", "Cache-Control", "max-age=100", "Surrogate-Key", "g");
            assertEquals("old", stage.node(1).get("/a").responseText());
            stage.node(2).handler.purgedAlone(List.of(target));
            stage.node(2).memory.purges().add(List.of(target));
            stage.origin.always(200, "new", TAGGED);
            assertEquals("new", stage.node(2).get("/a").responseText(), target::toString);
            stage.members.forEach(member -> member.memory.hot().clear());
            stage.ticker.advance(Duration.ofHours(1));
        }
    }

    @Test
    void whatWasChangedThroughANodeItIsNotHandedEither() throws Exception {
        stage.origin.always(200, "old", TAGGED);
        stage.node(1).get("/a");
        stage.origin.always(204, "");
        FakeExchange.post("/a", "x").answeredBy(stage.node(2).handler);
        ResponseMemory here = stage.node(2).memory.replies();
        try (StoredResponse copy =
                Objects.requireNonNull(stage.node(1).memory.replies().take("http://origin.test/a"))) {
            var bytes = Unpooled.wrappedBuffer(new byte[] {1});
            boolean kept = stage.node(2)
                    .handler
                    .transferSink()
                    .take(here.permit("http://origin.test/a"), "http://origin.test/a", copy.reply(), bytes);
            assertFalse(kept);
            assertEquals(0, bytes.refCnt());
        }
    }

    @Test
    void theSameForWhatTheOriginNamesByATag() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=100", "Cache-Groups", "\"g\"");
        assertEquals("old", stage.node(1).get("/a").responseText());
        stage.origin.always(204, "", "Cache-Group-Invalidation", "\"g\"");
        FakeExchange.post("/b", "x").answeredBy(stage.node(2).handler);
        stage.origin.always(200, "new", TAGGED);
        assertEquals("new", stage.node(2).get("/a").responseText());
    }

    @Test
    void aResponseWithoutALengthIsReadAlongAsItComesIfItCouldBeGoneOnWith() {
        CountDownLatch gate = gate();
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", TAGGED), -1, new ScriptedOrigin.Slow("hello", 2, gate, false));
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        readers.add(stage.node(1).later("/a"));
        assertEquals(1, leader());
        readers.add(stage.node(2).later("/a"));
        readers.add(stage.node(3).later("/a"));
        Eventually.that("they read along", () -> stage.node(1).count(Event.PEER_SERVES) == 2);
        gate.countDown();
        allSay("hello", readers);
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void whatTurnsOutTooLargeToBeKeptReachesEveryoneAllTheSame() {
        String text = "0123456789".repeat(100_000);
        CountDownLatch gate = gate();
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", TAGGED), -1, new ScriptedOrigin.Slow(text, 1000, gate, false));
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        readers.add(stage.node(1).later("/a"));
        assertEquals(1, leader());
        readers.add(stage.node(1).later("/a"));
        readers.add(stage.node(2).later("/a"));
        readers.add(stage.node(3).later("/a"));
        Eventually.that("they read along", () -> stage.node(1).count(Event.PEER_SERVES) == 2);
        Eventually.that("also at the same node", () -> stage.node(1).count(Event.FETCHES_SHARED) == 1);
        gate.countDown();
        allSay(text, readers);
        assertTrue(stage.origin.requests() <= 4, stage.origin.requests() + " requests");
    }

    @Test
    void whileTheOriginFailsWhatAnotherNodeHoldsIsServedByTheRulesOfAnOwnStaleCopy() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, stale-if-error=100", "ETag", "\"1\"");
        assertEquals("old", stage.node(1).get("/a").responseText());
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, must-revalidate", "ETag", "\"1\"");
        assertEquals("old", stage.node(1).get("/strict").responseText());
        stage.ticker.advance(Duration.ofSeconds(20));
        stage.origin.always(503, "down");
        FakeExchange stale = stage.node(2).get("/a");
        assertEquals("old", stale.responseText());
        String said = String.valueOf(stale.header("Cache-Status"));
        assertTrue(said.startsWith("n2; fwd=uri-miss; fwd-status=503; ttl=-10; detail=origin-error"), said);
        assertEquals("old", stage.node(2).get("/a").responseText(), "by now it has a copy of its own");
        assertEquals(503, stage.node(3).get("/strict").status());
        assertEquals(503, stage.node(3).get("/unknown").status());
        stage.ticker.advance(Duration.ofSeconds(100));
        assertEquals(503, stage.node(3).get("/a").status(), "too old for anybody");
        assertEquals(0, stage.node(3).count(Event.PEER_FETCHES), "what may not be served is not brought either");
        assertEquals(0, stage.node(3).memory.hot().bytes());
    }

    @Test
    void whoWaitsForWhatOthersHoldWhileTheOriginFailsDoesSoOnce() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, stale-if-error=100", "ETag", "\"1\"");
        assertEquals("old", stage.node(1).get("/a").responseText());
        assertEquals("old", stage.node(2).get("/a").responseText());
        stage.ticker.advance(Duration.ofSeconds(20));
        stage.origin.always(503, "down");
        stage.node(1).takes = Duration.ofMillis(1500);
        stage.node(2).takes = Duration.ofMillis(1500);
        assertEquals(503, stage.node(3).get("/a").status());
        assertEquals(List.of(Duration.ofSeconds(2)), stage.timeouts, "the other one is not asked");
        stage.node(1).takes = Duration.ZERO;
        stage.node(2).takes = Duration.ZERO;
        assertEquals("old", stage.node(3).get("/a").responseText());
    }

    @Test
    void whatWasPurgedIsNotServedInsteadOfAnError() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, stale-if-error=100", "ETag", "\"1\"");
        assertEquals("old", stage.node(1).get("/a").responseText());
        stage.node(1).memory.purges().add(List.of(new PurgeTarget.Key(URL)));
        stage.origin.always(503, "down");
        assertEquals(503, stage.node(2).get("/a").status());
    }
}
