package io.gosling.purge;

/**
 * The lease of this node: the time until which it may serve copies without asking, and the copies. Immutable; code that
 * serves reads the newest one from {@link CurrentLease#lease}.
 *
 * <p>It must be compared with {@link System#nanoTime} taken <em>after</em> the request was read: a time that was taken
 * before may be that of before a pause of the process, in which the lease ran out, and so may a flag that a timer
 * clears.
 *
 * @param untilNanos on this node's monotonic clock
 * @param provenFrom copies with a lower serial number must be confirmed by the origin first
 */
public record ServingLease(long untilNanos, long provenFrom) {
    /** Returns true if a copy may be served to a request that had been read by {@code nowNanos}. */
    public boolean serves(long nowNanos, long copySerial) {
        return nowNanos - untilNanos < 0 && copySerial >= provenFrom;
    }

    /** Returns true if anything may be served from memory. */
    public boolean holds(long nowNanos) {
        return nowNanos - untilNanos < 0;
    }
}
