package io.gosling.gos.cluster;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One task again and again on a thread of its own, until closed. A task that fails is logged and tried again. */
final class DutyCycle implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DutyCycle.class.getName());

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private DutyCycle(String name, Duration interval, Runnable task) {
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> repeat(interval, task));
    }

    /** Runs the task every interval, the first time after one. */
    static DutyCycle start(String name, Duration interval, Runnable task) {
        DutyCycle cycle = new DutyCycle(name, interval, task);
        cycle.thread.start();
        return cycle;
    }

    private void repeat(Duration interval, Runnable task) {
        try {
            while (!closed.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                run(task);
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
                // Whoever interrupts a thread that is in a file waits for the disk as well.
                Thread.ofVirtual().name(thread.getName() + "-interrupt").start(thread::interrupt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
