package io.gosling.gos.hazelcast;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A count of something for which this node is the home: the result of the last recount, and the changes that partition
 * threads have reported since it began. A thread reports before it stores, so until the next recount a change that is
 * made meanwhile may count twice, or one that each partition thread had just reported not at all. Safe for use by many
 * threads.
 */
final class RecountedTotal {
    private final AtomicLong changes = new AtomicLong();
    private volatile long base;

    /** Adds a change, which the calling thread is about to store. */
    void add(long more) {
        changes.addAndGet(more);
    }

    /** Recounts; one caller at a time. */
    void look(LongSupplier seen) {
        long before = changes.get();
        base = seen.getAsLong() - before;
    }

    long value() {
        return Math.max(0, base + changes.get());
    }
}
