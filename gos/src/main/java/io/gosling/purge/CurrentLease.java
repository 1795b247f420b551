package io.gosling.purge;

/**
 * The one place where this node's lease can be seen. Written by the owner of {@link PurgeParticipant}, read by every
 * thread that serves: one volatile read and nothing else.
 */
public final class CurrentLease {
    private final CopyStore copies;
    private volatile ServingLease lease;

    /** No lease yet. */
    CurrentLease(CopyStore copies, long now) {
        this.copies = copies;
        this.lease = new ServingLease(now, 0);
    }

    /** The newest lease; it may have run out. */
    public ServingLease lease() {
        return lease;
    }

    /** The lease lasts until then; it never becomes shorter, because an earlier promise still holds. */
    void until(long nanos) {
        ServingLease old = lease;
        if (nanos - old.untilNanos() > 0) {
            lease = new ServingLease(nanos, old.provenFrom());
        }
    }

    /** Until when others wait for this node before they call a purge complete. */
    long awaitedUntil() {
        return lease.untilNanos();
    }

    /** Purges may have been missed: copies held now must be confirmed before they are served. */
    void doubt() {
        lease = new ServingLease(lease.untilNanos(), copies.doubt());
    }

    /** Nothing is served from memory from now on. */
    void end(long now) {
        lease = new ServingLease(now, lease.provenFrom());
    }
}
