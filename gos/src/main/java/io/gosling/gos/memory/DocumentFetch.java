package io.gosling.gos.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.DocumentPath;
import io.gosling.gos.objecttable.LocalObjectEntry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A fetch of one object into memory, shared by all requests that arrive meanwhile.
 *
 * <pre>
 *   1 open:    its leader fetches, others join and wait
 *   2 closed:  an invalidation has overtaken it; the waiting requests are served, no request joins, nothing is stored
 *   3 done:    the outcome is there, with a reference for each waiter
 * </pre>
 *
 * <p>Used by worker paths and the peer channel; its monitor is held for moments only, never during a fetch.
 */
public final class DocumentFetch {
    private final DocumentPath path;
    private final LocalObjectEntry object;
    final long since;

    @GuardedBy("this")
    private int waiters;

    @GuardedBy("this")
    private @Nullable DocumentFetchOutcome outcome;

    /** The lowest version that the leader may get. */
    @GuardedBy("this")
    private long version;

    /** Written under the monitor, read without it by the cache while it holds its own lock. */
    private volatile boolean open = true;

    /** @param since the number of the last purge before the fetch begins */
    DocumentFetch(DocumentPath path, LocalObjectEntry object, long since) {
        this.path = path;
        this.object = object;
        this.since = since;
        this.version = object.version();
    }

    /** A fetch for one request alone: no other request joins it, and its result is not stored. */
    public static DocumentFetch closed(DocumentPath path, LocalObjectEntry object, long since) {
        DocumentFetch fetch = new DocumentFetch(path, object, since);
        fetch.open = false;
        return fetch;
    }

    public DocumentPath path() {
        return path;
    }

    public LocalObjectEntry object() {
        return object;
    }

    boolean isOpen() {
        return open;
    }

    synchronized boolean join() {
        if (outcome != null || !open) {
            return false;
        }
        waiters++;
        return true;
    }

    /** Raises the lowest version that the leader is about to get; older invalidations are ignored. */
    public synchronized void expectVersion(long atLeast) {
        version = Math.max(version, atLeast);
    }

    public synchronized long expectedVersion() {
        return version;
    }

    /** Records a newer version: the bytes being read may be older. */
    synchronized void overtaken(long by) {
        if (version < by) {
            open = false;
        }
    }

    /**
     * Waits for the outcome after a successful {@link #join}.
     *
     * @return the outcome, with a reference for the caller; {@link DocumentFetchOutcome.EachAlone} when there was none
     *     in time
     */
    public synchronized DocumentFetchOutcome await(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (outcome == null) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                waiters--;
                return new DocumentFetchOutcome.EachAlone();
            }
            try {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            } catch (InterruptedException e) {
                if (outcome == null) {
                    waiters--;
                    throw e;
                }
                Thread.currentThread().interrupt();
            }
        }
        return outcome;
    }

    synchronized void complete(DocumentFetchOutcome reached) {
        if (outcome != null) {
            return;
        }
        if (reached instanceof DocumentFetchOutcome.Held held) {
            for (int i = 0; i < waiters; i++) {
                held.object().document().tryRetain();
            }
        }
        outcome = reached.shared();
        notifyAll();
    }
}
