package io.gosling.gos.disk;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A few threads that read from the disk, so that callers wait for a bounded time: a disk that hangs blocks these
 * threads and no others. Safe for use by many threads.
 */
final class DiskReaderThreads implements AutoCloseable {
    static final int THREADS = 4;

    /** The most reads that may wait for a thread; beyond, the disk counts as too slow. */
    static final int MOST_WAITING = 256;

    private final Duration timeout;
    private final ThreadPoolExecutor threads;

    DiskReaderThreads(Duration timeout) {
        this.timeout = timeout;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                Thread.ofPlatform().name("gosling-disk-reader-", 1).daemon().factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a read on one of these threads.
     *
     * @param done run once when the read has ended, which may be after the timeout, or will not begin
     * @throws IOException when it fails, takes too long, or too many reads wait
     */
    <T> T call(Callable<T> read, Runnable done) throws IOException {
        FutureTask<T> outcome = new FutureTask<>(read) {
            @Override
            protected void done() {
                done.run();
            }
        };
        try {
            threads.execute(outcome);
            return outcome.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            outcome.cancel(false);
            throw new SlowDiskException("too much is being read from the disk at a time", false);
        } catch (TimeoutException e) {
            throw new SlowDiskException("the disk has not answered for " + timeout.toMillis() + " ms", true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the disk");
        } catch (CancellationException e) {
            throw new IOException("the disk is not read any more", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException why) {
                throw why;
            }
            throw new IOException(e.getCause());
        } finally {
            if (!outcome.isDone() && threads.remove(outcome)) {
                outcome.cancel(false);
            }
        }
    }

    /** Threads that wait for the disk are not interrupted. */
    @Override
    public void close() {
        threads.shutdownNow().forEach(waiting -> ((FutureTask<?>) waiting).cancel(false));
    }
}
