package io.gosling.bench.fleet;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The queue of one disk: a read takes a time, and so many go on at once; who comes meanwhile waits, in order. When a read
 * ends is reckoned from when the one before it should have ended: a machine that wakes sleepers late delays answers, and the
 * disk does as many reads a second as it was told to. It takes no time until it is told to. Safe for use by many threads.
 */
final class EmulatedDisk {
    /** When each head is free, in nanoseconds; guarded by itself. */
    private final PriorityQueue<Long> heads = new PriorityQueue<>((one, other) -> Long.signum(one - other));

    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong slow = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;

    /** @param atOnce reads at a time */
    EmulatedDisk(int atOnce) {
        long now = System.nanoTime();
        for (int head = 0; head < atOnce; head++) {
            heads.add(now);
        }
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

    /** How long those really took together, without waiting for others, in nanoseconds. */
    long busyNanos() {
        return busyNanos.get();
    }

    void read() throws InterruptedException {
        reads.incrementAndGet();
        long nanos = latency.toNanos();
        if (nanos == 0) {
            return;
        }
        long end = end(System.nanoTime(), nanos);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
        slow.incrementAndGet();
        busyNanos.addAndGet(System.nanoTime() - end + nanos);
    }

    /** Takes the head that is free first, for a read that comes now; when it will have been read. */
    private long end(long now, long nanos) {
        synchronized (heads) {
            long free = heads.remove();
            long end = (free - now > 0 ? free : now) + nanos;
            heads.add(end);
            return end;
        }
    }
}
