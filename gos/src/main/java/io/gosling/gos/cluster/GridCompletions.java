package io.gosling.gos.cluster;

import com.hazelcast.internal.util.ConcurrencyUtil;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that Hazelcast tells of what its operations have come to. It takes the common pool for that; where this has a
 * single thread, as on machines of one or two processors, it starts a thread for each, some hundred a second. Here those are
 * kept and used again. As many as are wanted at once, so none waits for one that blocks; an idle one ends after a moment, and
 * none keeps the process. One set of them in a process, whose nodes share it.
 */
final class GridCompletions {
    private static final long IDLE_SECONDS = 5;

    private GridCompletions() {}

    /** From now on, wherever Hazelcast would start threads of its own. Whoever calls again changes nothing. */
    static void reuseThreads() {
        if (ForkJoinPool.getCommonPoolParallelism() <= 1) {
            ConcurrencyUtil.setDefaultAsyncExecutor(Kept.THREADS);
        }
    }

    static Executor kept() {
        return Kept.THREADS;
    }

    /** Made when they are first wanted. */
    private static final class Kept {
        static final Executor THREADS = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("gosling-completion-", 0).factory());
    }
}
