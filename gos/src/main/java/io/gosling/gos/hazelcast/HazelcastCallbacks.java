package io.gosling.gos.hazelcast;

import com.hazelcast.internal.util.ConcurrencyUtil;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * The threads that Hazelcast tells of what its operations have come to. It takes the common pool for that; where this has a
 * single thread, as on machines of one or two processors, it starts a thread for each, some hundred a second. Here those are
 * kept and used again, a few of them, as the common pool has on larger machines: nothing that is told waits. An idle one ends
 * after a moment, and none keeps the process. One set of them in a process, whose nodes share it; so does a program with a
 * Hazelcast of its own in the same JVM and class loader.
 */
final class HazelcastCallbacks {
    private static final long IDLE_SECONDS = 5;
    private static final int MOST = 4;

    /** Threads with those that stand in for who waits for another completion, as a program of its own may. */
    private static final int MOST_WAITING = 64;

    private HazelcastCallbacks() {}

    /** From now on, wherever Hazelcast would start threads of its own. Whoever calls again changes nothing. */
    static void reuseThreads() {
        reuseThreads(ForkJoinPool.getCommonPoolParallelism());
    }

    /** @param parallelism of the common pool */
    static void reuseThreads(int parallelism) {
        if (parallelism <= 1) {
            try {
                ConcurrencyUtil.setDefaultAsyncExecutor(Kept.THREADS);
            } catch (NoSuchMethodError | NoClassDefFoundError e) {
                // A program brought another Hazelcast, which has threads of its own choice.
            }
        }
    }

    static Executor kept() {
        return Kept.THREADS;
    }

    /** Made when they are first wanted. */
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
