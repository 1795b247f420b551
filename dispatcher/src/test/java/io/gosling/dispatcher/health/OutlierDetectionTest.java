package io.gosling.dispatcher.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.settings.SettingValues;
import org.junit.jupiter.api.Test;

class OutlierDetectionTest {
    private static final long SECOND = 1_000_000_000L;

    private final OutlierDetection probation = new OutlierDetection(new HealthSettings(SettingValues.none()));

    @Test
    void anAnswerBetweenTwoFailuresIsForgiveness() {
        assertFalse(probation.failed(0, 0, true));
        probation.answered(0, 0);
        assertFalse(probation.failed(1, 1, true));
        assertTrue(probation.failed(2, 2, true));
    }

    @Test
    void whoWaitedForTheSameConnectionIsNoOtherFailureInARow() {
        assertFalse(probation.unreached(10, 0, true));
        assertFalse(probation.unreached(10, 0, true));
        assertFalse(probation.unreached(11, 9, true));
        assertTrue(probation.unreached(20, 11, true));
    }

    @Test
    void aTrialThatFindsNoConnectionHasFailed() {
        probation.unreached(0, 0, true);
        assertTrue(probation.unreached(1, 1, true));
        assertTrue(probation.over(1 + SECOND, false));
        assertTrue(probation.unreached(2 + SECOND, 2 + SECOND, true));
    }

    @Test
    void everyFailedTrialDoublesTheTimeUpToTheLongest() {
        long now = 0;
        probation.failed(now, now, true);
        for (long seconds : new long[] {1, 2, 4, 8, 16, 30, 30}) {
            assertTrue(probation.failed(now, now, true));
            assertFalse(probation.over(now + seconds * SECOND - 1, false));
            now += seconds * SECOND;
            assertTrue(probation.over(now, false));
        }
    }

    @Test
    void afterAnAnswerOnTrialItStartsFromTheBeginning() {
        probation.failed(0, 0, true);
        probation.failed(0, 0, true);
        assertTrue(probation.over(SECOND, false));
        probation.answered(SECOND, SECOND);
        assertFalse(probation.failed(SECOND, SECOND, true));
        assertTrue(probation.failed(SECOND, SECOND, true));
        assertTrue(probation.over(2 * SECOND, false));
    }

    @Test
    void lateNewsFromBeforeChangeNothing() {
        probation.failed(0, 0, true);
        probation.failed(0, 0, true);
        probation.answered(0, 0);
        assertFalse(probation.failed(SECOND / 2, SECOND / 2, true));
        assertTrue(probation.isEjected());
        assertTrue(probation.over(SECOND, false));
        assertFalse(probation.over(SECOND, false), "its time is over once");
        assertEquals(false, probation.isEjected());
    }

    @Test
    void whatBreaksFromBeforeIsNoTrial() {
        probation.failed(5, 0, true);
        probation.failed(5, 1, true);
        assertTrue(probation.over(SECOND + 5, false));
        assertFalse(probation.failed(SECOND + 6, 4, true));
        assertEquals(1, probation.times());
        probation.answered(SECOND + 7, SECOND + 5);
        assertFalse(probation.halfOpen(), "its trial succeeded");
        assertFalse(probation.failed(SECOND + 8, SECOND + 7, true), "and this is the first failure again");
    }

    @Test
    void whoIsLateWithOneRequestAndAnswersOthersIsSlowAndNotFrozen() {
        for (int at = 0; at < 10; at++) {
            long sent = at * 10 * SECOND;
            probation.answered(sent + SECOND, sent);
            assertFalse(probation.late(sent + 3 * SECOND, sent, true));
        }
        assertFalse(probation.late(200 * SECOND, 197 * SECOND, true), "once");
        assertTrue(probation.late(201 * SECOND, 198 * SECOND, true), "and again, with nothing in between");
    }

    @Test
    void itIsOnTrialBetweenItsSentenceAndItsFirstAnswer() {
        assertFalse(probation.halfOpen());
        probation.failed(0, 0, true);
        probation.failed(0, 0, true);
        assertFalse(probation.halfOpen());
        probation.over(SECOND, false);
        assertTrue(probation.halfOpen());
        probation.answered(SECOND, -1);
        assertTrue(probation.halfOpen(), "that was asked before it was left alone");
        probation.answered(SECOND, SECOND);
        assertFalse(probation.halfOpen());
    }
}
