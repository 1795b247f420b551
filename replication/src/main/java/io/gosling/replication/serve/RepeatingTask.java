package io.gosling.replication.serve;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs one task repeatedly on a thread of its own, until closed; a failure is logged and the task tried again. */
final class RepeatingTask implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RepeatingTask.class.getName());
    private static final Duration LAST = Duration.ofSeconds(2);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /** The repeated work; may block, and is interrupted when closing takes too long. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }

    private RepeatingTask(String name, Duration interval, Task task) {
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> repeat(interval, task));
    }

    /** Starts the task; it runs for the first time at once. */
    static RepeatingTask start(String name, Duration interval, Task task) {
        RepeatingTask duty = new RepeatingTask(name, interval, task);
        duty.thread.start();
        return duty;
    }

    private void repeat(Duration interval, Task task) {
        try {
            do {
                run(task);
            } while (!closed.await(interval.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Task task) throws InterruptedException {
        try {
            task.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            LOG.log(Level.WARNING, thread.getName() + " failed and goes on", e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            if (!thread.join(LAST)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
