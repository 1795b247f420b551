package io.gosling.gos.repository;

import io.gosling.document.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Locks of objects, by get, put and remove alone: the lock of a key is an object beside it, which is put where there
 * is none, expires by itself, and is removed in the version in which it was put. It is an advisory lock: it binds only
 * those that use it, and a holder that stalls for longer than its lease no longer holds it, so a change that must not
 * be lost names the version of the object that it has seen ({@link ChangeCondition#version}). Homes determine its end
 * by their wall clocks: one that is set forward, or is ahead of that of the home which the lock has moved from, ends it
 * before its time, and the holder is not notified. The token protects in that case too.
 *
 * <p>Each call asks the lock's home, once, and waits for it; where there is a quorum it also waits for a purge of the
 * lock, as every put that is visible everywhere does, and a purge that is not certain makes the result
 * <em>unavailable</em>. With {@code repository.full: drop} there are no locks, since one might be dropped while it is
 * held. Safe for use by many threads.
 */
public final class ObjectLocks {
    private static final byte[] SUFFIX = "\0lock".getBytes(StandardCharsets.UTF_8);

    private final ObjectRepository objects;
    private final Ticker ticker;

    public ObjectLocks(ObjectRepository objects, Ticker ticker) {
        this.objects = objects;
        this.ticker = ticker;
    }

    /**
     * A lock that was got.
     *
     * @param token higher with each lease of the same key, as versions are
     * @param endsNanos its end by this node's ticker, not later than at the home while clocks agree
     */
    public record Lease(ObjectKey key, long token, long endsNanos) {
        /** Returns true if it still holds. */
        public boolean holds(long nowNanos) {
            return endsNanos - nowNanos > 0;
        }
    }

    public sealed interface Attempt {
        /** It is the caller's until it ends. */
        record Held(Lease lease) implements Attempt {}

        record Taken() implements Attempt {}

        /** The result is unknown. If the caller has the lock, it ends after the requested time. */
        record Unavailable(String reason) implements Attempt {}
    }

    /**
     * Asks for the lock of a key.
     *
     * @param lease duration, 1 ms to 3650 days
     * @throws IllegalArgumentException when the key is longer than {@link ObjectKey#LONGEST} less 5, or the lease out
     *     of bounds
     */
    public Attempt lock(ObjectKey key, Duration lease) {
        return put(key, ChangeCondition.absent(), lease);
    }

    /**
     * Asks for a lock for so much longer from now; <em>taken</em> when it has ended meanwhile. The old lease ends with
     * it.
     */
    public Attempt renew(Lease held, Duration lease) {
        return put(held.key(), ChangeCondition.version(held.token()), lease);
    }

    private Attempt put(ObjectKey key, ChangeCondition condition, Duration lease) {
        if (objects.drops()) {
            return new Attempt.Unavailable(
                    "repository.full: drop may drop a lock while it is held; expected repository.full: refuse");
        }
        long asked = ticker.nanos();
        // Visible everywhere, so never written back: a lock is at its home or it is none.
        return switch (objects.put(
                of(key), StoredContent.of("").expiring(lease), condition, AcknowledgementLevel.EVERYWHERE)) {
            case PutResult.Stored stored -> new Attempt.Held(new Lease(key, stored.version(), asked + lease.toNanos()));
            case PutResult.Conflict conflict -> new Attempt.Taken();
            case PutResult.Full full -> new Attempt.Unavailable("the lock's home is full");
            case PutResult.Unavailable unavailable -> new Attempt.Unavailable(unavailable.reason());
        };
    }

    /** Gives it back; false when it had ended before, or its home cannot be asked and it will end by itself. */
    public boolean unlock(Lease held) {
        ChangeCondition mine = ChangeCondition.version(held.token());
        return objects.remove(of(held.key()), mine, AcknowledgementLevel.EVERYWHERE) instanceof RemoveResult.Removed;
    }

    private static ObjectKey of(ObjectKey key) {
        byte[] bytes = key.bytes();
        ByteBuffer lock = ByteBuffer.allocate(bytes.length + SUFFIX.length);
        return ObjectKey.of(lock.put(bytes).put(SUFFIX).array());
    }
}
