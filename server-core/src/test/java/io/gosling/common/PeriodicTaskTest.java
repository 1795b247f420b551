package io.gosling.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

    @Test
    void aTaskThatStartsNowDoesNotWaitForItsInterval() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        try (PeriodicTask task = PeriodicTask.startNow("gosling-test", Duration.ofHours(1), ran::countDown)) {
            assertTrue(ran.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aTaskThatStartsNowGoesOnAfterWhatAFileMayCause() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        try (PeriodicTask task = PeriodicTask.startNow("gosling-test", Duration.ofMillis(1), () -> {
            switch (runs.incrementAndGet()) {
                case 1 -> throw new IOException("as it is meant to");
                case 2 -> throw new StackOverflowError("as it is meant to");
                case 3 -> throw new OutOfMemoryError("as it is meant to");
                default -> done.countDown();
            }
        })) {
            assertTrue(done.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aTaskThatDoesNotEndIsInterruptedWhenItIsClosed() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        PeriodicTask task = PeriodicTask.startNow("gosling-test", Duration.ofMillis(1), () -> {
            began.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
        });
        assertTrue(began.await(30, TimeUnit.SECONDS));
        task.close();
        assertTrue(interrupted.await(30, TimeUnit.SECONDS));
    }
}
