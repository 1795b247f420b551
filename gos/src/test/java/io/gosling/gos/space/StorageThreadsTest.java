package io.gosling.gos.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StorageThreadsTest {
    private final ManualTicker ticker = new ManualTicker();
    private final StorageThreads reads = new StorageThreads(2, ticker);
    private final CountDownLatch disk = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private final Queue<String> done = new ConcurrentLinkedQueue<>();

    @AfterEach
    void end() {
        disk.countDown();
        reads.close();
    }

    private void read(String name) {
        done.add(name + " by " + Thread.currentThread().getName());
    }

    private void hang() {
        hanging.incrementAndGet();
        try {
            assertTrue(disk.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Submits a read that hangs, and returns when its thread waits for it. */
    private void submitHanging() {
        int before = hanging.get();
        assertTrue(reads.submit(this::hang));
        Eventually.that("it hangs", () -> hanging.get() == before + 1);
    }

    private void await(int count) {
        Eventually.that(count + " are done", () -> done.size() == count);
    }

    @Test
    void readsAreDoneInTheirOrderByOneThreadWhileItKeepsUp() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String name = "read " + i;
            assertTrue(reads.submit(() -> read(name)));
            expected.add(name + " by gosling-file-1");
        }
        await(10);
        assertEquals(expected, List.copyOf(done));
    }

    @Test
    void aThreadWhoseDiskHangsHoldsUpNoReadThatComesLater() {
        submitHanging();
        assertTrue(reads.submit(() -> read("behind")));
        ticker.advance(Duration.ofNanos(StorageThreads.MOST_WAIT_NANOS));
        assertTrue(reads.submit(() -> read("later")));
        await(1);
        assertEquals(List.of("later by gosling-file-2"), List.copyOf(done));
        disk.countDown();
        await(2);
    }

    @Test
    void whereAllDisksHangNothingIsTaken() {
        submitHanging();
        ticker.advance(Duration.ofNanos(StorageThreads.MOST_WAIT_NANOS));
        submitHanging();
        ticker.advance(Duration.ofNanos(StorageThreads.MOST_WAIT_NANOS));
        assertFalse(reads.submit(() -> read("no")));
        disk.countDown();
        Eventually.that("it takes reads again", () -> reads.submit(() -> read("yes")));
    }

    @Test
    void onlyAsManyReadsWaitAsAreDoneSoon() {
        submitHanging();
        ticker.advance(Duration.ofNanos(StorageThreads.MOST_WAIT_NANOS));
        submitHanging();
        int behind = 0;
        while (reads.submit(() -> read("behind"))) {
            behind++;
        }
        // The first thread takes none, the second what it could do in two milliseconds at 50 us each.
        assertEquals(39, behind);
    }

    @Test
    void aSlowDiskHasOneReadAtATime() {
        StorageThreads one = new StorageThreads(1, ticker);
        AtomicInteger slow = new AtomicInteger();
        for (int i = 1; i <= 40; i++) {
            int number = i;
            Eventually.that(
                    "the one before is done",
                    () -> one.submit(() -> {
                        ticker.advance(Duration.ofMillis(10));
                        slow.set(number);
                    }));
        }
        Eventually.that("all are done", () -> slow.get() == 40);
        CountDownLatch begun = new CountDownLatch(1);
        Eventually.that(
                "it is taken",
                () -> one.submit(() -> {
                    begun.countDown();
                    hang();
                }));
        assertFalse(one.submit(() -> read("second")));
        disk.countDown();
        one.close();
    }

    @Test
    void aReadThatFailsEndsNoThread() {
        assertTrue(reads.submit(() -> {
            throw new IllegalStateException("planted");
        }));
        assertTrue(reads.submit(() -> read("next")));
        await(1);
        assertEquals(List.of("next by gosling-file-1"), List.copyOf(done));
    }

    @Test
    void closingDoesWhatWasTakenAndTakesNoMore() {
        StorageThreads closing = new StorageThreads(1, Ticker.system());
        List<Thread> threads = new ArrayList<>();
        assertTrue(closing.submit(() -> {
            threads.add(Thread.currentThread());
            hang();
        }));
        closing.submit(() -> read("taken"));
        closing.close();
        assertFalse(closing.submit(() -> read("no")));
        disk.countDown();
        Eventually.that(
                "the thread has ended",
                () -> !threads.isEmpty() && !threads.getFirst().isAlive());
        assertTrue(done.size() <= 1);
    }
}
