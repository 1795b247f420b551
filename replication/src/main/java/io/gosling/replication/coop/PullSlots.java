package io.gosling.replication.coop;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Limits the concurrent fetches of copies: so many in all, and half of them from one home if there are several, so that
 * a slow home leaves the rest to the others. For many threads; no call waits, except {@link #close}.
 */
final class PullSlots {
    private final int most;
    private final IntSupplier homes;
    private final Semaphore free;
    private final ConcurrentHashMap<String, Integer> byHome = new ConcurrentHashMap<>();

    PullSlots(int most, IntSupplier homes) {
        this.most = most;
        this.homes = homes;
        this.free = new Semaphore(most);
    }

    /** Takes a slot for a home, until {@link #release}; false when none is free. */
    boolean tryAcquire(String home) {
        if (!enter(home)) {
            return false;
        }
        boolean acquired = free.tryAcquire();
        if (!acquired) {
            leave(home);
        }
        return acquired;
    }

    private boolean enter(String home) {
        boolean[] entered = {false};
        byHome.compute(home, (same, count) -> {
            int before = count == null ? 0 : count;
            entered[0] = before < (homes.getAsInt() <= 1 ? most : Math.max(1, most / 2));
            return entered[0] ? before + 1 : count;
        });
        return entered[0];
    }

    void release(String home) {
        leave(home);
        free.release();
    }

    private void leave(String home) {
        byHome.computeIfPresent(home, (same, count) -> count == 1 ? null : count - 1);
    }

    /** Takes all slots for good; false on a timeout. */
    boolean close(Duration timeout) throws InterruptedException {
        return free.tryAcquire(most, timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
