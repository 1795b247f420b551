package io.gosling.gos.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.DocumentPath;
import io.gosling.document.LookupResult;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.CountSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.replacement.CountAlone;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GlobalObjectSpaceTest {
    private static final Duration HALF = Duration.ofMillis(1500);
    private static final Duration LAPSED = Duration.ofMillis(2500);

    private final InProcessCluster cluster = new InProcessCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void theFirstAskerReadsTheDiskAndTheSecondTheMemory() {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        assertEquals("local-disk of n1: alpha", n1.get("/a"));
        assertEquals("local-memory of n1: alpha", n1.get("/a"));
        assertEquals(1, n1.files.finds.get());
    }

    @Test
    void aNodeAloneAsksNoTableAndAnnouncesWhatItHoldsWhenAnotherJoins() {
        cluster.table.alone = true;
        var n1 = cluster.add("n1", s -> s.with(CountSettings.SLICES, 1000));
        for (int i = 0; i < 100; i++) {
            n1.files.write("/" + i, "text");
            n1.get("/" + i);
        }
        cluster.report();
        cluster.report();
        n1.files.write("/late", "text");
        n1.get("/late");
        assertEquals(Map.of(), cluster.table.rows);
        assertEquals(0, n1.count(Event.LOCATES));
        cluster.table.alone = false;
        cluster.report();
        for (int i = 0; i < 100; i++) {
            assertEquals(List.of(1), row("/" + i).holders());
        }
        assertEquals(List.of(1), row("/late").holders());
    }

    @Test
    void aNodeWhoseOthersLeftAndCameBackAnnouncesWhatItStoredMeanwhile() {
        var n1 = cluster.add("n1", s -> s.with(CountSettings.SLICES, 1000));
        n1.files.write("/before", "text");
        n1.get("/before");
        cluster.report();
        cluster.table.alone = true;
        for (int i = 0; i < 100; i++) {
            n1.files.write("/" + i, "text");
            n1.get("/" + i);
        }
        cluster.report();
        cluster.table.alone = false;
        cluster.report();
        for (int i = 0; i < 100; i++) {
            assertEquals(List.of(1), row("/" + i).holders());
        }
        assertEquals(List.of(1), row("/before").holders());
    }

    @Test
    void aFetchThatBeginsAloneAndEndsAmongOthersIsAnnounced() {
        cluster.table.alone = true;
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        n1.files.beforeFind(() -> cluster.table.alone = false);
        n1.get("/a");
        assertEquals(List.of(1), row("/a").holders());
    }

    @Test
    void bytesThatWereReadIntoTheirDestinationAreStoredWithoutACopy() {
        var n1 = cluster.add("n1");
        n1.files.readsInto = true;
        n1.files.write("/a", "alpha");
        assertEquals("local-disk of n1: alpha", n1.get("/a"));
        InMemoryObject copy = Objects.requireNonNull(n1.memory.hot().take("/a"));
        ByteBuf read = Objects.requireNonNull(n1.files.readInto);
        assertSame(read, copy.document().body());
        copy.document().release();
        assertEquals(1, read.refCnt());
        assertEquals(64, n1.memory.hot().inUse().now());
        n1.memory.hot().clear();
        assertEquals(0, read.refCnt());
        assertEquals(0, n1.memory.hot().inUse().now());
    }

    @Test
    void bytesThatWereReadIntoTheirDestinationAndAreNotStoredAreServedAndFreed() {
        var n1 = cluster.add("n1");
        n1.files.readsInto = true;
        n1.files.write("/a", "alpha");
        n1.files.beforeFind(() -> n1.memory.fetches().overtaken("/a", 9));
        assertEquals("local-disk of n1: alpha", n1.get("/a"));
        assertEquals(0, n1.memory.hot().size());
        assertEquals(0, Objects.requireNonNull(n1.files.readInto).refCnt());
        assertEquals(0, n1.memory.hot().inUse().now());
    }

    @Test
    void aHomeStoresWhatItReadForOthersWithoutACopy() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.readsInto = true;
        n1.files.write("/a", "alpha");
        assertEquals("home-disk of n1: alpha", n2.get("/a"));
        InMemoryObject copy = Objects.requireNonNull(n1.memory.hot().take("/a"));
        assertSame(n1.files.readInto, copy.document().body());
        copy.document().release();
    }

    @Test
    void aDocumentThatIsTooLargeForMemoryHasNoDestination() {
        var n1 = cluster.add("n1", s -> s.withCache(CacheSettings.of(10_000)));
        n1.files.readsInto = true;
        n1.files.write("/a", "x".repeat(9_900));
        n1.get("/a");
        assertNull(n1.files.readInto);
        assertEquals(1, n1.count(Event.TOO_LARGE));
        assertEquals(0, n1.count(Event.FETCHES_WITHOUT_MEMORY));
    }

    @Test
    void anotherNodeGetsItFromThePeersMemory() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        assertEquals("peer-memory of n1: alpha", n2.get("/a"));
        assertEquals(0, n2.files.finds.get());
        assertEquals("local-memory of n2: alpha", n2.get("/a"));
        assertEquals(List.of(2, 1), row("/a").holders());
    }

    @Test
    void theHomeNodesMemoryIsNamedSo() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        assertEquals("home-memory of n1: alpha", n2.get("/a"));
    }

    @Test
    void aFileThatOnlyTheHomeHasComesFromItsDisk() {
        cluster.homes = Map.of("/only/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/only/a", "alpha");
        assertEquals("home-disk of n1: alpha", n2.get("/only/a"));
        assertEquals("local-memory of n2: alpha", n2.get("/only/a"));
        assertEquals("Absent", n2.get("/only/none"));
        assertEquals("Absent", n2.get("/elsewhere"));
    }

    @Test
    void aHomeKeepsWhatItReadsForOthers() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "alpha");
        assertEquals("home-disk of n1: alpha", n2.get("/a"));
        assertEquals(List.of(2, 1), row("/a").holders());
        n2.memory.hot().clear();
        assertEquals("home-memory of n1: alpha", n2.get("/a"));
        assertEquals(1, n1.files.finds.get());
        assertEquals(0, n1.memory.localObjects().asked("/a").accesses(), "only requests of clients are counted");
    }

    @Test
    void aHomeThatCannotCompareLeavesItsCopyAsItWas() throws Exception {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        InMemoryObject copy = Objects.requireNonNull(n1.memory.hot().take("/a"));
        copy.document().release();
        n1.files.failWith(new IOException("the disk fails"));
        assertThrows(IOException.class, () -> n1.space.peerService().compare(DocumentPath.parse("/a"), "\"another\""));
        n1.memory.hot().clear();
        assertEquals(0, copy.document().body().refCnt(), "nobody has it any more");
    }

    @Test
    void aHomeKeepsByTheCountThatItsAskersKnow() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add(
                "n1",
                s -> s.withCache(CacheSettings.of(10_000)
                        .with(CacheSettings.MAX_OBJECT, 10_000L)
                        .with(CacheSettings.HEADROOM, 10_000L)));
        var n2 = cluster.add("n2", s -> s.withCache(CacheSettings.of(0)));
        n1.files.write("/hot", "h".repeat(6_000)).write("/cold", "c".repeat(6_000));
        for (int i = 0; i < 5; i++) {
            n2.get("/hot");
        }
        n2.get("/cold");
        assertEquals(1, n1.count(Event.FETCHES_REFUSED));
        assertTrue(n2.get("/hot").startsWith("home-memory of n1"));
        for (int i = 0; i < 20; i++) {
            n2.get("/cold");
        }
        assertTrue(n2.get("/cold").startsWith("home-memory of n1"));
        assertEquals(1, n1.memory.hot().size());
    }

    @Test
    void aHomeThatMissedAChangeIsToldOfItByWhoAsks() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "old");
        n1.get("/a");
        n1.files.write("/a", "new");
        cluster.table.seenBy(9).changed("/a", 0);
        assertEquals("home-disk of n1: new", n2.get("/a"));
        for (int i = 0; i < new CountSettings(SettingValues.none()).get(CountSettings.SLICES); i++) {
            cluster.report();
        }
        assertEquals("local-memory of n2: new", n2.get("/a"));
        assertEquals(List.of(2, 1), row("/a").holders());
    }

    @Test
    void aHomeThatIsBringingTheObjectItselfLetsNobodyWait() throws Exception {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "alpha");
        var gate = new CountDownLatch(1);
        var first = new AtomicBoolean(true);
        n1.files.beforeFind(() -> {
            if (first.getAndSet(false)) {
                await(gate);
            }
        });
        var own = CompletableFuture.supplyAsync(() -> n1.get("/a"), Thread::startVirtualThread);
        Eventually.that("n1 reads its disk", () -> n1.files.finds.get() == 1);
        assertEquals("home-disk of n1: alpha", n2.get("/a"));
        gate.countDown();
        assertEquals("local-disk of n1: alpha", own.get());
    }

    @Test
    void aStoreKeepsWhatTheOthersHaveNoRoomFor() {
        UnaryOperator<ObjectSpaceSettings> small = s -> s.withCache(
                CacheSettings.of(8_000).with(CacheSettings.MAX_OBJECT, 8_000L).with(CacheSettings.HEADROOM, 20_000L));
        var web = cluster.add("web", NodeRole.WEB, small);
        var other = cluster.add("other", NodeRole.WEB, small);
        var store = cluster.add("store", NodeRole.STORE);
        cluster.everywhere("/a", "a".repeat(6_000));
        cluster.everywhere("/b", "b".repeat(6_000));
        web.get("/a");
        web.get("/b");
        assertEquals(0, store.memory.hot().size(), "what was asked for once is not offered");
        web.get("/b");
        assertEquals(1, web.count(Event.FETCHES_OFFERED));
        assertTrue(other.get("/b").startsWith("peer-memory of store"));
        assertTrue(web.get("/a").startsWith("local-memory"));
        int read = store.files.finds.get();
        web.get("/b");
        assertEquals(1, web.count(Event.FETCHES_OFFERED), "the store has it");
        assertEquals(read, store.files.finds.get());
    }

    @Test
    void aStoreWithoutTheFileBringsItFromTheHome() {
        cluster.homes = Map.of("/", "n1");
        UnaryOperator<ObjectSpaceSettings> none = s -> s.withCache(
                CacheSettings.of(600).with(CacheSettings.MAX_OBJECT, 600L).with(CacheSettings.HEADROOM, 20_000L));
        var n1 = cluster.add("n1", none);
        var web = cluster.add("web", NodeRole.WEB, none);
        var store = cluster.add("store", NodeRole.STORE);
        n1.files.write("/a", "alpha");
        assertEquals("home-disk of n1: alpha", web.get("/a"));
        assertEquals("home-disk of n1: alpha", web.get("/a"));
        assertEquals("peer-memory of store: alpha", web.get("/a"));
        assertEquals("local-memory of store: alpha", store.get("/a"));
    }

    @Test
    void aStoreThatCannotBringItForgetsIt() {
        UnaryOperator<ObjectSpaceSettings> small = s -> s.withCache(
                CacheSettings.of(8_000).with(CacheSettings.MAX_OBJECT, 8_000L).with(CacheSettings.HEADROOM, 20_000L));
        var web = cluster.add("web", NodeRole.WEB, small);
        var store = cluster.add("store", NodeRole.STORE);
        web.files.write("/a", "a".repeat(6_000)).write("/b", "b".repeat(6_000));
        web.get("/a");
        web.get("/b");
        assertTrue(web.get("/b").startsWith("local-disk"));
        assertEquals(1, web.count(Event.FETCHES_OFFERED));
        assertEquals(0, store.memory.localObjects().remembered());
    }

    @Test
    void aHomeThatIsDownIsAnErrorAndNotAMissingPage() {
        cluster.homes = Map.of("/only/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/only/a", "alpha");
        n1.dead = true;
        var e = assertThrows(UncheckedIOException.class, () -> n2.get("/only/a"));
        assertTrue(String.valueOf(e.getMessage()).contains("n1"), e::getMessage);
    }

    @Test
    void withoutCooperationEachNodeReadsItsOwnDisk() {
        var n1 = cluster.add("n1", s -> s.with(ObjectSpaceSettings.COOPERATION, false));
        var n2 = cluster.add("n2", s -> s.with(ObjectSpaceSettings.COOPERATION, false));
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        assertEquals("local-disk of n2: alpha", n2.get("/a"));
        assertEquals("local-memory of n2: alpha", n2.get("/a"));
    }

    @Test
    void anEmptiedTableMeansNoPeersUntilReportsHaveFilledIt() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        cluster.everywhere("/b", "beta");
        n1.get("/a");
        n1.get("/b");
        cluster.table.rows.clear();
        assertEquals("local-disk of n2: alpha", n2.get("/a"));
        for (int i = 0; i < new CountSettings(SettingValues.none()).get(CountSettings.SLICES); i++) {
            cluster.report();
        }
        assertEquals("peer-memory of n1: beta", n2.get("/b"));
    }

    @Test
    void aSilentTableCostsTheDiskAndNothingElse() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        cluster.table.silent = true;
        assertEquals("local-disk of n2: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.LOCATES_UNANSWERED));
    }

    @Test
    void aDeadHolderIsPassedOver() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        n1.dead = true;
        assertEquals("local-disk of n2: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.PEER_FAILURES));
    }

    @Test
    void aHolderThatHasNothingIsTakenOffTheRow() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        n1.memory.hot().clear();
        assertEquals("local-disk of n2: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.WRONG_HINTS));
        assertEquals(List.of(2), row("/a").holders());
    }

    @Test
    void aHolderThatANodeKnowsOfIsAskedWithoutTheTable() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        n2.get("/a");
        assertEquals(1, n2.count(Event.LOCATES));
        n2.memory.hot().clear();
        cluster.table.silent = true;
        assertEquals("peer-memory of n1: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.LOCATES));
    }

    @Test
    void aKnownHolderThatHasNothingIsAskedOnceAndTheTableKnowsTheOthers() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        var n3 = cluster.add("n3");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        n2.get("/a");
        n3.get("/a");
        n1.memory.hot().clear();
        n2.memory.hot().clear();
        assertEquals("peer-memory of n3: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.WRONG_HINTS));
        assertEquals(2, n2.count(Event.LOCATES));
        n3.dead = true;
        n2.memory.hot().clear();
        assertEquals("local-disk of n2: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.PEER_FAILURES), "the table names no other one than the one just asked");
    }

    @Test
    void aCopyThatWasDroppedIsTakenOffTheRowByTheNextReport() {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        n1.memory.hot().clear();
        cluster.report();
        assertEquals(List.of(), row("/a").holders());
    }

    @Test
    void whatDoesNotExistMakesNoRows() {
        var n1 = cluster.add("n1");
        assertEquals("Absent", n1.get("/none"));
        cluster.report();
        assertNull(cluster.table.rows.get("/none"));
        assertEquals(0, n1.memory.localObjects().remembered());
    }

    @Test
    void aLapsedCopyIsComparedWithItsFileAndServedFromMemory() {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        cluster.ticker.advance(LAPSED);
        assertNull(n1.memory.hot().acquire("/a", cluster.ticker.nanos()));
        assertEquals("local-memory of n1: alpha", n1.get("/a"));
        assertEquals(1, n1.files.finds.get());
        assertEquals(1, n1.files.checks.get());
    }

    @Test
    void aLapsedCopyAtAHolderIsComparedThereAndThenGiven() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        cluster.ticker.advance(Duration.ofMinutes(10));
        assertEquals("peer-memory of n1: alpha", n2.get("/a"));
        assertEquals(0, n2.files.finds.get());
    }

    @Test
    void aCopyThatIsHalfwayToLapsingIsServedAndCheckedBehind() {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        cluster.ticker.advance(HALF);
        var hot = n1.memory.hot();
        var document = present(hot.acquire("/a", cluster.ticker.nanos()));
        document.release();
        Eventually.that("the copy is checked", () -> n1.files.checks.get() == 1);
        cluster.ticker.advance(HALF);
        Eventually.that("the check counts", () -> {
            var again = hot.acquire("/a", cluster.ticker.nanos());
            if (again != null) {
                again.release();
            }
            return again != null;
        });
    }

    private static <T> T present(@Nullable T value) {
        assertNotNull(value);
        return Objects.requireNonNull(value);
    }

    @Test
    void aChangedFileIsServedAnewAndCopiesElsewhereAreDropped() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "old");
        n1.get("/a");
        assertEquals("peer-memory of n1: old", n2.get("/a"));
        cluster.everywhere("/a", "new");
        cluster.ticker.advance(LAPSED);
        assertEquals("local-disk of n1: new", n1.get("/a"));
        assertEquals(1, n2.count(Event.INVALIDATIONS_RECEIVED));
        assertNull(n2.memory.hot().take("/a"));
        assertEquals("peer-memory of n1: new", n2.get("/a"));
        assertEquals(1, row("/a").version());
    }

    @Test
    void aChangedFileIsAnnouncedToAllWhileItsEntryMayLackHolders() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "old");
        n1.get("/a");
        n2.get("/a");
        cluster.table.rows.clear();
        cluster.table.unsettled = true;
        cluster.everywhere("/a", "new");
        cluster.ticker.advance(LAPSED);
        assertEquals("local-disk of n1: new", n1.get("/a"));
        assertEquals(1, n2.count(Event.INVALIDATIONS_RECEIVED));
    }

    @Test
    void aChangeByARequestIsAnnouncedAtOnceWhileItsEntryMayLackHolders() {
        var n1 = cluster.add("n1");
        cluster.add("n2");
        List<Boolean> soon = new ArrayList<>();
        ClusterResponseSharing sharing = n1.space.sharedReplies();
        sharing.tellBy((what, isSoon) -> soon.add(isSoon));
        sharing.changed(List.of("http://a/b"), List.of(), false);
        cluster.table.unsettled = true;
        sharing.changed(List.of("http://a/b"), List.of(), false);
        assertEquals(List.of(false, true), soon);
    }

    @Test
    void aFileThatWasOnlyTouchedHasNotChanged() {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "same");
        n1.get("/a");
        n1.files.write("/a", "same");
        cluster.ticker.advance(LAPSED);
        assertEquals("local-memory of n1: same", n1.get("/a"));
        assertEquals(0, n1.count(Event.CHANGES));
    }

    @Test
    void aDeletedFileIsGoneEverywhere() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        n2.get("/a");
        n1.files.delete("/a");
        cluster.ticker.advance(LAPSED);
        assertEquals("Absent", n1.get("/a"));
        assertEquals("Absent", n2.get("/a"));
    }

    @Test
    void nodesWhoseFilesDifferDoNotInvalidateEachOther() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "one");
        n2.files.write("/a", "two");
        for (int i = 0; i < 5; i++) {
            n1.get("/a");
            n2.get("/a");
            cluster.ticker.advance(LAPSED);
        }
        assertEquals(0, n1.count(Event.CHANGES) + n2.count(Event.CHANGES));
        assertEquals(0, row("/a").version());
    }

    @Test
    void aHolderThatMissedAnInvalidationFindsOutAtItsCheck() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "old");
        assertEquals("home-disk of n1: old", n2.get("/a"));
        n1.files.write("/a", "new");
        assertEquals("local-memory of n2: old", n2.get("/a"));
        cluster.ticker.advance(LAPSED);
        assertEquals("home-disk of n1: new", n2.get("/a"));
    }

    @Test
    void anInvalidationThatWasLostIsMadeGoodByTheNextReport() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "old");
        n1.get("/a");
        n2.get("/a");
        n2.dead = true;
        n1.files.write("/a", "new");
        cluster.ticker.advance(LAPSED);
        n1.get("/a");
        n2.dead = false;
        for (int i = 0; i < new CountSettings(SettingValues.none()).get(CountSettings.SLICES); i++) {
            cluster.report();
        }
        assertNull(n2.memory.hot().take("/a"));
    }

    @Test
    void whenTheHomeCannotBeAskedACopyServesOnWithinTheGrace() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "alpha");
        n2.get("/a");
        n1.dead = true;
        cluster.ticker.advance(Duration.ofSeconds(30));
        assertEquals("local-memory of n2, unchecked: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.SERVED_UNCHECKED));
        cluster.ticker.advance(Duration.ofSeconds(40));
        assertThrows(UncheckedIOException.class, () -> n2.get("/a"));
    }

    @Test
    void aCopyThatItsHolderCannotCheckIsCheckedByTheAsker() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        var n3 = cluster.add("n3");
        n1.files.write("/a", "old");
        n2.get("/a");
        cluster.ticker.advance(Duration.ofSeconds(30));
        n2.cutOff = "n1";
        assertEquals("peer-memory of n2: old", n3.get("/a"));
        n3.memory.hot().clear();
        n1.files.write("/a", "new");
        cluster.ticker.advance(LAPSED);
        assertEquals("home-disk of n1: new", n3.get("/a"));
    }

    @Test
    void aCopyFromAPeerThatNobodyCanCheckIsMarkedAndItsGraceCountsFromItsLastCheck() {
        cluster.homes = Map.of("/", "n1");
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        var n3 = cluster.add("n3");
        n1.files.write("/a", "alpha");
        n2.get("/a");
        n1.dead = true;
        cluster.ticker.advance(Duration.ofSeconds(30));
        assertEquals("peer-memory of n2, unchecked: alpha", n3.get("/a"));
        cluster.ticker.advance(Duration.ofSeconds(33));
        assertThrows(UncheckedIOException.class, () -> n3.get("/a"));
    }

    @Test
    void anOwnDiskThatCannotBeReadHasNoGrace() {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        n1.files.failWith(new IOException("the disk is on fire"));
        cluster.ticker.advance(LAPSED);
        assertThrows(UncheckedIOException.class, () -> n1.get("/a"));
        n1.files.failWith(null);
        assertEquals("local-memory of n1: alpha", n1.get("/a"));
    }

    @Test
    void bytesThatAreNotThoseOfTheirTagAreNeitherServedNorKept() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        n1.get("/a");
        cluster.inTransit = body -> {
            body.close();
            return new Body.InMemory(Unpooled.directBuffer().writeBytes("alphb".getBytes(StandardCharsets.US_ASCII)));
        };
        assertEquals("local-disk of n2: alpha", n2.get("/a"));
        assertEquals(1, n2.count(Event.PEER_FAILURES));
    }

    @Test
    void manyAskersReadTheDiskOnce() throws Exception {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        var gate = new CountDownLatch(1);
        n1.files.beforeFind(() -> await(gate));
        try (var requesters = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = IntStream.range(0, 50)
                    .mapToObj(i -> requesters.submit(() -> n1.get("/a")))
                    .toList();
            Eventually.that(
                    "all are counted",
                    () -> n1.memory.localObjects().asked("/a").count() == 50);
            gate.countDown();
            for (Future<String> answer : answers) {
                assertTrue(answer.get().endsWith(": alpha"));
            }
        }
        assertEquals(1, n1.files.finds.get());
    }

    @Test
    void aFillThatAnInvalidationOvertakesIsServedAndNotKept() throws Exception {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        var gate = new CountDownLatch(1);
        n1.files.beforeFind(() -> await(gate));
        var requester = CompletableFuture.supplyAsync(() -> n1.get("/a"), Thread::startVirtualThread);
        Eventually.that("the disk is being read", () -> n1.files.finds.get() == 1);
        n1.space.peerService().invalidated("/a", 7);
        gate.countDown();
        assertEquals("local-disk of n1: alpha", requester.get());
        assertNull(n1.memory.hot().take("/a"));
        assertEquals(1, n1.count(Event.FETCHES_OVERTAKEN));
        n1.get("/a");
        assertEquals("local-memory of n1: alpha", n1.get("/a"));
    }

    @Test
    void aLeaderThatFailsLeavesNobodyWaiting() throws Exception {
        var n1 = cluster.add("n1");
        n1.files.write("/a", "alpha");
        var gate = new CountDownLatch(1);
        var first = new AtomicBoolean(true);
        n1.files.beforeFind(() -> {
            if (first.getAndSet(false)) {
                await(gate);
                throw new IllegalStateException("a bug");
            }
        });
        var leader = CompletableFuture.supplyAsync(() -> n1.get("/a"), Thread::startVirtualThread);
        Eventually.that("the leader reads", () -> n1.files.finds.get() == 1);
        var waiter = CompletableFuture.supplyAsync(() -> n1.get("/a"), Thread::startVirtualThread);
        Eventually.that(
                "the waiter is counted",
                () -> n1.memory.localObjects().asked("/a").count() == 2);
        gate.countDown();
        assertEquals("local-disk of n1: alpha", waiter.get());
        assertThrows(Exception.class, leader::get);
    }

    @Test
    void aWaiterWhoseTimeoutEndsGoesAlone() throws Exception {
        var n1 = cluster.add("n1", s -> s.with(ObjectSpaceSettings.FETCH_WAIT, Duration.ofMillis(20)));
        n1.files.write("/a", "alpha");
        var gate = new CountDownLatch(1);
        var first = new AtomicBoolean(true);
        n1.files.beforeFind(() -> {
            if (first.getAndSet(false)) {
                await(gate);
            }
        });
        var leader = CompletableFuture.supplyAsync(() -> n1.get("/a"), Thread::startVirtualThread);
        Eventually.that("the leader reads", () -> n1.files.finds.get() == 1);
        assertEquals("local-disk of n1: alpha", n1.get("/a"));
        assertFalse(leader.isDone());
        assertEquals(1, n1.count(Event.FETCHES_ABANDONED));
        gate.countDown();
        assertEquals("local-disk of n1: alpha", leader.get());
    }

    @Test
    void anObjectTooLargeToKeepIsServedAndNotKept() {
        var n1 = cluster.add("n1");
        n1.files.write("/big", "x".repeat(200_000));
        assertTrue(n1.get("/big").startsWith("local-disk"));
        assertTrue(n1.get("/big").startsWith("local-disk"));
        assertEquals(0, n1.memory.hot().size());
        assertEquals(2, n1.count(Event.TOO_LARGE));
    }

    @Test
    void aCopyThatAFullMemoryDoesNotKeepIsServedThoughItsKeyWasPurgedBefore() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2", s -> s.withCache(CacheSettings.of(10_000)));
        cluster.everywhere("/large", "x".repeat(1200));
        for (int i = 0; i < 8; i++) {
            n2.files.write("/" + i, "y".repeat(1000));
            for (int j = 0; j < 100; j++) {
                n2.get("/" + i);
            }
        }
        n1.memory.purges().add(List.of(new PurgeTarget.Key("/large")));
        n2.memory.purges().add(List.of(new PurgeTarget.Key("/large")));
        n1.get("/large");
        int finds = n2.files.finds.get();
        int checks = n2.files.checks.get();
        assertTrue(n2.get("/large").startsWith("peer-memory of n1"));
        assertFalse(n2.memory.hot().holds("/large"));
        assertEquals(finds, n2.files.finds.get());
        assertEquals(checks, n2.files.checks.get());
    }

    @Test
    void aFailingDiskIsAnErrorForTheLeaderAndForThoseWhoWait() {
        var n1 = cluster.add("n1");
        n1.files.failWith(new IOException("disk on fire"));
        var e = assertThrows(UncheckedIOException.class, () -> n1.get("/a"));
        assertTrue(String.valueOf(e.getMessage()).contains("disk on fire"));
    }

    @Test
    void countsOfAllNodesAddUpAndFlowBack() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        cluster.everywhere("/a", "alpha");
        for (int i = 0; i < 20; i++) {
            n1.get("/a");
        }
        for (int i = 0; i < 8; i++) {
            n2.get("/a");
        }
        cluster.report();
        assertEquals(28, row("/a").agac());
        cluster.report();
        cluster.report();
        assertEquals(28, row("/a").agac());
        var view = n1.space.hottest(1).getFirst();
        assertEquals(20, view.lac());
        for (int i = 0; i < 30; i++) {
            cluster.report();
        }
        assertEquals(28, n1.space.hottest(1).getFirst().agac());
        assertEquals(List.of("n1", "n2"), n1.space.hottest(1).getFirst().holders());
    }

    @Test
    void countsThatGrowTooLargeAreAgedOnceByTheWholeCluster() {
        var ageing = CountAlone.ageing(10, 0.5, 1000, 2);
        var cache =
                CacheSettings.of(10_000).with(CacheSettings.MAX_OBJECT, 10_000L).with(CacheSettings.HEADROOM, 10_000L);
        UnaryOperator<ObjectSpaceSettings> full =
                s -> s.of(ageing.values().over(s.values())).withCache(cache);
        var n1 = cluster.add("n1", full);
        var n2 = cluster.add("n2", full);
        cluster.everywhere("/a", "alpha".repeat(1720));
        for (int i = 0; i < 16; i++) {
            n1.get("/a");
        }
        n2.get("/a");
        cluster.report();
        assertEquals(1, n1.memory.epoch().now().epoch());
        for (int i = 0; i < 60; i++) {
            cluster.report();
        }
        assertEquals(1, n2.memory.epoch().now().epoch());
        assertEquals(8.5, row("/a").agac());
    }

    @Test
    void whatSlowClientsStillHoldCountsAndNewObjectsAreThenStreamed() throws IOException {
        var cache =
                CacheSettings.of(10_000).with(CacheSettings.REPLACEMENT, "lru").with(CacheSettings.HEADROOM, 1_250L);
        var n1 = cluster.add("n1", s -> s.withCache(cache));
        List<LookupResult> slow = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            n1.files.write("/" + i, "x".repeat(1_000));
            slow.add(n1.space.find(DocumentPath.parse("/" + i)));
        }
        assertEquals(11_000, n1.memory.hot().inUse().now(), "budget and headroom, rounded down to whole objects");
        assertEquals(9, n1.count(Event.FETCHES_WITHOUT_MEMORY));
        for (LookupResult lookup : slow) {
            if (lookup instanceof LookupResult.Found found) {
                found.document().close();
            }
        }
        n1.memory.hot().clear();
        assertEquals(0, n1.memory.hot().inUse().now());
        n1.get("/19");
        assertEquals(1, n1.memory.hot().size());
    }

    private GlobalObjectEntry row(String key) {
        return Objects.requireNonNull(cluster.table.rows.get(key));
    }

    private static void await(CountDownLatch gate) {
        try {
            if (!gate.await(30, TimeUnit.SECONDS)) {
                throw new AssertionError("the gate was never opened");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
