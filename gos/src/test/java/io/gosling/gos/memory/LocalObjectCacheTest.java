package io.gosling.gos.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.CountSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.FakeTable;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.space.CountReporter;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.settings.SettingValues;
import io.gosling.testing.ManualTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalObjectCacheTest {
    private final ManualTicker ticker = new ManualTicker();
    private final List<ByteBuf> buffers = new ArrayList<>();
    private NodeObjectMemory memory = memory("lfu-aging");

    private NodeObjectMemory memory(String policy) {
        var cache = CacheSettings.of(100_000)
                .with(CacheSettings.MAX_OBJECT, 20_000L)
                .with(CacheSettings.HEADROOM, 20_000L)
                .with(CacheSettings.REPLACEMENT, policy);
        return NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20).withCache(cache), ticker);
    }

    @AfterEach
    void invariants() {
        CacheInvariants.check(memory.hot());
        memory.hot().clear();
        assertEquals(0, memory.hot().bytes());
        buffers.forEach(buffer -> assertEquals(0, buffer.refCnt(), "bytes were not freed"));
    }

    private synchronized InMemoryObject object(String key, int size, long version) {
        ByteBuf bytes = Unpooled.directBuffer(Math.max(1, size)).writeZero(size);
        buffers.add(bytes);
        var representation = new Representation("text/html", size, "\"e\"", Instant.EPOCH);
        var stored = new StoredDocument(
                key,
                representation,
                new FileStamp(size, 0, ""),
                bytes,
                new PreparedHeaders(new byte[50], new byte[20]));
        return new InMemoryObject(stored, memory.localObjects().asked(key), version, true, ticker.nanos(), null);
    }

    private LocalObjectCache.Verdict offer(String key, int size, int accesses) {
        InMemoryObject object = object(key, size, 0);
        for (int i = 0; i < accesses; i++) {
            object.localObject().countAccess();
        }
        return offer(object, fetch(key));
    }

    private DocumentFetch fetch(String key) {
        return new DocumentFetch(DocumentPath.parse(key), memory.localObjects().asked(key), 0);
    }

    private LocalObjectCache.Verdict offer(InMemoryObject object, DocumentFetch fill) {
        var verdict = memory.hot().offer(object, fill, memory.hot().preparation());
        if (verdict != LocalObjectCache.Verdict.KEPT) {
            object.document().release();
        }
        return verdict;
    }

    @Test
    void whatFailsBehindTheLastStepTakesTheCacheNothing() {
        InMemoryObject placed = object("/a", 1000, 0);
        assertThrows(
                IllegalStateException.class,
                () -> memory.offer(placed, newcomer -> {
                    memory.hot().offer(newcomer, fetch("/a"), memory.hot().preparation());
                    throw new IllegalStateException("after it was placed");
                }));
        StoredDocument document = memory.hot().acquire("/a", ticker.nanos());
        assertNotNull(document);
        assertEquals(1000, document.body().readableBytes());
        document.release();
        memory.hot().drop("/a", 1);
        assertThrows(
                IllegalStateException.class,
                () -> memory.offer(object("/b", 1000, 0), newcomer -> {
                    throw new IllegalStateException("before");
                }));
    }

    @Test
    void anAcquiredObjectIsCountedAndStaysReadableAfterItsEviction() {
        offer("/a", 1000, 1);
        StoredDocument document = memory.hot().acquire("/a", ticker.nanos());
        assertNotNull(document);
        memory.hot().drop("/a", 1);
        assertEquals(1000, document.body().readableBytes());
        assertEquals(2, memory.localObjects().asked("/a").count());
        document.release();
        assertNull(memory.hot().acquire("/a", ticker.nanos()));
    }

    /**
     * For whoever sends something of its own in an object's place: what {@code acquire} finds and counts, and no
     * reference.
     */
    @Test
    void anObjectIsHotAsLongAsItCouldBeAcquiredAndHasTheTag() {
        offer("/a", 1000, 1);
        StoredDocument document = memory.hot().acquire("/a", ticker.nanos());
        assertNotNull(document);
        String etag = document.representation().etag();
        document.release();
        assertEquals(2, memory.localObjects().asked("/a").count());
        assertTrue(memory.hot().isHot("/a", etag, ticker.nanos()));
        assertEquals(3, memory.localObjects().asked("/a").count(), "counted");
        assertFalse(memory.hot().isHot("/a", "\"another\"", ticker.nanos()));
        assertFalse(memory.hot().isHot("/none", etag, ticker.nanos()));
        assertEquals(3, memory.localObjects().asked("/a").count());
        memory.hot().serveBy(now -> false);
        assertFalse(memory.hot().isHot("/a", etag, ticker.nanos()), "this node has lost touch");
        memory.hot().serveBy(now -> true);
        ticker.advance(Duration.ofHours(1));
        assertNull(memory.hot().acquire("/a", ticker.nanos()));
        assertFalse(memory.hot().isHot("/a", etag, ticker.nanos()), "it was not checked for too long");
        offer("/b", 1000, 1);
        assertTrue(memory.hot().isHot("/b", etag, ticker.nanos()));
        memory.hot().drop("/b", 1);
        assertFalse(memory.hot().isHot("/b", etag, ticker.nanos()));
    }

    @Test
    void aFullCacheRefusesWhatIsAskedForNoMoreOftenThanWhatItHolds() {
        for (int i = 0; i < 20; i++) {
            offer("/" + i, 10_000, 2);
        }
        assertEquals(9, memory.hot().size());
        assertEquals(LocalObjectCache.Verdict.REFUSED, offer("/new", 10_000, 4));
        assertEquals(LocalObjectCache.Verdict.KEPT, offer("/newer", 10_000, 5));
        assertEquals(9, memory.hot().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lfu", "gdsf"})
    void whatIsKeptAnewUnderItsKeyIsNoNewcomerToThePolicy(String policy) {
        memory = memory(policy);
        offer("/often", 10_000, 1);
        for (int i = 0; i < 8; i++) {
            offer("/" + i, 10_000, 1);
        }
        for (int i = 0; i < 5; i++) {
            StoredDocument document = memory.hot().acquire("/often", ticker.nanos());
            assertNotNull(document);
            document.release();
        }
        assertEquals(LocalObjectCache.Verdict.KEPT, offer("/often", 9_000, 0));
        assertEquals(9, memory.hot().size());
        for (int i = 0; i < 12; i++) {
            offer("/new" + i, 10_000, 1);
        }
        assertTrue(memory.hot().bytesOf("/often") > 0, "it was asked for more often than all others");
        assertTrue(memory.hot().bytesOf("/often") < 10_000, "and is the new one");
    }

    @Test
    void whatIsKeptAnewAndHasGrownTooLargeForItsPlaceIsANewcomer() {
        for (int i = 0; i < 9; i++) {
            offer("/" + i, 10_000, 2);
        }
        assertEquals(LocalObjectCache.Verdict.REFUSED, offer("/0", 20_000, 0));
        assertEquals(0, memory.hot().bytesOf("/0"), "the old one is not right any more");
        assertEquals(8, memory.hot().size());
    }

    @Test
    void aClosedFillIsNotKeptAndLeavesNothingOlderBehind() {
        DocumentFetch fill = fetch("/a");
        InMemoryObject object = object("/a", 1000, 0);
        fill.overtaken(1);
        assertEquals(LocalObjectCache.Verdict.OVERTAKEN, offer(object, fill));
        assertEquals(0, memory.hot().size());
    }

    @Test
    void anotherPreparationHoldsForWhatIsThereAndForWhatIsOnItsWay() {
        offer("/a", 1000, 1);
        offer("/guarded", 1000, 1);
        InMemoryObject underWay = object("/late", 1000, 0);
        PreparedHeaderBuilder before = memory.hot().preparation();
        StoredDocument beingSent = memory.hot().acquire("/a", ticker.nanos());
        PreparedHeaders fields = new PreparedHeaders(new byte[80], new byte[20]);
        memory.hot()
                .prepareBy((path, document, from) -> path.key().equals("/guarded") ? PreparedHeaders.none() : fields);
        memory.hot().offer(underWay, fetch("/late"), before);
        assertNotNull(beingSent);
        assertEquals(50, beingSent.fields().ok().length, "whoever has it goes on with it");
        beingSent.release();
        for (String key : List.of("/a", "/late")) {
            StoredDocument document = memory.hot().acquire(key, ticker.nanos());
            assertNotNull(document, key);
            assertEquals(fields, document.fields());
            assertEquals(1000, document.body().readableBytes());
            document.release();
        }
        assertNull(memory.hot().acquire("/guarded", ticker.nanos()), "it is not for the fast lane any more");
        InMemoryObject guarded = memory.hot().take("/guarded");
        assertNotNull(guarded, "its bytes are still in memory");
        guarded.document().release();
    }

    @Test
    void whatNoLongerFitsWithItsHeaderGoes() {
        for (int i = 0; i < 9; i++) {
            offer("/" + i, 10_000, 2);
        }
        PreparedHeaders large = new PreparedHeaders(new byte[1000], new byte[20]);
        memory.hot().prepareBy((path, document, from) -> large);
        CacheInvariants.check(memory.hot());
        assertEquals(8, memory.hot().size());
    }

    @Test
    void readersNeverMeetAHeaderOfNothingWhilePreparationsChange() throws InterruptedException {
        offer("/a", 1000, 1);
        PreparedHeaders one = new PreparedHeaders(new byte[30], new byte[10]);
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        memory.hot().prepareBy((path, document, from) -> one);
        Thread reader = Thread.ofPlatform().start(() -> {
            while (!over.get() && failure.get() == null) {
                StoredDocument document = memory.hot().acquire("/a", ticker.nanos());
                if (document != null) {
                    if (document.fields().ok().length != 30 || document.body().readableBytes() != 1000) {
                        failure.set(new AssertionError(
                                "a header of " + document.fields().size() + " bytes"));
                    }
                    document.release();
                }
            }
        });
        for (int i = 0; i < 20_000; i++) {
            boolean guarded = i % 2 == 0;
            memory.hot().prepareBy((path, document, from) -> guarded ? PreparedHeaders.none() : one);
        }
        over.set(true);
        reader.join();
        assertNull(failure.get());
    }

    @Test
    void onlyCopiesOlderThanTheVersionAreDropped() {
        offer(object("/a", 1000, 5), fetch("/a"));
        memory.hot().drop("/a", 5);
        assertEquals(1, memory.hot().size());
        memory.hot().drop("/a", 6);
        assertEquals(0, memory.hot().size());
    }

    @Test
    void lruKeepsWhatTheEventLoopPathAskedForLast() {
        memory = memory("lru");
        for (int i = 0; i < 9; i++) {
            offer("/" + i, 10_000, 1);
        }
        ticker.advance(java.time.Duration.ofMillis(1));
        for (int i : new int[] {0, 3}) {
            StoredDocument document = memory.hot().acquire("/" + i, ticker.nanos());
            assertNotNull(document);
            document.release();
            ticker.advance(java.time.Duration.ofMillis(1));
        }
        for (int i = 10; i < 17; i++) {
            offer("/" + i, 10_000, 1);
        }
        assertNotNull(release(memory.hot().take("/0")));
        assertNotNull(release(memory.hot().take("/3")));
        assertNull(memory.hot().take("/1"));
    }

    @Test
    void whatOtherNodesKnowOfACountIsKnownToThePolicyWhenItDecidesNext() {
        for (int i = 0; i < 9; i++) {
            offer("/" + i, 10_000, 1);
        }
        for (int i = 0; i < 9; i++) {
            if (i != 5) {
                memory.hot().heard("/" + i, new AgedCount(50, 0));
            }
        }
        memory.hot().heard("/none", new AgedCount(50, 0));
        assertEquals("/5", memory.hot().nextToGo(1).getFirst().key());
        offer("/new", 10_000, 20);
        assertNull(memory.hot().take("/5"));
        assertNotNull(release(memory.hot().take("/0")));
    }

    @Test
    void aReportDoubtsAsManyCopiesAsMayGoBeforeTheNext() {
        GlobalObjectTable table = new FakeTable().seenBy(1);
        var report = new CountReporter(memory, () -> table, new CountSettings(SettingValues.none()), 1);
        for (int i = 0; i < 90; i++) {
            offer("/" + i, 400, 1);
        }
        report.run();
        report.run();
        assertEquals(0, memory.statistics().of(ObjectSpaceStatistics.Event.EVICTIONS));
        long quiet = confirmedBy(report);
        // Sixteen at least, and a thirtieth of what is held, which is announced again.
        assertTrue(quiet >= 16 && quiet <= 16 + 3, quiet + " rows where nothing goes");

        for (int i = 0; i < 60; i++) {
            offer("/new" + i, 400, 9);
        }
        assertTrue(memory.statistics().of(ObjectSpaceStatistics.Event.EVICTIONS) >= 20);
        report.run();
        long quietAgain = confirmedBy(report);
        assertTrue(quietAgain <= 16 + 4, quietAgain + " rows after all is told");
        for (int i = 60; i < 90; i++) {
            offer("/new" + i, 400, 9);
        }
        // Thirty are new and thirty have gone; as many again are doubted twice.
        long busy = confirmedBy(report);
        assertTrue(busy >= 60 + 2 * 20, busy + " rows while much goes");
    }

    private long confirmedBy(CountReporter report) {
        long before = memory.statistics().of(ObjectSpaceStatistics.Event.REPORTS_CONFIRMED);
        report.run();
        return memory.statistics().of(ObjectSpaceStatistics.Event.REPORTS_CONFIRMED) - before;
    }

    @Test
    void whatOtherNodesAskForWasNotAskedForHere() {
        memory = memory("lru");
        for (int i = 0; i < 9; i++) {
            offer("/" + i, 10_000, 1);
            ticker.advance(java.time.Duration.ofMillis(1));
        }
        memory.hot().heard("/0", new AgedCount(50, 0));
        for (String both : List.of("/1", "/2")) {
            memory.hot().heard(both, new AgedCount(50, 0));
            StoredDocument document = memory.hot().acquire(both, ticker.nanos());
            assertNotNull(document);
            document.release();
            memory.hot().heard(both, new AgedCount(60, 0));
        }
        assertEquals("/0", memory.hot().nextToGo(1).getFirst().key());
        offer("/a", 10_000, 1);
        offer("/b", 10_000, 1);
        assertNull(memory.hot().take("/0"));
        assertNull(memory.hot().take("/3"));
        assertNotNull(release(memory.hot().take("/1")));
    }

    private static @org.jspecify.annotations.Nullable InMemoryObject release(
            @org.jspecify.annotations.Nullable InMemoryObject object) {
        if (object != null) {
            object.document().release();
        }
        return object;
    }

    @ParameterizedTest
    @ValueSource(strings = {"lfu-aging", "lru", "gds"})
    void whateverIsOfferedTheBudgetHolds(String policy) {
        memory = memory(policy);
        Random random = new Random(3);
        for (int i = 0; i < 5_000; i++) {
            String key = "/" + random.nextInt(200);
            switch (random.nextInt(8)) {
                case 0 -> memory.hot().drop(key, 1);
                case 1 -> memory.hot().recount(memory.localObjects().held());
                case 2 -> memory.epoch().heard(random.nextInt(1 + i / 500));
                default -> {
                    StoredDocument document = memory.hot().acquire(key, ticker.nanos());
                    if (document == null) {
                        offer(key, random.nextInt(15_000), 1);
                    } else {
                        document.release();
                    }
                }
            }
            CacheInvariants.check(memory.hot());
        }
        assertTrue(memory.statistics().of(ObjectSpaceStatistics.Event.EVICTIONS) > 0);
    }

    @Test
    void readersNeverMeetFreedBytesWhileWritersEvict() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> readers = new ArrayList<>();
        for (int r = 0; r < 3; r++) {
            int seed = r;
            readers.add(Thread.ofPlatform().start(() -> {
                Random random = new Random(seed);
                try {
                    while (!stop.get()) {
                        StoredDocument document = memory.hot().acquire("/" + random.nextInt(30), ticker.nanos());
                        if (document != null) {
                            document.body().getByte(document.body().readableBytes() - 1);
                            document.release();
                        }
                    }
                } catch (Throwable e) {
                    failure.set(e);
                }
            }));
        }
        Random random = new Random(9);
        for (int i = 0; i < 20_000; i++) {
            String key = "/" + random.nextInt(30);
            if (random.nextInt(3) == 0) {
                memory.hot().drop(key, 1);
            } else {
                offer(key, 1 + random.nextInt(10_000), 1);
            }
        }
        stop.set(true);
        for (Thread reader : readers) {
            reader.join();
        }
        assertNull(failure.get());
    }
}
