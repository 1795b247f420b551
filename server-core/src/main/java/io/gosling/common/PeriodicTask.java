package io.gosling.common;

import io.gosling.document.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** One task again and again on a thread of its own, until closed. A task that fails is logged and tried again. */
public final class PeriodicTask implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PeriodicTask.class.getName());
    private static final Ticker TICKER = Ticker.system();

    /** A task that gives way to others rests this many times as long as it has worked. */
    private static final int REST = 4;

    /** Intervals that such a rest takes at most. */
    private static final int LONGEST_REST = 10;

    /** The most by which a pause exceeds an interval. */
    private static final long MOST_MORE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Task task;
    private final LongUnaryOperator pause;
    private final boolean resilient;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /** The repeated work; may block, and is interrupted when closing takes too long. */
    @FunctionalInterface
    public interface Task {
        void run() throws Exception;
    }

    /** @param resilient true if it begins at once, and goes on after an error of {@link #startNow} */
    private PeriodicTask(String name, LongUnaryOperator pause, boolean resilient, Task task) {
        this.task = task;
        this.pause = pause;
        this.resilient = resilient;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::repeat);
    }

    /** Runs the task every interval, the first time after one. An {@link Error} ends it. */
    public static PeriodicTask start(String name, Duration interval, Runnable task) {
        return begin(new PeriodicTask(name, took -> interval.toNanos(), false, task::run));
    }

    /** The same with an interval that is asked for before each pause. */
    public static PeriodicTask start(String name, Supplier<Duration> interval, Runnable task) {
        return begin(new PeriodicTask(name, took -> interval.get().toNanos(), false, task::run));
    }

    /** The same for a task that can wait where others have much to do: {@link #rest}. */
    public static PeriodicTask sparing(String name, Duration interval, Runnable task) {
        return begin(new PeriodicTask(name, took -> rest(interval.toNanos(), took), false, task::run));
    }

    /**
     * Runs the task at once, and again an interval after it ended, also after a {@link StackOverflowError} or {@link
     * OutOfMemoryError}: a file that the task reads may be their only cause.
     */
    public static PeriodicTask startNow(String name, Duration interval, Task task) {
        return begin(new PeriodicTask(name, took -> interval.toNanos(), true, task));
    }

    private static PeriodicTask begin(PeriodicTask periodic) {
        periodic.thread.start();
        return periodic;
    }

    /** The time from a task's end to its next start, at least the interval and so that it works a fifth of the time. */
    static long rest(long intervalNanos, long tookNanos) {
        long most = Math.min(LONGEST_REST * intervalNanos, intervalNanos + MOST_MORE_NANOS);
        return Math.clamp(REST * tookNanos, intervalNanos, most);
    }

    private void repeat() {
        try {
            if (!resilient && isClosedWithin(pause.applyAsLong(0))) {
                return;
            }
            long began;
            do {
                began = TICKER.nanos();
                run();
            } while (!isClosedWithin(pause.applyAsLong(TICKER.nanos() - began)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosedWithin(long nanos) throws InterruptedException {
        return closed.await(nanos, TimeUnit.NANOSECONDS);
    }

    private void run() throws InterruptedException {
        try {
            task.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            failed(e);
        } catch (StackOverflowError | OutOfMemoryError e) {
            if (!resilient) {
                throw e;
            }
            failed(e);
        }
    }

    private void failed(Throwable why) {
        LOG.log(Level.WARNING, thread.getName() + " failed and goes on", why);
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
