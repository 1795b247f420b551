package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** LearntValues that follow from what back-ends were seen to carry. */
class LardThresholdLearnerTest {
    private static final long SECOND = 1_000_000_000;

    /** Four processors, a millisecond for each request: what is more than four at a time waits. */
    private static double took(double load) {
        return 1e6 * Math.max(1, load / 4);
    }

    private static void serve(LardThresholdLearner training, double load, int times, long nanos) {
        for (int at = 0; at < times; at++) {
            training.served(load, (long) took(load), nanos);
        }
    }

    @Test
    void thePapersRuleWithWhatTheMachineShows() {
        LardThresholdLearner training = new LardThresholdLearner(Duration.ofMillis(50));
        for (int load = 1; load <= 64; load++) {
            serve(training, load, 300, SECOND);
        }
        assertNull(training.loadThresholds(SECOND), "thirty seconds have not passed");
        LardThresholdLearner.LearntValues loadThresholds = training.loadThresholds(32 * SECOND);
        assertNotNull(loadThresholds);
        assertEquals(250_000, loadThresholds.serviceNanos(), 20_000);
        assertEquals(8, loadThresholds.low(), 1);
        assertEquals((loadThresholds.low() + 200) / 2.0, loadThresholds.high(), 10);
    }

    @Test
    void whileNobodyIsBusyNothingIsKnown() {
        LardThresholdLearner training = new LardThresholdLearner(Duration.ofMillis(50));
        assertNull(training.loadThresholds(100 * SECOND));
        serve(training, 0.2, 10_000, SECOND);
        serve(training, 1, 10_000, SECOND);
        serve(training, 2, 10_000, SECOND);
        serve(training, 4, 10_000, SECOND);
        assertNull(training.loadThresholds(100 * SECOND), "four at a time is no queue");
        serve(training, 8, 199, SECOND);
        assertNull(training.loadThresholds(100 * SECOND), "too few");
        serve(training, 8, 1, SECOND);
        assertNotNull(training.loadThresholds(100 * SECOND));
    }

    @Test
    void theHighMarkIsNeverBelowTheLowOne() {
        LardThresholdLearner.LearntValues loadThresholds =
                LardThresholdLearner.loadThresholds(Duration.ofMillis(1), 1e6, 250_000);
        assertEquals(8, loadThresholds.low());
        assertEquals(8, loadThresholds.high());
        assertEquals(
                100_000,
                LardThresholdLearner.loadThresholds(Duration.ofMinutes(10), 1e6, 1)
                        .low());
        assertThrows(IllegalArgumentException.class, () -> new LardThresholdLearner(Duration.ZERO));
    }
}
