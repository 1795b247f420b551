package io.gosling.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DutyCycleTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    @Test
    void whatSparesOthersTakesAFifthOfTheTime() {
        assertEquals(SECOND, DutyCycle.rest(SECOND, 0), "never more often than it should");
        assertEquals(SECOND, DutyCycle.rest(SECOND, 250 * MILLI));
        assertEquals(2 * SECOND, DutyCycle.rest(SECOND, 500 * MILLI));
    }

    @Test
    void itGoesOnHoweverLongItTook() {
        assertEquals(10 * SECOND, DutyCycle.rest(SECOND, 3600 * SECOND));
        assertEquals(10 * SECOND, DutyCycle.rest(SECOND, Long.MAX_VALUE / 8));
        assertEquals(70 * SECOND, DutyCycle.rest(60 * SECOND, 3600 * SECOND));
    }

    @Test
    void aTaskThatFailsIsTriedAgain() throws Exception {
        CountDownLatch tried = new CountDownLatch(3);
        try (DutyCycle cycle = DutyCycle.sparing("gosling-test", Duration.ofMillis(1), () -> {
            tried.countDown();
            throw new IllegalStateException("as it is meant to");
        })) {
            assertTrue(tried.await(30, TimeUnit.SECONDS));
        }
    }
}
