package io.gosling.gos.hazelcast;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.gos.repository.HomeObjectEntry;
import java.util.stream.LongStream;

/**
 * Counts the removals that this node's homes remember by tenths of their lifetime, since Hazelcast expires them
 * silently. Safe for use by many threads; the lock is held for a few additions.
 */
final class TombstoneCounter {
    private static final int TENTHS = 10;
    private static final long TENTH_MILLIS = HomeObjectEntry.REMOVED_MILLIS / TENTHS;

    @GuardedBy("this")
    private final long[] objects = new long[TENTHS + 1];

    @GuardedBy("this")
    private final long[] bytes = new long[TENTHS + 1];

    @GuardedBy("this")
    private long latest;

    /** Adds removals; negative when a key was put again. */
    synchronized void add(int moreObjects, int moreBytes, long nowMillis) {
        advance(nowMillis);
        int slot = (int) (latest % objects.length);
        objects[slot] += moreObjects;
        bytes[slot] += moreBytes;
    }

    synchronized long objects(long nowMillis) {
        advance(nowMillis);
        return sum(objects);
    }

    synchronized long bytes(long nowMillis) {
        advance(nowMillis);
        return sum(bytes);
    }

    @GuardedBy("this")
    private void advance(long nowMillis) {
        long now = nowMillis / TENTH_MILLIS;
        latest = Math.max(latest, now - objects.length);
        while (latest < now) {
            int slot = (int) (++latest % objects.length);
            objects[slot] = 0;
            bytes[slot] = 0;
        }
    }

    private static long sum(long[] counts) {
        return Math.max(0, LongStream.of(counts).sum());
    }
}
