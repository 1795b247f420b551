package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** At 100 bytes a second, behind by 10 s at most. */
class MinimumRateCheckTest {
    private static final long SECOND = 1_000_000_000L;

    private final MinimumRateCheck pace = new MinimumRateCheck(100, 10 * SECOND);

    @Test
    void aByteNowAndThenIsTooLittle() {
        pace.begins(0);
        long now = 0;
        long bytes = 0;
        while (pace.restNanos(bytes, now) > 0) {
            now += SECOND;
            bytes++;
        }
        assertEquals(11, now / SECOND, "the grace, and a second for each hundred bytes");
    }

    @Test
    void whoKeepsThePaceMayGoOnForEver() {
        pace.begins(0);
        for (long second = 0; second < 100_000; second += 9) {
            assertTrue(pace.restNanos(100 * second, second * SECOND) > 0, "at " + second);
        }
    }

    @Test
    void whatWasSentAtOnceBuysNoSilence() {
        pace.begins(0);
        assertEquals(10 * SECOND, pace.restNanos(0, 0));
        assertEquals(10 * SECOND, pace.restNanos(1_000_000, SECOND));
        assertEquals(SECOND, pace.restNanos(1_000_000, 10 * SECOND));
        assertEquals(0, pace.restNanos(1_000_000, 11 * SECOND));
    }

    @Test
    void timeInWhichNobodyWaitsForTheClientDoesNotCount() {
        pace.begins(0);
        pace.ends(4 * SECOND);
        assertEquals(6 * SECOND, pace.restNanos(0, 3600 * SECOND), "nobody has said anything for an hour");
        pace.begins(3600 * SECOND);
        pace.begins(3601 * SECOND);
        assertEquals(4 * SECOND, pace.restNanos(0, 3602 * SECOND));
        pace.ends(3603 * SECOND);
        pace.ends(7200 * SECOND);
        assertEquals(3 * SECOND, pace.restNanos(0, 7200 * SECOND));
    }

    @Test
    void whatIsCountedBackIsNoLoss() {
        pace.begins(0);
        assertEquals(10 * SECOND, pace.restNanos(0, 0));
        assertEquals(9 * SECOND, pace.restNanos(500, 6 * SECOND));
        assertEquals(8 * SECOND, pace.restNanos(400, 7 * SECOND), "its books may be off by a little");
        assertEquals(7 * SECOND, pace.restNanos(500, 8 * SECOND), "and nothing counts twice");
    }

    /** A header that was not yet taken is below nothing of the body. */
    @Test
    void whatIsMovedBelowNothingCountsToo() {
        pace.begins(0);
        assertEquals(10 * SECOND, pace.restNanos(-1000, 0));
        assertEquals(9 * SECOND, pace.restNanos(-700, 4 * SECOND));
        assertEquals(8 * SECOND, pace.restNanos(-700, 5 * SECOND));
    }

    @Test
    void whatWasMovedBeforeTheFirstLookCountsForNothing() {
        pace.begins(0);
        assertEquals(6 * SECOND, pace.restNanos(1_000_000, 4 * SECOND));
    }

    @Test
    void withoutARateNobodyIsTooSlow() {
        MinimumRateCheck any = new MinimumRateCheck(0, SECOND);
        any.begins(0);
        assertEquals(Long.MAX_VALUE, any.restNanos(0, 3600 * SECOND));
    }
}
