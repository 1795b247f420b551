package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProbationTest {
    private static final long SECOND = 1_000_000_000L;

    private final Probation probation =
            new Probation(new ProbationSettings(2, Duration.ofSeconds(1), Duration.ofSeconds(30)));

    @Test
    void anAnswerBetweenTwoFailuresIsForgiveness() {
        assertFalse(probation.failed(0));
        probation.answered(0);
        assertFalse(probation.failed(1));
        assertTrue(probation.failed(2));
    }

    @Test
    void everyFailedTrialDoublesTheTimeUpToTheLongest() {
        long now = 0;
        probation.failed(now);
        for (long seconds : new long[] {1, 2, 4, 8, 16, 30, 30}) {
            assertTrue(probation.failed(now));
            assertFalse(probation.over(now + seconds * SECOND - 1));
            now += seconds * SECOND;
            assertTrue(probation.over(now));
        }
    }

    @Test
    void afterAnAnswerOnTrialItStartsFromTheBeginning() {
        probation.failed(0);
        probation.failed(0);
        assertTrue(probation.over(SECOND));
        probation.answered(0);
        assertFalse(probation.failed(SECOND));
        assertTrue(probation.failed(SECOND));
        assertTrue(probation.over(2 * SECOND));
    }

    @Test
    void lateNewsFromBeforeChangeNothing() {
        probation.failed(0);
        probation.failed(0);
        probation.answered(0);
        assertFalse(probation.failed(SECOND / 2));
        assertTrue(probation.leftAlone());
        assertTrue(probation.over(SECOND));
        assertFalse(probation.over(SECOND), "its time is over once");
        assertEquals(false, probation.leftAlone());
    }

    @Test
    void whoIsLateWithOneRequestAndAnswersOthersIsSlowAndNotFrozen() {
        for (int at = 0; at < 10; at++) {
            long sent = at * 10 * SECOND;
            probation.answered(sent + SECOND);
            assertFalse(probation.late(sent + 3 * SECOND, sent));
        }
        assertFalse(probation.late(200 * SECOND, 197 * SECOND), "once");
        assertTrue(probation.late(201 * SECOND, 198 * SECOND), "and again, with nothing in between");
    }

    @Test
    void itIsOnTrialBetweenItsSentenceAndItsFirstAnswer() {
        assertFalse(probation.onTrial());
        probation.failed(0);
        probation.failed(0);
        assertFalse(probation.onTrial());
        probation.over(SECOND);
        assertTrue(probation.onTrial());
        probation.answered(SECOND);
        assertFalse(probation.onTrial());
    }
}
