package io.gosling.dispatcher.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.settings.SettingValues;
import org.junit.jupiter.api.Test;

class OutlierDetectionTest {
    private static final long SECOND = 1_000_000_000L;

    private final OutlierDetection detection = new OutlierDetection(new HealthSettings(SettingValues.none()));

    @Test
    void anAnswerBetweenTwoFailuresIsForgiveness() {
        assertFalse(detection.failed(0, 0, true));
        detection.answered(0, 0, true);
        assertFalse(detection.failed(1, 1, true));
        assertTrue(detection.failed(2, 2, true));
    }

    @Test
    void whoWaitedForTheSameConnectionIsNoOtherFailureInARow() {
        assertFalse(detection.unreached(10, 0, true));
        assertFalse(detection.unreached(10, 0, true));
        assertFalse(detection.unreached(11, 9, true));
        assertTrue(detection.unreached(20, 11, true));
    }

    @Test
    void aTrialThatFindsNoConnectionHasFailed() {
        detection.unreached(0, 0, true);
        assertTrue(detection.unreached(1, 1, true));
        assertTrue(detection.over(1 + SECOND, false));
        assertTrue(detection.unreached(2 + SECOND, 2 + SECOND, true));
    }

    @Test
    void everyFailedTrialDoublesTheTimeUpToTheLongest() {
        long now = 0;
        detection.failed(now, now, true);
        for (long seconds : new long[] {1, 2, 4, 8, 16, 30, 30}) {
            assertTrue(detection.failed(now, now, true));
            assertFalse(detection.over(now + seconds * SECOND - 1, false));
            now += seconds * SECOND;
            assertTrue(detection.over(now, false));
        }
    }

    @Test
    void afterAnAnswerOnTrialItStartsFromTheBeginning() {
        detection.failed(0, 0, true);
        detection.failed(0, 0, true);
        assertTrue(detection.over(SECOND, false));
        detection.answered(SECOND, SECOND, true);
        assertFalse(detection.failed(SECOND, SECOND, true));
        assertTrue(detection.failed(SECOND, SECOND, true));
        assertTrue(detection.over(2 * SECOND, false));
    }

    @Test
    void lateNewsFromBeforeChangeNothing() {
        detection.failed(0, 0, true);
        detection.failed(0, 0, true);
        detection.answered(0, 0, true);
        assertFalse(detection.failed(SECOND / 2, SECOND / 2, true));
        assertTrue(detection.isEjected());
        assertTrue(detection.over(SECOND, false));
        assertFalse(detection.over(SECOND, false), "its time is over once");
        assertEquals(false, detection.isEjected());
    }

    @Test
    void whatBreaksFromBeforeIsNoTrial() {
        detection.failed(5, 0, true);
        detection.failed(5, 1, true);
        assertTrue(detection.over(SECOND + 5, false));
        assertFalse(detection.failed(SECOND + 6, 4, true));
        assertEquals(1, detection.times());
        detection.answered(SECOND + 7, SECOND + 5, true);
        assertFalse(detection.halfOpen(), "its trial succeeded");
        assertFalse(detection.failed(SECOND + 8, SECOND + 7, true), "and this is the first failure again");
    }

    @Test
    void whoIsLateWithOneRequestAndAnswersOthersIsSlowAndNotFrozen() {
        for (int at = 0; at < 10; at++) {
            long sent = at * 10 * SECOND;
            detection.answered(sent + SECOND, sent, true);
            assertFalse(detection.late(sent + 3 * SECOND, sent, true));
        }
        assertFalse(detection.late(200 * SECOND, 197 * SECOND, true), "once");
        assertTrue(detection.late(201 * SECOND, 198 * SECOND, true), "and again, with nothing in between");
    }

    @Test
    void itIsOnTrialBetweenItsSentenceAndItsFirstAnswer() {
        assertFalse(detection.halfOpen());
        detection.failed(0, 0, true);
        detection.failed(0, 0, true);
        assertFalse(detection.halfOpen());
        detection.over(SECOND, false);
        assertTrue(detection.halfOpen());
        detection.answered(SECOND, -1, true);
        assertTrue(detection.halfOpen(), "that was asked before it was left alone");
        detection.answered(SECOND, SECOND, true);
        assertFalse(detection.halfOpen());
    }
}
