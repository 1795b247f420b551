package io.gosling.gos.hazelcast;

import com.hazelcast.internal.util.ConcurrencyUtil;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * The thread pool on which Hazelcast reports the results of its operations. By default it takes the common pool for
 * that; where this has a single thread, as on machines of one or two processors, it starts a thread for each, some
 * hundred a second. This pool keeps and reuses a few threads. An idle thread ends after a moment, and none keeps the
 * process alive. One pool in a process, whose nodes share it; so does a program with a Hazelcast of its own in the same
 * JVM and class loader.
 */
final class HazelcastCallbackPool {
    private static final long IDLE_SECONDS = 5;
    private static final int MOST = 4;

    /** The number of threads, including replacements for callbacks that wait for another completion. */
    private static final int MOST_WAITING = 64;

    private HazelcastCallbackPool() {}

    static void reuseThreads() {
        reuseThreads(ForkJoinPool.getCommonPoolParallelism());
    }

    static void reuseThreads(int parallelism) {
        if (parallelism <= 1) {
            try {
                ConcurrencyUtil.setDefaultAsyncExecutor(Kept.THREADS);
            } catch (NoSuchMethodError | NoClassDefFoundError e) {
                // The program uses another Hazelcast version, which chooses its own threads.
            }
        }
    }

    static Executor kept() {
        return Kept.THREADS;
    }

    /** Created on first use. */
    private static final class Kept {
        static final Executor THREADS = make();

        private static Executor make() {
            ForkJoinPool.ForkJoinWorkerThreadFactory named = pool -> {
                ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                thread.setName("gosling-completion-" + thread.getPoolIndex());
                return thread;
            };
            return new ForkJoinPool(
                    MOST, named, null, true, MOST, MOST_WAITING, 1, pool -> true, IDLE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
