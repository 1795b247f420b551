package io.gosling.gos;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/** One task again and again on a thread of its own, until closed. A task that fails is logged and tried again. */
public final class PeriodicTask implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PeriodicTask.class.getName());

    /** A task that gives way to others rests so many times as long as it has worked. */
    private static final int REST = 4;

    /** Intervals that such a rest takes at most. */
    private static final int LONGEST_REST = 10;

    /** The most by which a pause exceeds an interval. */
    private static final long MOST_MORE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private PeriodicTask(String name, LongUnaryOperator pause, Runnable task) {
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> repeat(pause, task));
    }

    /** Runs the task every interval, the first time after one. */
    public static PeriodicTask start(String name, Duration interval, Runnable task) {
        return begin(new PeriodicTask(name, took -> interval.toNanos(), task));
    }

    /** The same for a task that can wait where others have much to do: {@link #rest}. */
    public static PeriodicTask sparing(String name, Duration interval, Runnable task) {
        return begin(new PeriodicTask(name, took -> rest(interval.toNanos(), took), task));
    }

    private static PeriodicTask begin(PeriodicTask cycle) {
        cycle.thread.start();
        return cycle;
    }

    /**
     * The time from a task's end to its next start: at least the interval, and within bounds long enough that the task
     * takes a fifth of the time.
     */
    static long rest(long intervalNanos, long tookNanos) {
        long most = Math.min(LONGEST_REST * intervalNanos, intervalNanos + MOST_MORE_NANOS);
        return Math.clamp(REST * tookNanos, intervalNanos, most);
    }

    private void repeat(LongUnaryOperator pause, Runnable task) {
        try {
            long took = 0;
            while (!closed.await(pause.applyAsLong(took), TimeUnit.NANOSECONDS)) {
                long began = System.nanoTime();
                run(task);
                took = System.nanoTime() - began;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, thread.getName() + " failed and goes on", e);
        }
    }

    /** Lets the task under way end, for at most 2 seconds. */
    @Override
    public void close() {
        closed.countDown();
        try {
            if (!thread.join(Duration.ofSeconds(2))) {
                // A thread that interrupts another one in a file operation waits for the disk as well.
                Thread.ofVirtual().name(thread.getName() + "-interrupt").start(thread::interrupt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
