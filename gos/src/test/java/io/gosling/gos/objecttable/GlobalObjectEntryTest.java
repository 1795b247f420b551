package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.gosling.gos.objecttable.LocalCountReport.Holding;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlobalObjectEntryTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);

    private static LocalCountReport tally(long count, long acknowledged) {
        return new LocalCountReport("/a", count, acknowledged, 0, 0, 0, Holding.SEEN);
    }

    private static LocalCountReport held(long version) {
        return new LocalCountReport("/a", 1, 1, 0, 0, version, Holding.HELD);
    }

    @Test
    void aRepeatedReportCountsOnce() {
        GlobalObjectEntry row =
                GlobalObjectEntry.empty().told(1, tally(5, 0), NOW).told(1, tally(5, 0), NOW);
        assertEquals(5, row.agac());
    }

    @Test
    void aLateReportDoesNotSetTheCountBack() {
        GlobalObjectEntry row = GlobalObjectEntry.empty()
                .told(1, tally(5, 0), NOW)
                .told(1, tally(9, 5), NOW)
                .told(1, tally(5, 0), NOW)
                .told(1, tally(10, 9), NOW);
        assertEquals(10, row.agac());
    }

    @Test
    void aForgottenReporterIsCountedAgainByWhatItHadNotHeardConfirmedOnly() {
        GlobalObjectEntry row = GlobalObjectEntry.empty().told(1, tally(100, 0), NOW);
        for (int tag = 2; tag <= 6; tag++) {
            row = row.told(tag, tally(1, 0), NOW);
        }
        assertEquals(105, row.agac());
        assertEquals(107, row.told(1, tally(102, 100), NOW).agac());
        assertEquals(115, row.told(1, tally(102, 92), NOW).agac());
    }

    @Test
    void aRowThatWasLostStartsFromTheLargestCountItsReportersKnow() {
        GlobalObjectEntry row = GlobalObjectEntry.empty()
                .told(1, new LocalCountReport("/a", 50, 48, 70, 0, 3, Holding.HELD), NOW)
                .told(2, new LocalCountReport("/a", 20, 20, 65, 0, 3, Holding.HELD), NOW);
        assertEquals(72, row.agac());
        assertEquals(3, row.version());
        assertEquals(List.of(2, 1), row.holders());
    }

    @Test
    void countsAreAgedToTheLatestEpochAnybodyIsIn() {
        GlobalObjectEntry row =
                GlobalObjectEntry.empty().told(1, tally(8, 0), NOW).told(2, tally(1, 0), NOW.at(2));
        assertEquals(3, row.agac());
        assertEquals(2, row.epoch());
        assertEquals(4, row.told(3, tally(1, 0), NOW).agac());
    }

    @Test
    void noCountExceedsTheCap() {
        assertEquals(
                10,
                GlobalObjectEntry.empty()
                        .told(1, tally(99, 0), new Ageing(0, 0.5, 10))
                        .agac());
    }

    @Test
    void aCopyOfAnOldVersionIsNoHolder() {
        GlobalObjectEntry row =
                GlobalObjectEntry.empty().told(1, held(0), NOW).changedSince(0).told(2, held(0), NOW);
        assertEquals(1, row.version());
        assertEquals(List.of(), row.holders());
        assertEquals(List.of(3), row.told(3, held(1), NOW).holders());
    }

    @Test
    void aChangeThatWasNoticedTwiceRaisesTheVersionOnce() {
        GlobalObjectEntry row = GlobalObjectEntry.empty().changedSince(4);
        assertEquals(5, row.version());
        assertSame(row, row.changedSince(4));
        assertEquals(6, row.changedSince(5).version());
    }

    @Test
    void theLatestEightHoldersAreListed() {
        GlobalObjectEntry row = GlobalObjectEntry.empty();
        for (int tag = 1; tag <= 10; tag++) {
            row = row.told(tag, held(0), NOW);
        }
        assertEquals(List.of(10, 9, 8, 7, 6, 5, 4, 3), row.holders());
    }

    @Test
    void theFirstToAskLeadsAndTheOthersAreToldWhoDoes() {
        GlobalObjectEntry row = GlobalObjectEntry.empty().led(new FetchLeaderTag(1, 7), FetchLeaderTag.NOBODY);
        assertEquals(new FetchLeaderTag(1, 7), row.lead());
        assertSame(row, row.led(new FetchLeaderTag(2, 3), FetchLeaderTag.NOBODY));
        assertSame(row, row.led(new FetchLeaderTag(1, 7), FetchLeaderTag.NOBODY), "asked twice");
        assertEquals(new FetchLeaderTag(1, 7), row.readBy(2).lead());
    }

    @Test
    void anEarlierFillOfTheSameNodeNeverTakesOverFromALaterOne() {
        GlobalObjectEntry row = GlobalObjectEntry.empty()
                .led(new FetchLeaderTag(1, 7), FetchLeaderTag.NOBODY)
                .led(new FetchLeaderTag(1, 8), FetchLeaderTag.NOBODY);
        assertEquals(new FetchLeaderTag(1, 8), row.lead());
        assertSame(row, row.led(new FetchLeaderTag(1, 7), FetchLeaderTag.NOBODY));
    }

    @Test
    void ofThoseWhomALeaderFailedOneTakesOver() {
        FetchLeaderTag dead = new FetchLeaderTag(1, 7);
        GlobalObjectEntry row = GlobalObjectEntry.empty()
                .led(dead, FetchLeaderTag.NOBODY)
                .led(new FetchLeaderTag(2, 1), dead)
                .led(new FetchLeaderTag(3, 1), dead);
        assertEquals(new FetchLeaderTag(2, 1), row.lead());
    }

    @Test
    void aFillThatEndedLeavesAHolderAndNobodyWhoLeads() {
        FetchLeaderTag one = new FetchLeaderTag(1, 7);
        GlobalObjectEntry row =
                GlobalObjectEntry.empty().led(one, FetchLeaderTag.NOBODY).filled(one, true);
        assertEquals(FetchLeaderTag.NOBODY, row.lead());
        assertEquals(List.of(1), row.holders());
        GlobalObjectEntry next = row.led(new FetchLeaderTag(2, 1), FetchLeaderTag.NOBODY);
        assertEquals(new FetchLeaderTag(2, 1), next.filled(one, false).lead(), "told late, it ends nobody else's");
        assertEquals(
                GlobalObjectEntry.empty(),
                GlobalObjectEntry.empty().led(one, FetchLeaderTag.NOBODY).filled(one, false));
    }
}
