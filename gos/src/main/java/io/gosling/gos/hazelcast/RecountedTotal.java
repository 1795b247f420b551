package io.gosling.gos.hazelcast;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A count of something for which this node is the home: the result of the last recount, and the changes that partition
 * threads have reported since. A thread reports before it stores; an addition during a recount may count twice until
 * the next one, and is never missed. Safe for use by many threads.
 */
final class RecountedTotal {
    private final AtomicLong added = new AtomicLong();
    private final AtomicLong gone = new AtomicLong();
    private final ConcurrentHashMap<Thread, Addition> latest = new ConcurrentHashMap<>();
    private volatile long base;

    /** Additions that the last recount may have missed. */
    @GuardedBy("this")
    private Set<Addition> doubted = Set.of();

    /** An addition, compared by identity. */
    private static final class Addition {
        private final long more;

        Addition(long more) {
            this.more = more;
        }
    }

    /** Adds a change, which the calling thread is about to store. */
    void add(long more) {
        latest.put(Thread.currentThread(), new Addition(more));
        if (more >= 0) {
            added.addAndGet(more);
        } else {
            gone.addAndGet(-more);
        }
    }

    synchronized void look(LongSupplier seen) {
        long before = added.get();
        Set<Addition> doubtful = Set.copyOf(latest.values());
        long missing = 0;
        for (Addition one : doubtful) {
            missing += doubted.contains(one) ? 0 : Math.max(0, one.more);
        }
        doubted = doubtful;
        long there = seen.getAsLong();
        // Objects removed meanwhile may be missing in the recount already.
        base = there - before + gone.get() + missing;
    }

    /** Returns the figure, at least the real one: expired and moved objects are counted too long. */
    long value() {
        long less = gone.get();
        return Math.max(0, base + added.get() - less);
    }
}
