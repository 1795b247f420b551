package io.gosling.replication.coop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Limits the concurrent fetches of copies: so many in all, and half of them from one home if there are several, so that
 * a slow home leaves the rest to the others. For many threads; no call waits, except {@link #close}.
 */
final class CopyFetchSlots {
    private final int most;
    private final IntSupplier homes;
    private final Semaphore free;

    @GuardedBy("this")
    private final Map<String, Integer> byHome = new HashMap<>();

    CopyFetchSlots(int most, IntSupplier homes) {
        this.most = most;
        this.homes = homes;
        this.free = new Semaphore(most);
    }

    /** Takes a slot for a home, until {@link #release}; false when none is free. */
    synchronized boolean tryAcquire(String home) {
        int taken = byHome.getOrDefault(home, 0);
        int mostOfOne = homes.getAsInt() <= 1 ? most : Math.max(1, most / 2);
        boolean acquired = taken < mostOfOne && free.tryAcquire();
        if (acquired) {
            byHome.put(home, taken + 1);
        }
        return acquired;
    }

    synchronized void release(String home) {
        byHome.computeIfPresent(home, (same, count) -> count == 1 ? null : count - 1);
        free.release();
    }

    /** Takes all slots for good; false on a timeout. */
    boolean close(Duration timeout) throws InterruptedException {
        return free.tryAcquire(most, timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
