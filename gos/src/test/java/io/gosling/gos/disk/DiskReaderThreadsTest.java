package io.gosling.gos.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DiskReaderThreadsTest {
    @Test
    void aReadThatHangsIsWaitedForSoLongAndIsToldWhenItEnds() throws Exception {
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofMillis(20))) {
            CountDownLatch answers = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(1);
            SlowDiskException slow = assertThrows(
                    SlowDiskException.class,
                    () -> readers.call(
                            () -> {
                                answers.await();
                                return "bytes";
                            },
                            ended::countDown));
            assertTrue(slow.isHanging());
            assertEquals(1, ended.getCount(), "what it writes to is in use");
            answers.countDown();
            assertTrue(ended.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aReadThatHasNotBegunIsDroppedAtItsTimeoutAndAtTheClose() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofMillis(20))) {
            for (int i = 0; i < DiskReaderThreads.THREADS; i++) {
                assertThrows(SlowDiskException.class, () -> readers.call(() -> hang(answers), () -> {}));
            }
            assertThrows(SlowDiskException.class, () -> readers.call(() -> 1, ended::incrementAndGet));
            assertEquals(1, ended.get(), "what it would have written to is free");
        }
        AtomicInteger begun = new AtomicInteger();
        DiskReaderThreads readers = new DiskReaderThreads(Duration.ofHours(1));
        for (int i = 0; i < DiskReaderThreads.THREADS; i++) {
            Thread.startVirtualThread(new FutureTask<>(() -> readers.call(
                    () -> {
                        begun.incrementAndGet();
                        return hang(answers);
                    },
                    () -> {})));
        }
        Eventually.that("all read", () -> begun.get() == DiskReaderThreads.THREADS);
        Thread waiting = Thread.ofPlatform()
                .start(() -> assertThrows(IOException.class, () -> readers.call(() -> 1, ended::incrementAndGet)));
        Eventually.that("one waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
        readers.close();
        waiting.join(Duration.ofSeconds(30));
        assertEquals(2, ended.get());
        answers.countDown();
    }

    private static int hang(CountDownLatch answers) {
        boolean done = false;
        while (!done) {
            try {
                answers.await();
                done = true;
            } catch (InterruptedException e) {
                // A disk is not interrupted either.
            }
        }
        return 1;
    }

    @Test
    void whatFailsFailsForWhoHasAsked() throws Exception {
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofSeconds(30))) {
            AtomicInteger ended = new AtomicInteger();
            assertEquals(5, readers.call(() -> 5, ended::incrementAndGet));
            IOException why = new IOException("gone");
            assertEquals(
                    why,
                    assertThrows(
                            IOException.class,
                            () -> readers.call(
                                    () -> {
                                        throw why;
                                    },
                                    ended::incrementAndGet)));
            Eventually.that("both have ended", () -> ended.get() == 2);
            assertThrows(
                    IOException.class,
                    () -> readers.call(
                            () -> {
                                throw new IllegalStateException("a fault");
                            },
                            () -> {}));
        }
    }

    /** So many readers wait for the disk; others go to the origin at once. */
    @Test
    void ofManyWhoAskADiskThatHangsOnlySoManyWait() throws Exception {
        int most = DiskReaderThreads.THREADS + DiskReaderThreads.MOST_WAITING;
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofHours(1))) {
            CountDownLatch answers = new CountDownLatch(1);
            AtomicInteger ended = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            for (int i = 0; i < most + 40; i++) {
                Thread.startVirtualThread(() -> {
                    try {
                        readers.call(() -> answers.await(1, TimeUnit.HOURS), ended::incrementAndGet);
                    } catch (IOException e) {
                        refused.incrementAndGet();
                    }
                });
            }
            Eventually.that("the others were refused", () -> refused.get() == 40);
            assertEquals(40, ended.get(), "nothing of theirs is in use");
            assertFalse(
                    assertThrows(SlowDiskException.class, () -> readers.call(() -> 1, () -> {}))
                            .isHanging(),
                    "too much at a time is no fault of the disk");
            answers.countDown();
            Eventually.that("all have ended", () -> ended.get() == most + 40);
        }
    }
}
