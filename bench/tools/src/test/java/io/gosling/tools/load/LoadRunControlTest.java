package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadRunControlTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theWarmUpIsTheBeginningOfATraceAndTheRestIsMeasured() {
        LoadRunControl control = new LoadRunControl(Duration.ofSeconds(10), Duration.ofSeconds(100), 5, 5);
        control.begin(0);
        assertEquals(0, control.take(SECOND));
        assertEquals(1, control.take(2 * SECOND));
        assertFalse(control.counts(2 * SECOND));
        assertEquals(2, control.take(10 * SECOND));
        assertTrue(control.counts(10 * SECOND));
        assertEquals(3, control.take(11 * SECOND));
        assertEquals(4, control.take(12 * SECOND));
        assertEquals(LoadRunControl.OVER, control.take(12 * SECOND));
        assertEquals(12 * SECOND, control.until(), "the last of the trace ends it");
    }

    @Test
    void withoutAnEndOfTheTraceAsManyAreMeasuredAsWereWanted() {
        LoadRunControl control = new LoadRunControl(Duration.ofSeconds(10), Duration.ofSeconds(100), 2, Long.MAX_VALUE);
        control.begin(0);
        assertEquals(0, control.take(SECOND));
        assertEquals(1, control.take(10 * SECOND));
        assertEquals(2, control.take(11 * SECOND));
        assertEquals(LoadRunControl.OVER, control.take(11 * SECOND));
        assertEquals(11 * SECOND, control.until());
    }

    @Test
    void aTraceThatIsOverWithinTheWarmUpEndsIt() {
        LoadRunControl control = new LoadRunControl(Duration.ofSeconds(10), Duration.ofSeconds(100), 1, 1);
        control.begin(0);
        assertEquals(0, control.take(SECOND));
        assertEquals(LoadRunControl.OVER, control.take(2 * SECOND));
        assertEquals(LoadRunControl.OVER, control.take(20 * SECOND));
    }
}
