package io.gosling.bench.fleet;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The queue of one disk: a read takes a time, and so many go on at once; who comes meanwhile waits, in order. It takes no
 * time until it is told to. Safe for use by many threads.
 */
final class EmulatedDisk {
    private final Semaphore heads;
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong slow = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;

    /** @param atOnce reads at a time */
    EmulatedDisk(int atOnce) {
        heads = new Semaphore(atOnce, true);
    }

    /** From now on a read takes so long. */
    void latency(Duration each) {
        latency = each;
    }

    /** How often it was read so far. */
    long reads() {
        return reads.get();
    }

    /** Of its reads those that were to take a time. */
    long slowReads() {
        return slow.get();
    }

    /** How long those really took together, in nanoseconds. */
    long busyNanos() {
        return busyNanos.get();
    }

    void read() throws InterruptedException {
        reads.incrementAndGet();
        Duration now = latency;
        if (now.isZero()) {
            return;
        }
        heads.acquire();
        long began = System.nanoTime();
        try {
            TimeUnit.NANOSECONDS.sleep(now.toNanos());
        } finally {
            slow.incrementAndGet();
            busyNanos.addAndGet(System.nanoTime() - began);
            heads.release();
        }
    }
}
