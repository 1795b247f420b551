package io.gosling.gos.repository;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.gos.repository.RepositoryStatistics.Event;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Nodes that are the home of nothing, and what they remember. */
class ObjectRepositoryTest {
    private static final ObjectKey KEY = ObjectKey.of("key");

    private final ManualTicker ticker = new ManualTicker();
    private final FakeHomes homes = new FakeHomes(ticker);
    private final FakeVoters voters = new FakeVoters();
    private int seed;

    private ObjectRepository space(RepositorySettings settings, CopyCoherence validity) {
        return new ObjectRepository(settings, homes.seenFrom(false), validity, ticker, new Random(++seed));
    }

    private ObjectRepository space() {
        return space(RepositorySettings.defaults(), voters.node());
    }

    private static String text(ObjectRepository space) {
        return text(space.get(KEY));
    }

    private static String text(CompletableFuture<GetResult> ended) {
        assertTrue(ended.isDone());
        return text(ended.join());
    }

    private static String text(GetResult got) {
        return switch (got) {
            case GetResult.Found found -> found.content().text();
            case GetResult result -> result.getClass().getSimpleName();
        };
    }

    private static void put(ObjectRepository space, String text, AcknowledgementLevel visible) {
        assertInstanceOf(
                PutResult.Stored.class, space.put(KEY, StoredContent.of(text), ChangeCondition.any(), visible));
    }

    @Test
    void whatOneNodePutsAllNodesGet() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        assertEquals("Missing", text(two));
        put(one, "text", AcknowledgementLevel.EVERYWHERE);
        assertEquals("text", text(one));
        assertEquals("text", text(two));
        assertEquals(new RemoveResult.Removed(), two.remove(KEY));
        assertEquals("Missing", text(one));
        assertEquals(new RemoveResult.Missing(), one.remove(KEY));
    }

    @Test
    void theLifeOfACopyCountsFromWhenItsHomeWasAsked() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        StoredContent brief = StoredContent.of("text").expiring(Duration.ofSeconds(5));
        assertInstanceOf(
                PutResult.Stored.class, one.put(KEY, brief, ChangeCondition.any(), AcknowledgementLevel.EVERYWHERE));
        homes.hold();
        CompletableFuture<GetResult> got = two.getAsync(KEY);
        homes.deliver(0);
        ticker.advance(Duration.ofSeconds(2));
        homes.deliverAll();
        GetResult.Found found = assertInstanceOf(GetResult.Found.class, got.join());
        assertEquals(Duration.ofSeconds(3), found.content().timeToLive());
        ticker.advance(Duration.ofSeconds(3));
        CompletableFuture<GetResult> late = two.getAsync(KEY);
        assertFalse(late.isDone());
        homes.deliverAll();
        assertEquals("Missing", text(late));
    }

    @Test
    void aLifeThatNoContentMayHaveIsTheLongestOne() {
        RepositoryHomeClient odd = new RepositoryHomeClient() {
            @Override
            public CompletableFuture<HomeAnswer> ask(ObjectKey key, HomeRequest request) {
                return CompletableFuture.completedFuture(
                        new HomeAnswer.Has(1, Long.MAX_VALUE, List.of(), "text".getBytes(UTF_8)));
            }

            @Override
            public boolean isHere(ObjectKey key) {
                return false;
            }
        };
        ObjectRepository space =
                new ObjectRepository(RepositorySettings.defaults(), odd, CopyCoherence.none(), ticker, new Random(1));
        GetResult.Found found = assertInstanceOf(GetResult.Found.class, space.get(KEY));
        assertEquals(StoredContent.LONGEST_LIFE, found.content().timeToLive());
    }

    @Test
    void withALeaseACopyIsServedUnaskedUntilItIsPurged() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        put(one, "old", AcknowledgementLevel.EVERYWHERE);
        text(two);
        homes.hold();
        assertEquals("old", text(two));
        assertEquals(1, two.statistics().of(Event.COPY));
        CompletableFuture<PutResult> put =
                one.putAsync(KEY, StoredContent.of("new"), ChangeCondition.any(), AcknowledgementLevel.EVERYWHERE);
        homes.deliverAll();
        assertInstanceOf(PutResult.Stored.class, put.join());
        CompletableFuture<GetResult> got = two.getAsync(KEY);
        assertFalse(got.isDone());
        homes.deliverAll();
        assertEquals("new", text(got));
    }

    @Test
    void whenTheAnswerToAPutIsLostOldCopiesAreForgottenAllTheSame() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        put(one, "old", AcknowledgementLevel.EVERYWHERE);
        assertEquals("old", text(two));
        homes.hold();
        CompletableFuture<PutResult> put =
                one.putAsync(KEY, StoredContent.of("new"), ChangeCondition.any(), AcknowledgementLevel.HOLDERS);
        homes.deliver(0);
        homes.loseAnswer();
        assertInstanceOf(PutResult.Unavailable.class, put.join());
        CompletableFuture<GetResult> got = two.getAsync(KEY);
        homes.deliverAll();
        assertEquals("new", text(got));
        CompletableFuture<RemoveResult> remove =
                one.removeAsync(KEY, ChangeCondition.any(), AcknowledgementLevel.HOLDERS);
        homes.deliver(0);
        homes.loseAnswer();
        assertInstanceOf(RemoveResult.Unavailable.class, remove.join());
        CompletableFuture<GetResult> gone = two.getAsync(KEY);
        homes.deliverAll();
        assertEquals("Missing", text(gone));
    }

    @Test
    void aCopyOfWhichNobodySaysThatItIsOldIsComparedWhenItIsOld() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        put(one, "old", AcknowledgementLevel.EVERYWHERE);
        assertEquals("old", text(two));
        ticker.advance(Duration.ofSeconds(6));
        // A node has put this, and crashed before its purge.
        homes.step(KEY, new HomeRequest.Write(ChangeCondition.any(), 77, 0, List.of(), "new".getBytes(UTF_8)));
        assertEquals("old", text(two));
        ticker.advance(Duration.ofMillis(3999));
        assertEquals("old", text(two));
        ticker.advance(Duration.ofMillis(1));
        assertEquals("new", text(two));
    }

    @Test
    void aConfirmedCopyIsYoungAgain() {
        ObjectRepository one = space();
        put(one, "text", AcknowledgementLevel.EVERYWHERE);
        for (int i = 0; i < 3; i++) {
            text(one);
            ticker.advance(Duration.ofSeconds(9));
            text(one);
            ticker.advance(Duration.ofSeconds(1));
        }
        assertEquals(1, one.statistics().of(Event.FETCHED));
        assertEquals(2, one.statistics().of(Event.CONFIRMED));
        assertEquals(3, one.statistics().of(Event.COPY));
    }

    @Test
    void withoutVotersTheHomeIsAskedEachTimeAndSendsNoBytesForWhatIsTheSame() {
        ObjectRepository one = space(RepositorySettings.defaults(), CopyCoherence.none());
        ObjectRepository two = space(RepositorySettings.defaults(), CopyCoherence.none());
        put(one, "old", AcknowledgementLevel.HOLDERS);
        assertEquals("old", text(two));
        assertEquals("old", text(two));
        assertEquals(1, two.statistics().of(Event.CONFIRMED));
        assertEquals(0, two.statistics().of(Event.COPY));
        put(one, "new", AcknowledgementLevel.HOLDERS);
        assertEquals("new", text(two));
    }

    @Test
    void withoutALeaseNothingIsAnsweredFor() {
        ObjectRepository one = space();
        put(one, "text", AcknowledgementLevel.EVERYWHERE);
        text(one);
        voters.leases(false);
        assertEquals("Unavailable", text(one));
        assertInstanceOf(PutResult.Unavailable.class, one.put(KEY, StoredContent.of("new")));
        assertInstanceOf(RemoveResult.Unavailable.class, one.remove(KEY));
        voters.leases(true);
        assertEquals("text", text(one));
    }

    @Test
    void aPutEverywhereWaitsForThePurgeAndOneForHoldersDoesNot() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        put(one, "old", AcknowledgementLevel.EVERYWHERE);
        text(two);
        voters.hold();
        CompletableFuture<PutResult> quick =
                one.putAsync(KEY, StoredContent.of("new"), ChangeCondition.any(), AcknowledgementLevel.HOLDERS);
        assertTrue(quick.isDone());
        assertEquals("new", text(one));
        assertEquals("old", text(two));
        CompletableFuture<PutResult> certain =
                one.putAsync(KEY, StoredContent.of("newer"), ChangeCondition.any(), AcknowledgementLevel.EVERYWHERE);
        assertFalse(certain.isDone());
        voters.deliverAll();
        assertTrue(certain.isDone());
        assertEquals("newer", text(two));
    }

    @Test
    void bytesThatCameWithALateAnswerDoNotStayLongerThanThePurge() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        put(one, "old", AcknowledgementLevel.EVERYWHERE);
        homes.hold();
        CompletableFuture<GetResult> late = two.getAsync(KEY);
        homes.deliver(0);
        CompletableFuture<PutResult> put =
                one.putAsync(KEY, StoredContent.of("new"), ChangeCondition.any(), AcknowledgementLevel.EVERYWHERE);
        // The answer with the old bytes is under way, and what comes after it is delivered first.
        homes.deliver(1);
        homes.deliver(1);
        assertTrue(put.isDone());
        homes.deliverAll();
        assertEquals("old", text(late));
        CompletableFuture<GetResult> next = two.getAsync(KEY);
        homes.deliverAll();
        assertEquals("new", text(next));
    }

    @Test
    void bytesOfAnAnswerFromBeforeAreNotKeptInPlaceOfThoseThatWereTooLarge() {
        ObjectRepository one = space(
                RepositorySettings.defaults()
                        .with(RepositorySettings.CACHE_BYTES, 10_000L)
                        .with(RepositorySettings.LARGEST_CACHED, 3)
                        .with(RepositorySettings.REPLACEMENT, "lru"),
                voters.node());
        ObjectRepository two = space();
        voters.hold();
        put(two, "old", AcknowledgementLevel.HOLDERS);
        voters.deliverAll();
        assertEquals("theirs", overtaken(one, two, "old"));
        assertEquals(0, one.held().copies());
    }

    /**
     * A first get's answer is under way while two puts, without a purge that arrives; a second get brings that, and
     * then the answer comes. Returns what a third get brings.
     */
    private String overtaken(ObjectRepository one, ObjectRepository two, String before) {
        homes.hold();
        CompletableFuture<GetResult> first = one.getAsync(KEY);
        homes.deliver(0);
        CompletableFuture<PutResult> put =
                two.putAsync(KEY, StoredContent.of("theirs"), ChangeCondition.any(), AcknowledgementLevel.HOLDERS);
        homes.deliver(1);
        homes.deliver(1);
        assertTrue(put.isDone());
        CompletableFuture<GetResult> second = one.getAsync(KEY);
        homes.deliver(1);
        homes.deliver(1);
        assertEquals("theirs", text(second));
        homes.deliverAll();
        assertEquals(before, text(first));
        CompletableFuture<GetResult> third = one.getAsync(KEY);
        homes.deliverAll();
        return text(third);
    }

    @Test
    void anObjectEndsOnEveryNodeAtOnce() {
        ObjectRepository one = space();
        ObjectRepository two = space();
        one.put(KEY, StoredContent.of("text").expiring(Duration.ofSeconds(10)).tagged("a"));
        ticker.advance(Duration.ofSeconds(4));
        GetResult.Found found = assertInstanceOf(GetResult.Found.class, two.get(KEY));
        assertEquals(Duration.ofSeconds(6), found.content().timeToLive());
        ticker.advance(Duration.ofMillis(5999));
        assertEquals("text", text(two));
        ticker.advance(Duration.ofMillis(1));
        assertEquals("Missing", text(two));
    }

    @Test
    void copiesStayWithinTheirQuotaAndLargeOnesAreNotKept() {
        ObjectRepository one = space(
                RepositorySettings.defaults()
                        .with(RepositorySettings.CACHE_BYTES, 3000L)
                        .with(RepositorySettings.LARGEST_CACHED, 1000)
                        .with(RepositorySettings.REPLACEMENT, "lru"),
                voters.node());
        for (int i = 0; i < 20; i++) {
            ObjectKey key = ObjectKey.of("key" + i);
            one.put(key, StoredContent.of(new byte[500]));
            one.get(key);
            assertTrue(one.held().copyBytes() <= 3000, "bytes " + one.held().copyBytes());
        }
        assertTrue(one.held().copies() >= 3, "copies " + one.held().copies());
        ObjectKey large = ObjectKey.of("large");
        one.put(large, StoredContent.of(new byte[1001]));
        one.get(large);
        one.get(large);
        assertEquals(0, one.statistics().of(Event.COPY));
        assertEquals(22, one.statistics().of(Event.FETCHED));
    }

    @Test
    void everyPolicyKeepsWhatIsAskedForAgain() {
        for (String name : ReplacementPolicy.names()) {
            ObjectRepository one = space(
                    RepositorySettings.defaults()
                            .with(RepositorySettings.CACHE_BYTES, 100_000L)
                            .with(RepositorySettings.LARGEST_CACHED, 10_000)
                            .with(RepositorySettings.REPLACEMENT, name),
                    voters.node());
            put(one, name, AcknowledgementLevel.EVERYWHERE);
            text(one);
            assertEquals(name, text(one));
            assertEquals(1, one.statistics().of(Event.COPY), name);
        }
    }

    @Test
    void whatIsTooLargeIsRefusedWithTheNumbers() {
        ObjectRepository one = space();
        byte[] large = new byte[one.largest() + 1];
        var e = assertThrows(IllegalArgumentException.class, () -> one.put(KEY, StoredContent.of(large)));
        assertTrue(String.valueOf(e.getMessage()).contains("4194305"), e::toString);
        assertThrows(IllegalArgumentException.class, () -> StoredContent.of("x").tagged("a b"));
        assertThrows(IllegalArgumentException.class, () -> StoredContent.of("x").expiring(Duration.ZERO));
        assertThrows(
                IllegalArgumentException.class,
                () -> RepositorySettings.defaults().with(RepositorySettings.REPLACEMENT, "best"));
    }
}
