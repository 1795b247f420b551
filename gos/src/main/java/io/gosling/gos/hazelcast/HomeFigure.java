package io.gosling.gos.hazelcast;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A count of something for which this node is the home: the result of the last recount, and the changes that partition
 * threads have reported since. A thread reports before it stores, and its last report may be missing from the recount;
 * such an addition is counted twice until the next recount rather than not at all, and a removal during a recount is
 * subtracted once at the most. Safe for use by many threads.
 */
final class HomeFigure {
    private final AtomicLong added = new AtomicLong();
    private final AtomicLong gone = new AtomicLong();
    private final ConcurrentHashMap<Thread, Addition> latest = new ConcurrentHashMap<>();
    private volatile long base;

    /** Those that were doubted at the last look: that is long enough ago for them to have been stored. */
    @GuardedBy("this")
    private Set<Addition> doubted = Set.of();

    /** Each is equal to itself alone. */
    private static final class Addition {
        private final long more;

        Addition(long more) {
            this.more = more;
        }
    }

    /** So much more, or less, by the thread that is about to store it, and stores one at a time. */
    void add(long more) {
        latest.put(Thread.currentThread(), new Addition(more));
        if (more >= 0) {
            added.addAndGet(more);
        } else {
            gone.addAndGet(-more);
        }
    }

    /** Recounts. Recounts are at least as far apart as a thread may take to store. */
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

    /**
     * Never less than the real figure, except for unreported changes: expired objects are counted too long, and
     * objects that moved here too late.
     */
    long value() {
        long less = gone.get();
        return Math.max(0, base + added.get() - less);
    }
}
