package io.gosling.gos.disk;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A few threads that read from the disk, so that callers wait for a bounded time: a disk that hangs blocks these
 * threads and no others. The bytes read ahead are bounded too. Safe for use by many threads.
 */
final class DiskReaderThreads implements AutoCloseable {
    static final int THREADS = 4;

    /** The most reads that may wait for a thread; beyond, the disk counts as too slow. */
    private static final int MOST_WAITING = 256;

    private static final int UNIT = 1 << 10;

    private final Duration timeout;
    private final Semaphore ahead;
    private final ThreadPoolExecutor threads;

    DiskReaderThreads(Duration timeout, long ahead) {
        this.timeout = timeout;
        this.ahead = new Semaphore(Math.toIntExact(ahead / UNIT) + units(RecordInputStream.AHEAD));
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                task -> Thread.ofPlatform()
                        .name("gosling-disk-reader-" + number.incrementAndGet())
                        .daemon()
                        .unstarted(task));
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a read on one of these threads.
     *
     * @param late receives a result that comes after the timeout; null where the read failed
     * @throws IOException when it fails, takes too long, or too many reads wait
     */
    <T extends @Nullable Object> T call(Callable<T> read, Consumer<@Nullable T> late) throws IOException {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        try {
            threads.execute(() -> run(read, outcome));
            return outcome.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw busy();
        } catch (TimeoutException e) {
            outcome.whenComplete((done, why) -> late.accept(done));
            throw new SlowDiskException("the disk has not answered for " + timeout.toMillis() + " ms", true);
        } catch (InterruptedException e) {
            outcome.whenComplete((done, why) -> late.accept(done));
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the disk");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException why) {
                throw why;
            }
            throw new IOException(e.getCause());
        }
    }

    private static <T extends @Nullable Object> void run(Callable<T> read, CompletableFuture<T> outcome) {
        try {
            outcome.complete(read.call());
        } catch (Throwable e) {
            outcome.completeExceptionally(e);
        }
    }

    /**
     * Reserves room for read-ahead and returns the bytes, which must be given back. Does not wait, since a reader that
     * has room may itself wait for a slow disk.
     *
     * @throws SlowDiskException when there is none
     */
    int reserve(int bytes) throws SlowDiskException {
        if (!ahead.tryAcquire(units(bytes))) {
            throw busy();
        }
        return bytes;
    }

    private static SlowDiskException busy() {
        return new SlowDiskException("too much is being read from the disk at a time", false);
    }

    void giveBack(int bytes) {
        ahead.release(units(bytes));
    }

    private static int units(int bytes) {
        return bytes / UNIT + 1;
    }

    /** Threads that wait for the disk are not interrupted. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
