package io.gosling.bench.fleet;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The queue of one emulated disk: a read takes a fixed time, and a fixed number of reads run at once; further reads
 * wait, in order. The end of a read is computed from the planned end of the one before it: a machine that wakes
 * sleeping threads late delays answers, and yet the disk does as many reads a second as configured. Reads take no time
 * until a time is set. Safe for use by many threads.
 */
final class EmulatedDisk {
    /** The time at which each head is free, in nanoseconds; guarded by itself. */
    private final PriorityQueue<Long> heads = new PriorityQueue<>((one, other) -> Long.signum(one - other));

    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong slow = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;

    EmulatedDisk(int atOnce) {
        long now = System.nanoTime();
        for (int head = 0; head < atOnce; head++) {
            heads.add(now);
        }
    }

    void latency(Duration each) {
        latency = each;
    }

    long reads() {
        return reads.get();
    }

    long slowReads() {
        return slow.get();
    }

    /** The total real duration of these reads, without waiting for others, in nanoseconds. */
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
