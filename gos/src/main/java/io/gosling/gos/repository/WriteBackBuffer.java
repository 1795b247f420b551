package io.gosling.gos.repository;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The write-back buffer: puts that have not reached their home, and so the only bytes of their version in the cluster.
 * Oldest first. Safe for use by many threads; the lock is held for a few map accesses.
 */
final class WriteBackBuffer {
    record Put(CachedObject copy, long putNanos) {}

    private final long quota;

    @GuardedBy("this")
    private final Map<ObjectKey, Put> puts = new LinkedHashMap<>();

    @GuardedBy("this")
    private long bytes;

    WriteBackBuffer(long quota) {
        this.quota = quota;
    }

    synchronized boolean hasRoom(int size) {
        return bytes + size <= quota;
    }

    synchronized @Nullable CachedObject find(ObjectKey key) {
        Put put = puts.get(key);
        return put == null ? null : put.copy();
    }

    synchronized void add(CachedObject copy, long nowNanos) {
        Put old = puts.get(copy.key());
        if (old == null || old.copy().version() < copy.version()) {
            drop(copy.key(), copy.version());
            puts.put(copy.key(), new Put(copy, nowNanos));
            bytes += copy.size();
        }
    }

    synchronized void confirm(CachedObject copy, long since, long askedNanos) {
        puts.computeIfPresent(
                copy.key(),
                (key, put) -> put.copy().version() == copy.version()
                        ? new Put(put.copy().confirmed(since, askedNanos), put.putNanos())
                        : put);
    }

    synchronized boolean drop(ObjectKey key, long version) {
        Put put = puts.get(key);
        if (put == null || put.copy().version() > version) {
            return false;
        }
        puts.remove(key);
        bytes -= put.copy().size();
        return true;
    }

    /** The puts that have waited so long, and of the rest the oldest beyond half of the quota. */
    synchronized List<CachedObject> due(long ageNanos, long nowNanos) {
        List<CachedObject> due = new ArrayList<>();
        long rest = bytes;
        for (Put put : puts.values()) {
            if (nowNanos - put.putNanos() < ageNanos && rest <= quota / 2) {
                break;
            }
            due.add(put.copy());
            rest -= put.copy().size();
        }
        return due;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return puts.size();
    }
}
