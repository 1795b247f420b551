package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MeanTimeTest {
    private final MeanTime source = times(10, MeanTime.LEARNT);

    private static MeanTime times(long millis, int count) {
        MeanTime mean = new MeanTime();
        for (int i = 0; i < count; i++) {
            mean.took(millis(millis));
        }
        return mean;
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void nothingIsSaidOfFewTimes() {
        assertFalse(times(100, MeanTime.LEARNT - 1).isSlowerThan(source));
        assertFalse(times(100, MeanTime.LEARNT).isSlowerThan(times(10, MeanTime.LEARNT - 1)));
        assertTrue(times(100, MeanTime.LEARNT).isSlowerThan(source));
    }

    @Test
    void itFollowsWhatGetsSlowerAndQuickerAgain() {
        MeanTime peer = times(1, MeanTime.LEARNT);
        for (int i = 0; i < 100; i++) {
            peer.took(millis(100));
        }
        assertTrue(peer.nanos() > millis(90), peer.nanos() + " ns");
        for (int i = 0; i < 100; i++) {
            peer.took(millis(1));
        }
        assertTrue(peer.nanos() < millis(2), peer.nanos() + " ns");
    }

    @Test
    void onePauseMakesNothingSlow() {
        MeanTime peer = times(5, MeanTime.LEARNT);
        peer.took(millis(10_000));
        assertEquals(millis(5) + millis(4 * 5 - 5) / 8, peer.nanos());
        assertFalse(peer.isSlowerThan(source));
    }

    @Test
    void whatIsAvoidedIsTriedByOneCallerInTwentyOfItsTimes() {
        MeanTime peer = times(20, MeanTime.LEARNT);
        long now = millis(1_000_000);
        assertFalse(peer.isAvoidedFor(source, now));
        assertTrue(peer.isAvoidedFor(source, now), "another one tries it");
        assertTrue(peer.isAvoidedFor(source, now + millis(399)));
        assertFalse(peer.isAvoidedFor(source, now + millis(400)));
        assertEquals(millis(20), peer.nanos(), "looking at it makes nothing quicker");
    }

    @Test
    void itIsTriedAtLeastEveryTwoSeconds() {
        MeanTime slow = times(10_000, MeanTime.LEARNT);
        long now = millis(1_000_000);
        assertFalse(slow.isAvoidedFor(source, now));
        assertTrue(slow.isAvoidedFor(source, now + millis(1999)));
        assertFalse(slow.isAvoidedFor(source, now + millis(2000)));
    }

    @Test
    void whatWasSlowIsQuickAfterAFewQuickTimes() {
        MeanTime peer = times(200, MeanTime.LEARNT);
        int tries = 0;
        while (peer.isSlowerThan(source)) {
            peer.took(millis(1));
            tries++;
        }
        assertTrue(tries <= 5, tries + " tries");
    }

    @Test
    void aSourceThatIsToBeSparedIsWorthWaitingFor() {
        MeanTime origin = new MeanTime(2);
        for (int i = 0; i < MeanTime.LEARNT; i++) {
            origin.took(millis(10));
        }
        assertFalse(times(20, MeanTime.LEARNT).isSlowerThan(origin));
        assertTrue(times(21, MeanTime.LEARNT).isSlowerThan(origin));
    }

    @Test
    void aFailureCountsOnlyIfItTookLong() {
        MeanTime origin = times(10, MeanTime.LEARNT);
        origin.tookMoreThan(millis(1));
        assertEquals(millis(10), origin.nanos());
        origin.tookMoreThan(millis(18));
        assertEquals(millis(11), origin.nanos());
    }

    @Test
    void whatTakesTenMillisecondsIsNotAvoidedForADiskThatReadsFromItsCache() {
        assertFalse(times(10, MeanTime.LEARNT).isSlowerThan(times(0, MeanTime.LEARNT)));
        assertTrue(times(11, MeanTime.LEARNT).isSlowerThan(times(0, MeanTime.LEARNT)));
    }
}
