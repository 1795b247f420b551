package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LateRequestStreakTest {
    private final LateRequestStreak streak = new LateRequestStreak();

    @Test
    void oneSlowPageIsOneDoubtHoweverOftenItIsAskedFor() {
        for (int i = 0; i < 100; i++) {
            assertFalse(streak.areEnoughWith(1));
        }
        assertFalse(streak.areEnoughWith(2));
        assertFalse(streak.areEnoughWith(3));
        assertTrue(streak.areEnoughWith(4));
    }

    @Test
    void whoResetsAllThatIsAskedOfItIsFoundOutThoughThatIsOnePage() {
        int asked = 1;
        while (!streak.areEnoughWithReset(1)) {
            asked++;
        }
        assertEquals(LateRequestStreak.RESETS, asked);
        streak.end();
        assertFalse(streak.areEnoughWithReset(1), "it has answered somebody");
    }
}
