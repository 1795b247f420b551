package io.gosling.dispatcher.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowStartTest {
    private static final long SECOND = 1_000_000_000L;

    private final SlowStart slow = new SlowStart(Duration.ofSeconds(100), 5 * SECOND);

    @Test
    void theShareIsThePartOfTheTimeThatHasPassedButATenthAtLeast() {
        assertEquals(0.1, slow.share(5 * SECOND));
        assertEquals(0.1, slow.share(15 * SECOND));
        assertEquals(0.5, slow.share(55 * SECOND));
        assertEquals(1, slow.share(105 * SECOND));
        assertEquals(1, slow.share(200 * SECOND));
    }
}
