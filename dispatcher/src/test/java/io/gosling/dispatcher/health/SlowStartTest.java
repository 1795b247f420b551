package io.gosling.dispatcher.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowStartTest {
    private static final long SECOND = 1_000_000_000L;

    private final SlowStart slow = new SlowStart(Duration.ofSeconds(100), 5 * SECOND);

    private void hear(int answers, boolean hit, double others) {
        for (int i = 0; i < answers; i++) {
            slow.heard(hit, others);
        }
    }

    @Test
    void whoSaysNothingOfItsMemoryGoesByTheTime() {
        assertEquals(0.1, slow.share(5 * SECOND));
        assertEquals(0.1, slow.share(15 * SECOND));
        assertEquals(0.5, slow.share(55 * SECOND));
        assertEquals(1, slow.share(105 * SECOND));
    }

    @Test
    void whoSaysItGoesByItsHitsAgainstThoseOfTheOthers() {
        hear(25, false, 0.8);
        assertEquals(0.1, slow.share(6 * SECOND), "too few to go by");
        hear(25, true, 0.8);
        assertEquals(0.5 / 0.8, slow.share(6 * SECOND), 1e-9);
        hear(150, false, 0.8);
        assertEquals(0.1, slow.share(80 * SECOND), "still cold, whatever the time");
        hear(150, true, 0.8);
        assertEquals(1, slow.share(6 * SECOND), "warm early");
        hear(500, false, 0.8);
        assertEquals(1, slow.share(105 * SECOND), "cold for good: so be it");
    }

    @Test
    void whereTheOthersMissTooNobodyIsCold() {
        hear(60, false, 0);
        assertEquals(1, slow.share(6 * SECOND));
        hear(1, false, -1);
        assertEquals(0.1, slow.share(6 * SECOND), "of the others nothing is known: by time");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverIsHeardTheShareIsOneFromTheEndOn(long seed) {
        Random random = new Random(seed);
        for (long second = 5; second < 200; second++) {
            hear(random.nextInt(9), random.nextBoolean(), random.nextDouble());
            double share = slow.share(second * SECOND);
            assertTrue(share >= 0.1 && share <= 1);
            assertTrue(second < 105 || share == 1);
        }
    }
}
