package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecentTimesTest {
    private final RecentTimes source = times(10, RecentTimes.LEARNT);

    private static RecentTimes times(long millis, int count) {
        RecentTimes times = new RecentTimes();
        took(times, millis, count);
        return times;
    }

    private static void took(RecentTimes times, long millis, int count) {
        for (int i = 0; i < count; i++) {
            times.took(millis(millis));
        }
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void nothingIsSaidOfFewTimes() {
        assertFalse(times(100, RecentTimes.LEARNT - 1).isSlowerThan(source));
        assertFalse(times(100, RecentTimes.LEARNT).isSlowerThan(times(10, RecentTimes.LEARNT - 1)));
        assertTrue(times(100, RecentTimes.LEARNT).isSlowerThan(source));
    }

    @Test
    void itFollowsWhatGetsSlowerAndQuickerAgain() {
        RecentTimes peer = times(1, RecentTimes.LEARNT);
        took(peer, 100, 5);
        assertEquals(millis(100), peer.medianNanos());
        took(peer, 1, 5);
        assertEquals(millis(1), peer.medianNanos());
        assertEquals(millis(100), peer.mostNanos());
        took(peer, 1, 32);
        assertEquals(millis(1), peer.mostNanos());
    }

    @Test
    void onePauseMakesNothingSlow() {
        RecentTimes peer = times(5, 19);
        peer.took(millis(10_000));
        assertEquals(millis(5), peer.medianNanos());
        assertEquals(millis(5), peer.mostNanos());
        assertFalse(peer.isSlowerThan(source));
    }

    @Test
    void whatIsAvoidedIsTriedByOneCallerInTwentyOfItsTimes() {
        RecentTimes peer = times(20, RecentTimes.LEARNT);
        long now = millis(1_000_000);
        assertFalse(peer.isAvoidedFor(source, now));
        assertTrue(peer.isAvoidedFor(source, now), "another one tries it");
        assertTrue(peer.isAvoidedFor(source, now + millis(399)));
        assertFalse(peer.isAvoidedFor(source, now + millis(400)));
        assertEquals(millis(20), peer.medianNanos(), "looking at it makes nothing quicker");
    }

    @Test
    void itIsTriedAtLeastEveryTwoSeconds() {
        RecentTimes slow = times(10_000, RecentTimes.LEARNT);
        long now = millis(1_000_000);
        assertFalse(slow.isAvoidedFor(source, now));
        assertTrue(slow.isAvoidedFor(source, now + millis(1999)));
        assertFalse(slow.isAvoidedFor(source, now + millis(2000)));
    }

    @Test
    void whatWasSlowIsQuickAfterFiveQuickTimes() {
        RecentTimes peer = times(200, RecentTimes.LEARNT);
        took(peer, 1, 4);
        assertTrue(peer.isSlowerThan(source));
        took(peer, 1, 1);
        assertFalse(peer.isSlowerThan(source));
    }

    @Test
    void aFailureCountsOnlyIfItTookLong() {
        RecentTimes origin = new RecentTimes();
        origin.took(millis(10));
        origin.tookMoreThan(millis(1));
        assertEquals(millis(10), origin.mostNanos());
        origin.tookMoreThan(millis(18));
        assertEquals(millis(18), origin.mostNanos());
    }

    @Test
    void whatTakesTenMillisecondsIsNotAvoidedForADiskThatReadsFromItsCache() {
        assertFalse(times(10, RecentTimes.LEARNT).isSlowerThan(times(0, RecentTimes.LEARNT)));
        assertTrue(times(11, RecentTimes.LEARNT).isSlowerThan(times(0, RecentTimes.LEARNT)));
    }
}
