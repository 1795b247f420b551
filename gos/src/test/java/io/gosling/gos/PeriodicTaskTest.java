package io.gosling.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    @Test
    void whatSparesOthersTakesAFifthOfTheTime() {
        assertEquals(SECOND, PeriodicTask.rest(SECOND, 0), "never more often than it should");
        assertEquals(SECOND, PeriodicTask.rest(SECOND, 250 * MILLI));
        assertEquals(2 * SECOND, PeriodicTask.rest(SECOND, 500 * MILLI));
    }

    @Test
    void itGoesOnHoweverLongItTook() {
        assertEquals(10 * SECOND, PeriodicTask.rest(SECOND, 3600 * SECOND));
        assertEquals(10 * SECOND, PeriodicTask.rest(SECOND, Long.MAX_VALUE / 8));
        assertEquals(70 * SECOND, PeriodicTask.rest(60 * SECOND, 3600 * SECOND));
    }

    @Test
    void aTaskThatFailsIsTriedAgain() throws Exception {
        CountDownLatch tried = new CountDownLatch(3);
        try (PeriodicTask cycle = PeriodicTask.sparing("gosling-test", Duration.ofMillis(1), () -> {
            tried.countDown();
            throw new IllegalStateException("as it is meant to");
        })) {
            assertTrue(tried.await(30, TimeUnit.SECONDS));
        }
    }
}
