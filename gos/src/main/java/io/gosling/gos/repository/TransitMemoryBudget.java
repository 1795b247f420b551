package io.gosling.gos.repository;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A node's memory budget for objects in transit: bodies of requests, requests to homes and responses, since a stalled
 * home keeps all requests to it. Requests beyond it are refused at once. An object larger than the whole budget may go
 * alone. Safe for use by many threads; never blocks.
 */
public final class TransitMemoryBudget {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    public TransitMemoryBudget(long most) {
        this.most = most;
    }

    /** Takes so many bytes, to be given back by {@link #give}; false where there are not so many. */
    public boolean take(long bytes) {
        long before = taken.getAndUpdate(now -> fits(now, bytes) ? now + bytes : now);
        return fits(before, bytes);
    }

    private boolean fits(long before, long bytes) {
        return before <= 0 || before + bytes <= most;
    }

    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Bytes at this moment. */
    public long taken() {
        return taken.get();
    }
}
