package io.gosling.gos.space;

import static io.gosling.gos.space.LoopFetches.LEFT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.StoredDocument;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.memory.FetchedObjectReceiver;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.testing.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Node n1 knows that n2 holds a document, and fetches it for an event loop. */
@Timeout(60)
class HolderObjectFetcherTest {
    private final InProcessCluster cluster = new InProcessCluster();
    private final LoopFetches fetches = new LoopFetches(HolderObjectFetcherTest::text);
    private final StorageThreads threads = fetches.threads;
    private InProcessCluster.Member n1;
    private InProcessCluster.Member n2;

    @BeforeEach
    void start() {
        n1 = cluster.add("n1");
        n2 = cluster.add("n2");
        known("/a", "alpha");
    }

    @AfterEach
    void nothingIsLeft() {
        fetches.end(n1.memory, cluster::close);
    }

    /** Has n2 hold a file, and n1 know it. */
    private void known(String path, String text) {
        cluster.everywhere(path, text);
        n2.get(path);
        n1.get(path);
        n1.memory.hot().clear();
    }

    private static String text(FetchedDocument fetched) {
        String fields = new String(fetched.fields().ok(), StandardCharsets.US_ASCII);
        int status = fields.indexOf("Cache-Status: ");
        return fields.substring(status + 14, fields.indexOf('\r', status)) + ": "
                + fetched.document().body().toString(StandardCharsets.UTF_8);
    }

    private boolean begins(String key) {
        return fetches.begins(n1.space.cold(threads), key);
    }

    private String fetch(String key) throws InterruptedException {
        return fetches.fetch(n1.space.cold(threads), key);
    }

    @Test
    void aSmallDocumentIsSentAndThenStored() throws Exception {
        int reads = n1.files.finds.get();
        long accesses = n1.memory.localObjects().asked("/a").accesses();
        assertEquals("n2; hit, n1; fwd=miss; detail=peer: alpha", fetch("/a"));
        Eventually.that("it is stored", () -> n1.memory.hot().holds("/a"));
        assertEquals(reads, n1.files.finds.get());
        assertEquals(accesses + 1, n1.memory.localObjects().asked("/a").accesses());
        StoredDocument hot = Objects.requireNonNull(n1.memory.hot().acquire("/a", cluster.ticker.nanos()));
        assertTrue(hot.fields().hasValidators());
        hot.release();
        assertFalse(begins("/a"), "it is hot");
    }

    @Test
    void whatIsStoredIsAnnounced() throws Exception {
        fetch("/a");
        Eventually.that("it is stored", () -> n1.memory.hot().holds("/a"));
        n2.get("/a");
        cluster.report();
        assertTrue(Objects.requireNonNull(n2.memory.localObjects().find("/a")).isHeldElsewhere(n2.node.tag()));
    }

    @Test
    void requestsOfOneLoopShareAFetch() throws Exception {
        LoopFetches.Asked second = fetches.new Asked();
        LoopFetches.Asked third = fetches.new Asked();
        UncachedDocumentFetcher cold = n1.space.cold(threads);
        long before = n1.memory.localObjects().asked("/a").accesses();
        cluster.beforeAnswer = () -> {
            assertTrue(fetches.begins(cold, "/a", second));
            assertTrue(fetches.begins(cold, "/a", third));
        };
        LoopFetches.Asked first = fetches.new Asked();
        assertTrue(fetches.begins(cold, "/a", first));
        for (LoopFetches.Asked asked : List.of(first, second, third)) {
            assertEquals("n2; hit, n1; fwd=miss; detail=peer: alpha", asked.result());
        }
        assertEquals(before + 3, n1.memory.localObjects().asked("/a").accesses());
        assertEquals(2, n2.count(Event.PEER_SERVES), "one before the test, one for all of them");
    }

    @Test
    void aVainFetchLeavesAllOfThemToTheWorkerPath() throws Exception {
        n2.memory.hot().clear();
        LoopFetches.Asked second = fetches.new Asked();
        UncachedDocumentFetcher cold = n1.space.cold(threads);
        cluster.beforeAnswer = () -> assertTrue(fetches.begins(cold, "/a", second));
        LoopFetches.Asked first = fetches.new Asked();
        assertTrue(fetches.begins(cold, "/a", first));
        assertEquals(LEFT, first.result());
        assertEquals(LEFT, second.result());
    }

    @Test
    void anInvalidationWhileItIsVerifiedKeepsItOut() throws Exception {
        var verifying = new CountDownLatch(1);
        var invalidated = new CountDownLatch(1);
        threads.submit(() -> {
            verifying.countDown();
            try {
                invalidated.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        verifying.await();
        assertEquals("n2; hit, n1; fwd=miss; detail=peer: alpha", fetch("/a"));
        n1.space.peerService().invalidated("/a", 99);
        invalidated.countDown();
        Eventually.that("it was offered", () -> n1.count(Event.FETCHES_OVERTAKEN) == 1);
        assertFalse(n1.memory.hot().holds("/a"));
    }

    @Test
    void aHolderThatHasDroppedItsCopyIsForgotten() throws Exception {
        n2.memory.hot().clear();
        assertEquals(LEFT, fetch("/a"));
        assertEquals(
                List.of(),
                Objects.requireNonNull(n1.memory.localObjects().find("/a")).holders().stream()
                        .filter(tag -> tag != n1.node.tag())
                        .toList());
        assertFalse(begins("/a"), "it is left to the worker path for a while");
    }

    @Test
    void ofAnUnknownDocumentTheEntryOwnerIsAskedFirst() throws Exception {
        cluster.everywhere("/b", "beta");
        n2.get("/b");
        assertEquals("n2; hit, n1; fwd=miss; detail=peer: beta", fetch("/b"));
        assertEquals(1, n1.count(Event.LOCATES) - 1, "one before the test");
    }

    @Test
    void theEntryOwnerGivesTheObjectItselfIfItHasIt() throws Exception {
        cluster.everywhere("/b", "beta");
        n2.get("/b");
        cluster.table.owner = n2.node;
        assertEquals("n2; hit, n1; fwd=miss; detail=home: beta", fetch("/b"));
        assertEquals(1, n1.count(Event.LOCATES) - 1, "one before the test");
        assertEquals(
                List.of(n2.node.tag()), n1.memory.localObjects().asked("/b").holders());
    }

    @Test
    void anEntryOwnerWithoutTheObjectNamesAHolder() throws Exception {
        InProcessCluster.Member n3 = cluster.add("n3");
        cluster.everywhere("/b", "beta");
        n3.get("/b");
        cluster.table.owner = n2.node;
        assertEquals("n3; hit, n1; fwd=miss; detail=peer: beta", fetch("/b"));
        assertEquals(0, n1.count(Event.WRONG_HINTS));
    }

    @Test
    void whatNobodyHoldsIsLeftToTheWorkerPathForASecondAndLocatedOnce() throws Exception {
        cluster.everywhere("/b", "beta");
        long located = n1.count(Event.LOCATES);
        assertEquals(LEFT, fetch("/b"));
        assertFalse(begins("/b"));
        assertEquals("local-disk of n1: beta", n1.get("/b"));
        assertEquals(located + 1, n1.count(Event.LOCATES));
        n1.memory.hot().clear();
        cluster.ticker.advance(Duration.ofSeconds(1));
        assertTrue(n1.space.cold(threads).mayFetch("/b"));
    }

    @Test
    void aSecondHolderIsAskedIfTheFirstHasDroppedItsCopy() throws Exception {
        InProcessCluster.Member n3 = cluster.add("n3");
        cluster.everywhere("/a", "alpha");
        n3.get("/a");
        n2.memory.hot().clear();
        assertEquals("n3; hit, n1; fwd=miss; detail=peer: alpha", fetch("/a"));
    }

    @Test
    void anAnswerWithoutALeaseIsNotSentAndFreed() throws Exception {
        cluster.beforeAnswer = () -> n1.memory.hot().serveBy(now -> false);
        assertEquals(LEFT, fetch("/a"));
    }

    @Test
    void ofSeveralRequestsOneThatFailsConcernsNoOther() throws Exception {
        LoopFetches.Asked second = fetches.new Asked();
        UncachedDocumentFetcher cold = n1.space.cold(threads);
        cluster.beforeAnswer = () -> assertTrue(fetches.begins(cold, "/a", second));
        assertTrue(fetches.begins(cold, "/a", new UncachedDocumentFetcher.Receiver() {
            @Override
            public boolean begins() {
                return true;
            }

            @Override
            public void done(@Nullable FetchedDocument document) {
                Objects.requireNonNull(document).document().release();
                throw new IllegalStateException("planted");
            }
        }));
        assertEquals("n2; hit, n1; fwd=miss; detail=peer: alpha", second.result());
    }

    @Test
    void aLargeDocumentIsTriedOnce() throws Exception {
        known("/large", "x".repeat((64 << 10) + 1));
        assertEquals(LEFT, fetch("/large"));
        assertFalse(begins("/large"));
        assertTrue(n1.get("/large").startsWith("peer-memory of n2: x"));
    }

    @Test
    void whatWasTooLargeForAnEventLoopIsStillLocatedByTheWorkerPath() throws Exception {
        InProcessCluster.Member n3 = cluster.add("n3");
        cluster.everywhere("/large", "x".repeat((64 << 10) + 1));
        n2.get("/large");
        assertEquals(LEFT, fetch("/large"));
        movesOn("/large", n3);
        assertTrue(n1.get("/large").startsWith("peer-memory of n3: x"));
        n1.memory.hot().clear();
        cluster.ticker.advance(Duration.ofMillis(59_500));
        assertFalse(begins("/large"), "it is left for a minute");
    }

    @Test
    void whatHasNoRoomIsStillLocatedByTheWorkerPath() throws Exception {
        InProcessCluster.Member n3 = cluster.add("n3");
        cluster.everywhere("/b", "beta");
        n2.get("/b");
        List<ByteBuf> all = allRoom();
        assertEquals(LEFT, fetch("/b"));
        all.forEach(ByteBuf::release);
        assertFalse(begins("/b"), "it is left for a second");
        movesOn("/b", n3);
        assertEquals("peer-memory of n3: beta", n1.get("/b"));
    }

    @Test
    void aHolderForWhoseCopyThereIsNoRoomIsStillKnown() throws Exception {
        List<ByteBuf> all = allRoom();
        assertEquals(LEFT, fetch("/a"));
        all.forEach(ByteBuf::release);
        long located = n1.count(Event.LOCATES);
        assertEquals("peer-memory of n2: alpha", n1.get("/a"));
        assertEquals(located, n1.count(Event.LOCATES));
    }

    @Test
    void whatTheEntryOwnerGaveNoAnswerAboutIsLocatedByTheWorkerPath() throws Exception {
        cluster.everywhere("/b", "beta");
        n2.get("/b");
        cluster.table.owner = n2.node;
        cluster.table.silent = true;
        assertEquals(LEFT, fetch("/b"));
        assertEquals(1, n1.count(Event.LOCATES_UNANSWERED));
        cluster.table.silent = false;
        assertEquals("home-memory of n2: beta", n1.get("/b"));
    }

    @Test
    void whatANamedHolderCouldNotBeAskedForAtOnceIsStillLocatedByTheWorkerPath() throws Exception {
        InProcessCluster.Member n3 = cluster.add("n3");
        cluster.everywhere("/b", "beta");
        n2.get("/b");
        cluster.linked = false;
        assertEquals(LEFT, fetch("/b"));
        movesOn("/b", n3);
        assertEquals("peer-memory of n3: beta", n1.get("/b"));
    }

    /** Moves the copy of n2 to another node, unheard by n1. */
    private void movesOn(String path, InProcessCluster.Member to) {
        to.get(path);
        n2.memory.hot().clear();
    }

    /** Takes all memory of n1. */
    private List<ByteBuf> allRoom() {
        var receiver = new FetchedObjectReceiver(n1.memory, GlobalObjectTable::none);
        List<ByteBuf> taken = new ArrayList<>();
        for (int length = 64 << 10; length > 0; length /= 2) {
            for (ByteBuf room = receiver.destination(length); room != null; room = receiver.destination(length)) {
                taken.add(room);
            }
        }
        return taken;
    }

    @Test
    void whatHasToBeComparedFirstIsLeftToTheWorkerPath() throws Exception {
        cluster.beforeAnswer = () -> cluster.ticker.advance(Duration.ofHours(1));
        assertEquals(LEFT, fetch("/a"));
    }

    @Test
    void anOlderVersionIsLeftToTheWorkerPath() throws Exception {
        cluster.beforeAnswer = () ->
                Objects.requireNonNull(n1.memory.localObjects().find("/a")).learnVersion(99);
        assertEquals(LEFT, fetch("/a"));
        assertTrue(n1.count(Event.WRONG_HINTS) > 0);
    }

    @Test
    void aNodeThatDoesNotAnswerLeavesItToTheWorkerPath() throws Exception {
        n2.dead = true;
        assertEquals(LEFT, fetch("/a"));
        assertEquals("local-disk of n1: alpha", n1.get("/a"));
    }

    @Test
    void aCopyThatAPurgeOvertakesIsNotSent() throws Exception {
        cluster.beforeAnswer = () -> n1.memory.purges().add(List.of(new PurgeTarget.Key("/a")));
        assertEquals(LEFT, fetch("/a"));
        assertFalse(n1.memory.hot().holds("/a"));
    }

    @Test
    void bytesThatAreNotThoseOfTheirTagAreNotStored() throws Exception {
        cluster.inTransit = body -> {
            body.close();
            return new Body.InMemory(Unpooled.copiedBuffer("gamma", StandardCharsets.UTF_8));
        };
        fetch("/a");
        Eventually.that("it was looked at", () -> n1.memory.hot().inUse().now() == 0);
        assertFalse(n1.memory.hot().holds("/a"));
    }

    @Test
    void itIsSentThoughNoThreadIsFreeToStoreIt() throws Exception {
        threads.close();
        assertEquals("n2; hit, n1; fwd=miss; detail=peer: alpha", fetch("/a"));
        assertFalse(n1.memory.hot().holds("/a"));
    }

    @Test
    void whatHasNoPreparedHeadersIsLeftToTheWorkerPath() throws Exception {
        n1.memory.hot().prepareBy((path, document, from) -> PreparedHeaders.none());
        assertEquals(LEFT, fetch("/a"));
    }

    @Test
    void nothingIsAskedWhereThatIsNotPossibleAtOnce() throws Exception {
        assertFalse(begins("/b/../a"));
        cluster.linked = false;
        assertEquals(LEFT, fetch("/a"));
        cluster.linked = true;
        cluster.ticker.advance(Duration.ofSeconds(1));
        n1.memory.hot().serveBy(now -> false);
        assertFalse(begins("/a"), "it has no lease");
        n1.memory.hot().serveBy(now -> true);
        assertEquals("n2; hit, n1; fwd=miss; detail=peer: alpha", fetch("/a"));
    }
}
