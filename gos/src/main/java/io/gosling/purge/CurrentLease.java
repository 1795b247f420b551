package io.gosling.purge;

/**
 * The one place where this node's lease can be seen. Written by the owner of {@link PurgeParticipant}, read by every
 * thread that serves: one volatile read and nothing else.
 */
public final class CurrentLease {
    private final PurgeableCopies copies;
    private volatile ServingLease lease;
    private volatile long epoch;

    CurrentLease(PurgeableCopies copies, long now) {
        this.copies = copies;
        this.lease = new ServingLease(now, 0);
    }

    public ServingLease lease() {
        return lease;
    }

    /** The epoch of this lease, or of the last one; 0 before the first. */
    public long epoch() {
        return epoch;
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

    /** Enters an epoch: purges may have been lost with an earlier one. It is seen only once all copies are in doubt. */
    void enter(long newest) {
        doubt();
        epoch = newest;
    }

    void end(long now) {
        lease = new ServingLease(now, lease.provenFrom());
    }
}
