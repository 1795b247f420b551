package io.gosling.gos.repository;

import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The purges of repository objects that this node has applied, numbered in the order of arrival. The marks are written
 * before the number that announces them, so a thread that sees the number sees the marks. Beyond the bound, purges are
 * not remembered but all copies become doubtful: every copy is then compared with its home, which sends no bytes for
 * an unchanged object.
 *
 * <p>Safe for use by many threads; readers take no lock.
 */
public final class RepositoryPurgeHistory {
    private static final int MOST = 1 << 16;

    private final ConcurrentHashMap<UUID, Long> marks = new ConcurrentHashMap<>();
    private volatile long provenFrom;
    private volatile long latest;

    public long latest() {
        return latest;
    }

    /** Makes copies of these old; in force for every thread when this returns. */
    public synchronized void add(Collection<UUID> hashes) {
        long number = latest + 1;
        hashes.forEach(hash -> marks.put(hash, number));
        if (marks.size() > MOST) {
            provenFrom = number;
            marks.clear();
        }
        latest = number;
    }

    /** Makes every copy be compared with its home. */
    public synchronized void doubtAll() {
        provenFrom = latest + 1;
        marks.clear();
        latest = provenFrom;
    }

    /** Returns true if bytes that were good as of a number still are. */
    public boolean isGood(UUID hash, long since) {
        if (since >= latest) {
            return true;
        }
        Long mark = marks.get(hash);
        // Read last: removing marks raises it first.
        return (mark == null || mark <= since) && since >= provenFrom;
    }
}
