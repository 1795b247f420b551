package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnedEntriesTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);
    private static final FetchLeaderTag NOBODY = FetchLeaderTag.NOBODY;

    private final OwnedEntries entries = new OwnedEntries(16);

    private static LocalCountReport count(String key, long count, long acknowledged, Holding holding) {
        return new LocalCountReport(key, count, acknowledged, 0, 0, 0, holding);
    }

    private static LocalCountReport held(String key, long version) {
        return new LocalCountReport(key, 1, 1, 0, 0, version, Holding.HELD);
    }

    private EntrySummary told(int tag, long count, long acknowledged) {
        return entries.locate(tag, count("/a", count, acknowledged, Holding.SEEN), NOW);
    }

    private EntrySummary told(int tag, long count, Holding holding) {
        return entries.locate(tag, count("/a", count, 0, holding), NOW);
    }

    /** Reads an entry and changes nothing but its place in the order of eviction. */
    private EntrySummary read(String key) {
        return entries.locate(0, count(key, 0, 0, Holding.UNSEEN), NOW);
    }

    // Counts, versions and holders.

    @Test
    void aRepeatedReportCountsOnce() {
        told(1, 5, 0);
        EntrySummary read = told(1, 5, 0);
        assertEquals(5, read.agac());
        assertEquals(5, read.counted());
    }

    @Test
    void aLateReportDoesNotSetTheCountBack() {
        told(1, 5, 0);
        told(1, 9, 5);
        told(1, 5, 0);
        assertEquals(10, told(1, 10, 9).agac());
    }

    @Test
    void aForgottenReporterIsCountedAgainOnlyByWhatItHadNotHeardConfirmed() {
        told(1, 100, 0);
        for (int tag = 2; tag <= 6; tag++) {
            told(tag, 1, 0);
        }
        assertEquals(107, told(1, 102, 100).agac());
    }

    @Test
    void anEntryThatWasLostStartsFromTheLargestCountItsReportersKnow() {
        entries.locate(1, new LocalCountReport("/a", 50, 48, 70, 0, 3, Holding.HELD), NOW);
        EntrySummary read = entries.locate(2, new LocalCountReport("/a", 20, 20, 65, 0, 3, Holding.HELD), NOW);
        assertEquals(new EntrySummary(72, 0, 3, 20, List.of(2, 1), NOBODY), read);
    }

    @Test
    void countsAreAgedToTheLatestEpochAndCapped() {
        told(1, 8, 0);
        EntrySummary aged = entries.locate(2, count("/a", 1, 0, Holding.SEEN), NOW.at(2));
        assertEquals(3, aged.agac());
        assertEquals(2, aged.epoch());
        assertEquals(
                10,
                entries.locate(1, count("/b", 99, 0, Holding.SEEN), new Ageing(0, 0.5, 10))
                        .agac());
    }

    @Test
    void anObjectThatMayNotExistMakesNoEntry() {
        assertEquals(EntrySummary.nothing(), told(1, 3, Holding.UNSEEN));
        assertEquals(EntrySummary.nothing(), told(1, 3, Holding.DROPPED));
        assertEquals(0, entries.size());
        told(1, 3, Holding.SEEN);
        assertEquals(4, told(1, 4, Holding.UNSEEN).agac(), "counted where there is an entry");
    }

    @Test
    void aReportIsAnsweredInTheOrderOfItsCounts() {
        List<EntrySummary> answers = entries.report(
                1, List.of(held("/b", 2), count("/c", 1, 0, Holding.UNSEEN), count("/a", 7, 0, Holding.SEEN)), NOW);
        assertEquals(3, answers.size());
        assertEquals(2, answers.get(0).version());
        assertEquals(EntrySummary.nothing(), answers.get(1));
        assertEquals(7, answers.get(2).agac());
    }

    @Test
    void theLatestEightHoldersAreListed() {
        for (int tag = 1; tag <= 10; tag++) {
            entries.locate(tag, held("/a", 0), NOW);
        }
        assertEquals(List.of(10, 9, 8, 7, 6, 5, 4, 3), read("/a").holders());
        entries.notHeld("/a", 9);
        told(8, 2, Holding.DROPPED);
        assertEquals(List.of(10, 7, 6, 5, 4, 3), read("/a").holders());
        entries.notHeld("/none", 9);
        assertEquals(1, entries.size());
    }

    @Test
    void aChangeIsToldThePreviousHoldersOnce() {
        entries.locate(1, held("/a", 0), NOW);
        entries.locate(2, held("/a", 0), NOW);
        EntrySummary first = entries.changed(2, "/a", 0);
        assertEquals(1, first.version());
        assertEquals(List.of(2, 1), first.holders());
        assertEquals(1, first.counted());
        EntrySummary repeated = entries.changed(1, "/a", 0);
        assertEquals(1, repeated.version());
        assertEquals(List.of(), repeated.holders());
        assertEquals(List.of(), read("/a").holders());
        assertEquals(List.of(), entries.locate(3, held("/a", 0), NOW).holders(), "a copy of an old version");
        assertEquals(List.of(3), entries.locate(3, held("/a", 1), NOW).holders());
        assertEquals(5, entries.changed(1, "/b", 4).version(), "no entry before");
    }

    // Fetches.

    @Test
    void theFirstToClaimLeadsAndTheOthersAreToldWhoDoes() {
        FetchLeaderTag one = new FetchLeaderTag(1, 7);
        assertEquals(one, entries.claim("/a", one, NOBODY).lead());
        assertEquals(one, entries.claim("/a", new FetchLeaderTag(2, 3), NOBODY).lead());
        assertEquals(one, entries.claim("/a", one, NOBODY).lead(), "asked twice");
        assertEquals(
                new FetchLeaderTag(1, 8),
                entries.claim("/a", new FetchLeaderTag(1, 8), NOBODY).lead());
        assertEquals(new FetchLeaderTag(1, 8), entries.claim("/a", one, NOBODY).lead(), "an earlier fetch of its own");
    }

    @Test
    void oneOfThoseWhomALeaderFailedTakesOver() {
        FetchLeaderTag dead = new FetchLeaderTag(1, 7);
        entries.claim("/a", dead, NOBODY);
        entries.claim("/a", new FetchLeaderTag(2, 1), dead);
        assertEquals(
                new FetchLeaderTag(2, 1),
                entries.claim("/a", new FetchLeaderTag(3, 1), dead).lead());
    }

    @Test
    void aFetchThatEndedLeavesAHolderAndNoLeader() {
        FetchLeaderTag one = new FetchLeaderTag(1, 7);
        entries.claim("/a", one, NOBODY);
        entries.end("/a", one, true);
        assertEquals(List.of(1), read("/a").holders());
        assertEquals(NOBODY, read("/a").lead());
        entries.claim("/a", new FetchLeaderTag(2, 1), NOBODY);
        entries.end("/a", one, false);
        assertEquals(new FetchLeaderTag(2, 1), read("/a").lead(), "told late, it ends no other fetch");
    }

    @Test
    void anEntryThatIsEmptyAgainIsRemoved() {
        entries.claim("/a", new FetchLeaderTag(1, 7), NOBODY);
        assertEquals(1, entries.size());
        entries.end("/a", new FetchLeaderTag(1, 7), false);
        assertEquals(0, entries.size());
        entries.end("/b", new FetchLeaderTag(1, 8), true);
        entries.notHeld("/b", 1);
        entries.end("/c", new FetchLeaderTag(1, 9), false);
        assertEquals(0, entries.size());
    }

    // Bounds.

    @Test
    void theLeastRecentlyUsedEntryIsEvicted() {
        for (int i = 0; i < 16; i++) {
            entries.locate(1, count("/" + i, 1, 0, Holding.SEEN), NOW);
        }
        entries.locate(1, count("/0", 2, 0, Holding.SEEN), NOW);
        entries.locate(1, count("/more", 1, 0, Holding.SEEN), NOW);
        assertEquals(16, entries.size());
        assertEquals(EntrySummary.nothing(), read("/1"));
        assertEquals(2, read("/0").agac());
    }

    @Test
    void entriesWithoutHolderAndLeaderAreEvictedFirst() {
        entries.locate(1, held("/held", 0), NOW);
        entries.claim("/led", new FetchLeaderTag(1, 7), NOBODY);
        for (int i = 0; i < 14; i++) {
            entries.locate(1, count("/" + i, 1, 0, Holding.SEEN), NOW);
        }
        entries.locate(1, count("/more", 1, 0, Holding.SEEN), NOW);
        assertEquals(EntrySummary.nothing(), read("/0"));
        assertEquals(16, entries.size());
        assertEquals(new FetchLeaderTag(1, 7), read("/led").lead());
        assertEquals(List.of(1), read("/held").holders());
    }

    @Test
    void whereTheOldestAllHaveHoldersTheOldestIsEvicted() {
        for (int i = 0; i < 8; i++) {
            entries.locate(1, held("/" + i, 0), NOW);
        }
        for (int i = 8; i < 17; i++) {
            entries.locate(1, count("/" + i, 1, 0, Holding.SEEN), NOW);
        }
        assertEquals(EntrySummary.nothing(), read("/0"));
        assertEquals(1, read("/8").agac());
    }

    @Test
    void thereAreNeverMoreEntriesThanTheBound() {
        for (int most : List.of(16, 1000, 1023, 4096, 20_000)) {
            OwnedEntries many = new OwnedEntries(most);
            for (int i = 0; i < 2 * most + 1000; i++) {
                many.locate(1, count("/docs/" + i, 1, 0, Holding.SEEN), NOW);
            }
            assertTrue(many.size() <= most && many.size() > 0.9 * most, many.size() + " of " + most);
        }
        assertThrows(IllegalArgumentException.class, () -> new OwnedEntries(15));
        assertThrows(IllegalArgumentException.class, () -> new OwnedEntries(100_000_001));
    }

    // Slots that move.

    private static ClusterMember node(String name, int tag) {
        InetSocketAddress peer = InetSocketAddress.createUnresolved(name, 4676);
        return new ClusterMember(
                name, tag, NodeRole.ALL, peer, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    @Test
    void entriesOfSlotsThatMovedAreDropped() {
        EntryOwners owners = EntryOwners.among(List.of(node("a", 1), node("b", 2)));
        OwnedEntries many = new OwnedEntries(10_000);
        for (int i = 0; i < 1000; i++) {
            many.locate(7, held("/" + i, 0), NOW);
        }
        many.dropForeign(owners, 1);
        assertTrue(many.size() > 350 && many.size() < 650, many.size() + " kept");
        for (int i = 0; i < 1000; i++) {
            EntrySummary read = many.locate(7, count("/" + i, 0, 0, Holding.UNSEEN), NOW);
            assertEquals(owners.isOwner(1, "/" + i) ? List.of(7) : List.of(), read.holders());
        }
    }

    @Test
    void whatIsClearedIsGone() {
        told(1, 3, Holding.HELD);
        entries.clear();
        assertEquals(0, entries.size());
    }

    // Threads.

    @Test
    void manyThreadsLoseNoCount() throws InterruptedException {
        OwnedEntries many = new OwnedEntries(1000);
        List<Thread> threads = new ArrayList<>();
        for (int tag = 1; tag <= 4; tag++) {
            int reporter = tag;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 1; i <= 2000; i++) {
                    many.locate(reporter, count("/" + i % 5, i, 0, Holding.HELD), NOW);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < 5; i++) {
            long last = i == 0 ? 2000 : 1995 + i;
            EntrySummary read = many.locate(0, count("/" + i, 0, 0, Holding.UNSEEN), NOW);
            assertEquals(4 * last, read.agac());
            assertEquals(4, read.holders().size());
        }
        assertEquals(5, many.size());
    }
}
