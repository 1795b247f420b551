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
    void whatIsAvoidedIsTriedAgainAfterAWhile() {
        MeanTime peer = times(20, MeanTime.LEARNT);
        int avoided = 0;
        while (peer.isAvoidedFor(source)) {
            avoided++;
        }
        assertTrue(avoided > 20 && avoided < 100, avoided + " times");
        peer.took(millis(40));
        assertTrue(peer.isAvoidedFor(source), "it is as slow as before");
    }

    @Test
    void whatIsQuickIsNotMadeQuickerByLookingAtIt() {
        MeanTime peer = times(5, MeanTime.LEARNT);
        assertFalse(peer.isAvoidedFor(source));
        assertEquals(millis(5), peer.nanos());
    }

    @Test
    void whatTakesAMillisecondIsNotAvoidedForADiskThatReadsFromItsCache() {
        assertFalse(times(1, MeanTime.LEARNT).isSlowerThan(times(0, MeanTime.LEARNT)));
        assertTrue(times(2, MeanTime.LEARNT).isSlowerThan(times(0, MeanTime.LEARNT)));
    }
}
