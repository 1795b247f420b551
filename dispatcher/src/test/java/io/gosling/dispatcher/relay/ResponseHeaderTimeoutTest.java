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
        assertEquals(Duration.ofSeconds(3), wait.begin(true));
        assertFalse(wait.isOver());
        assertEquals(Duration.ofSeconds(3), wait.goOn(true));
        assertEquals(Duration.ofSeconds(3), wait.goOn(true));
        assertFalse(wait.isOver());
        assertEquals(Duration.ofSeconds(1), wait.goOn(true));
        assertTrue(wait.isOver());
    }

    @Test
    void whoMayNotMoveWaitsAtOnceForTheWhole() {
        assertEquals(Duration.ofSeconds(10), wait.begin(false));
        assertTrue(wait.isOver());
    }

    @Test
    void whoMayNotMoveAnyMoreWaitsForTheRest() {
        wait.begin(true);
        assertEquals(Duration.ofSeconds(7), wait.goOn(false));
        assertTrue(wait.isOver());
    }

    @Test
    void everyAttemptHasTheWholeTime() {
        wait.begin(true);
        wait.goOn(false);
        assertEquals(Duration.ofSeconds(10), wait.begin(false));
    }

    @Test
    void aStepThatIsNotShorterThanTheWholeIsNone() {
        ResponseHeaderTimeout hasty = new ResponseHeaderTimeout(Duration.ofSeconds(3), Duration.ofSeconds(3));
        assertEquals(Duration.ofSeconds(3), hasty.begin(true));
        assertTrue(hasty.isOver());
    }
}
