package io.gosling.replication.serve;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many copies may be on their way at a time: so many in all, and half of them from one home, so that one that is slow
 * leaves the others the rest. For many threads, without locks.
 */
final class PullSlots {
    private final int most;
    private final Semaphore free;
    private final ConcurrentHashMap<String, Integer> byHome = new ConcurrentHashMap<>();

    /** @param most in all; positive */
    PullSlots(int most) {
        this.most = most;
        this.free = new Semaphore(most);
    }

    /** One for a copy of this home's, which {@link #release} gives back; false when none is free for it. */
    boolean tryAcquire(String home) {
        boolean acquired = byHome.merge(home, 1, Integer::sum) <= Math.max(1, most / 2) && free.tryAcquire();
        if (!acquired) {
            leave(home);
        }
        return acquired;
    }

    /** Gives one back. */
    void release(String home) {
        leave(home);
        free.release();
    }

    private void leave(String home) {
        byHome.computeIfPresent(home, (same, count) -> count == 1 ? null : count - 1);
    }

    /** Waits until none is taken, and takes all for good; false when that took too long. */
    boolean close(Duration patience) throws InterruptedException {
        return free.tryAcquire(most, patience.toNanos(), TimeUnit.NANOSECONDS);
    }
}
