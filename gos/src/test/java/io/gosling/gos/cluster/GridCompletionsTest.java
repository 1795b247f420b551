package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GridCompletionsTest {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    @Test
    void oneCompletionAfterTheOtherNeedsFewThreads() throws Exception {
        for (int i = 0; i < 200; i++) {
            CountDownLatch done = new CountDownLatch(1);
            GridCompletions.kept().execute(() -> {
                threads.add(Thread.currentThread());
                done.countDown();
            });
            assertTrue(done.await(10, TimeUnit.SECONDS));
        }
        assertTrue(threads.size() < 100, threads::toString);
    }

    @Test
    void oneThatBlocksHoldsUpNobody() throws Exception {
        CountDownLatch all = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            GridCompletions.kept().execute(() -> {
                all.countDown();
                try {
                    all.await();
                    threads.add(Thread.currentThread());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        assertTrue(all.await(10, TimeUnit.SECONDS), "each waits for all others");
        Eventually.that("each had a thread of its own", () -> threads.size() == 8);
        assertEquals(8, threads.stream().filter(Thread::isDaemon).count());
    }
}
