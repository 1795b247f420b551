package io.gosling.purge;

/**
 * The one place where this node's lease can be seen. Written by the owner of {@link PurgeParticipant}, read by every
 * thread that serves: one volatile read and nothing else.
 */
public final class CurrentLease {
    private final PurgeableCopies copies;
    private volatile ServingLease lease;

    CurrentLease(PurgeableCopies copies, long now) {
        this.copies = copies;
        this.lease = new ServingLease(now, 0);
    }

    public ServingLease lease() {
        return lease;
    }

    /** Extends the lease; an earlier promise still holds. */
    void until(long nanos) {
        ServingLease old = lease;
        if (nanos - old.untilNanos() > 0) {
            lease = new ServingLease(nanos, old.provenFrom());
        }
    }

    /** Time until which purges wait for this node. */
    long awaitedUntil() {
        return lease.untilNanos();
    }

    /** Requires revalidation of all copies, since purges may have been missed. */
    void doubt() {
        lease = new ServingLease(lease.untilNanos(), copies.doubt());
    }

    void end(long now) {
        lease = new ServingLease(now, lease.provenFrom());
    }
}
