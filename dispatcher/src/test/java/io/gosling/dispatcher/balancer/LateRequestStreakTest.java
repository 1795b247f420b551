package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LateRequestStreakTest {
    private final LateRequestStreak doubts = new LateRequestStreak();

    @Test
    void oneSlowPageIsOneDoubtHoweverOftenItIsAskedFor() {
        for (int i = 0; i < 100; i++) {
            assertFalse(doubts.areEnoughWith(1));
        }
        assertFalse(doubts.areEnoughWith(2));
        assertFalse(doubts.areEnoughWith(3));
        assertTrue(doubts.areEnoughWith(4));
    }

    @Test
    void whoResetsAllThatIsAskedOfItIsFoundOutThoughThatIsOnePage() {
        int asked = 1;
        while (!doubts.areEnoughWithReset(1)) {
            asked++;
        }
        assertEquals(LateRequestStreak.RESETS, asked);
        doubts.end();
        assertFalse(doubts.areEnoughWithReset(1), "it has answered somebody");
    }
}
