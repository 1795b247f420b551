package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdaptiveTimeoutTest {
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(500);

    private final AdaptiveTimeout times = new AdaptiveTimeout(LONGEST, LONGEST);

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void took(int answers, long nanos) {
        for (int i = 0; i < answers; i++) {
            times.took(nanos);
        }
    }

    @Test
    void theLongestDeadlineHoldsUntilSixteenAnswersHaveCome() {
        assertEquals(LONGEST, times.deadlineNanos());
        took(15, millis(1));
        assertEquals(LONGEST, times.deadlineNanos());
        took(1, millis(1));
        assertEquals(millis(20), times.deadlineNanos());
    }

    @Test
    void theDeadlineIsFourTimesTheLongestAnswerButOneOfTheLastThirtyTwo() {
        for (int i = 1; i <= 100; i++) {
            times.took(millis(i));
        }
        assertEquals(4 * millis(99), times.deadlineNanos());
    }

    @Test
    void theDeadlineFollowsAnOwnerThatGetsSlowerAndQuickerAgain() {
        took(100, millis(1));
        took(1, millis(400));
        assertEquals(millis(20), times.deadlineNanos(), "one pause is not counted");
        took(2, millis(15));
        assertEquals(millis(60), times.deadlineNanos());
        took(32, millis(1));
        assertEquals(millis(20), times.deadlineNanos());
        took(2, millis(400));
        assertEquals(LONGEST, times.deadlineNanos());
    }

    @Test
    void twoMissedDeadlinesMakeTheNextOnesTwiceAsLongUpToAFifthOfTheLongest() {
        took(32, millis(1));
        times.missed();
        assertEquals(millis(20), times.deadlineNanos());
        times.missed();
        assertEquals(millis(40), times.deadlineNanos());
        times.missed();
        times.missed();
        assertEquals(millis(80), times.deadlineNanos());
        for (int i = 0; i < 8; i++) {
            times.missed();
        }
        assertEquals(millis(100), times.deadlineNanos());
    }

    @Test
    void aMissedDeadlineShortensNone() {
        took(32, millis(100));
        times.missed();
        times.missed();
        assertEquals(millis(400), times.deadlineNanos());
    }

    @Test
    void aShortLongestDeadlineHoldsAlways() {
        AdaptiveTimeout impatient = new AdaptiveTimeout(millis(10), millis(10));
        for (int i = 0; i < 20; i++) {
            impatient.took(millis(1));
        }
        assertEquals(millis(10), impatient.deadlineNanos());
        impatient.missed();
        assertEquals(millis(10), impatient.deadlineNanos());
    }
}
