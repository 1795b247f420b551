package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.internal.util.ConcurrencyUtil;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HazelcastCallbackPoolTest {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    @Test
    void oneCompletionAfterTheOtherNeedsFewThreads() throws Exception {
        for (int i = 0; i < 200; i++) {
            CountDownLatch done = new CountDownLatch(1);
            HazelcastCallbackPool.kept().execute(() -> {
                threads.add(Thread.currentThread());
                done.countDown();
            });
            assertTrue(done.await(10, TimeUnit.SECONDS));
        }
        assertTrue(threads.size() <= 8, threads::toString);
    }

    @Test
    void theyAreFewHoweverManyComeAtOnce() throws Exception {
        CountDownLatch all = new CountDownLatch(500);
        for (int i = 0; i < 500; i++) {
            HazelcastCallbackPool.kept().execute(() -> {
                threads.add(Thread.currentThread());
                all.countDown();
            });
        }
        assertTrue(all.await(10, TimeUnit.SECONDS));
        assertTrue(threads.size() <= 8, threads::toString);
        assertTrue(threads.stream().allMatch(Thread::isDaemon));
    }

    @Test
    void theGridUsesThem() {
        var before = ConcurrencyUtil.getDefaultAsyncExecutor();
        try {
            HazelcastCallbackPool.reuseThreads(1);
            assertSame(HazelcastCallbackPool.kept(), ConcurrencyUtil.getDefaultAsyncExecutor());
        } finally {
            ConcurrencyUtil.setDefaultAsyncExecutor(before);
        }
    }
}
