package io.gosling.dispatcher.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OfferTimeoutTest {
    private static final long TIMEOUT = Duration.ofSeconds(5).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void aNodeHasItsTimeAndNoMore() {
        assertEquals(2 * SECOND, HandoffLink.left(TIMEOUT, 3 * SECOND, 0));
        assertEquals(0, HandoffLink.left(TIMEOUT, TIMEOUT, 0));
        assertEquals(-SECOND, HandoffLink.left(TIMEOUT, TIMEOUT + SECOND, SECOND), "late as any timer may be");
    }

    /** A process that was stopped, or a machine that was suspended. */
    @Test
    void whoWasNotRunningWaitsOnceMore() {
        assertEquals(TIMEOUT, HandoffLink.left(TIMEOUT, 30 * SECOND, 25 * SECOND));
    }

    @Test
    void nobodyIsWaitedForForLongerThanAMinute() {
        assertTrue(HandoffLink.left(TIMEOUT, 60 * SECOND, 25 * SECOND) <= 0);
    }
}
