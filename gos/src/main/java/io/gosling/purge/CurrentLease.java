package io.gosling.purge;

/**
 * The one place where this node's lease can be seen. Written by the owner of {@link PurgeParticipant}, read by every
 * thread that serves: one volatile read and nothing else.
 */
public final class CurrentLease {
    private final PurgeableCopies copies;
    private volatile long untilNanos;
    private volatile long epoch;

    CurrentLease(PurgeableCopies copies, long now) {
        this.copies = copies;
        this.untilNanos = now;
    }

    /** Returns true if anything may be served from memory. */
    public boolean holds(long nowNanos) {
        return nowNanos - untilNanos < 0;
    }

    /** The epoch of this lease, or of the last one; 0 before the first. */
    public long epoch() {
        return epoch;
    }

    /** Extends the lease; an earlier promise still holds. */
    void until(long nanos) {
        if (!holds(nanos)) {
            untilNanos = nanos;
        }
    }

    /** Time until which purges wait for this node. */
    long awaitedUntil() {
        return untilNanos;
    }

    /** Enters an epoch: purges may have been lost with an earlier one. It is seen only once all copies are in doubt. */
    void enter(long newest) {
        copies.doubt();
        epoch = newest;
    }

    void end(long now) {
        untilNanos = now;
    }
}
