package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResponseHeaderTimeoutTest {
    private final ResponseHeaderTimeout wait = new ResponseHeaderTimeout(Duration.ofSeconds(10), Duration.ofSeconds(3));

    @Test
    void whoMayMoveLooksAroundAfterEveryStepAndWaitsNoLongerThanTheWhole() {
        assertEquals(Duration.ofSeconds(3), wait.begin(true, null));
        assertFalse(wait.isOver());
        assertEquals(Duration.ofSeconds(3), wait.goOn(true));
        assertEquals(Duration.ofSeconds(3), wait.goOn(true));
        assertFalse(wait.isOver());
        assertEquals(Duration.ofSeconds(1), wait.goOn(true));
        assertTrue(wait.isOver());
    }

    @Test
    void whoMayNotMoveWaitsAtOnceForTheWhole() {
        assertEquals(Duration.ofSeconds(10), wait.begin(false, null));
        assertTrue(wait.isOver());
    }

    @Test
    void whoMayNotMoveAnyMoreWaitsForTheRest() {
        wait.begin(true, null);
        assertEquals(Duration.ofSeconds(7), wait.goOn(false));
        assertTrue(wait.isOver());
    }

    @Test
    void everyAttemptHasTheWholeTime() {
        wait.begin(true, null);
        wait.goOn(false);
        assertEquals(Duration.ofSeconds(10), wait.begin(false, null));
    }

    @Test
    void aStepThatIsNotShorterThanTheWholeIsNone() {
        ResponseHeaderTimeout hasty = new ResponseHeaderTimeout(Duration.ofSeconds(3), Duration.ofSeconds(3));
        assertEquals(Duration.ofSeconds(3), hasty.begin(true, null));
        assertTrue(hasty.isOver());
    }

    @Test
    void whenASecondOneIsAskedNoStepMoves() {
        assertEquals(Duration.ofSeconds(1), wait.begin(true, Duration.ofSeconds(1)));
        assertTrue(wait.isHedgeDue());
        assertFalse(wait.isStepOver());
        assertEquals(Duration.ofSeconds(2), wait.goOn(true));
        assertTrue(wait.isStepOver());
        assertEquals(Duration.ofSeconds(3), wait.goOn(true));
    }

    @Test
    void aSecondOneThatIsAskedLateLetsStepsGoFirst() {
        assertEquals(Duration.ofSeconds(3), wait.begin(true, Duration.ofSeconds(4)));
        assertFalse(wait.isHedgeDue());
        assertTrue(wait.isStepOver());
        assertEquals(Duration.ofSeconds(1), wait.goOn(true));
        assertTrue(wait.isHedgeDue());
        assertEquals(Duration.ofSeconds(6), wait.goOn(false));
        assertTrue(wait.isOver());
    }

    @Test
    void aSecondOneIsAskedAlsoForWhatMayNotMove() {
        assertEquals(Duration.ofSeconds(4), wait.begin(false, Duration.ofSeconds(4)));
        assertFalse(wait.isOver());
        assertEquals(Duration.ofSeconds(6), wait.goOn(false));
        wait.begin(false, Duration.ofSeconds(40));
        assertTrue(wait.isOver(), "nobody is asked when it is over");
    }
}
