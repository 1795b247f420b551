package io.gosling.gos.memory;

import io.gosling.caching.RequestCacheDirectives;
import io.gosling.caching.ReuseDecision;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.Body;
import io.gosling.document.Representation;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.Objects;

/** A stored response of an origin with a reference to its bytes. Owned by one thread, which closes it once. */
public record StoredResponse(InMemoryObject object, LocalObjectCache cache, StoredResponseHead reply)
        implements AutoCloseable {
    StoredResponse(InMemoryObject object, LocalObjectCache cache) {
        this(object, cache, Objects.requireNonNull(object.reply()));
    }

    /**
     * Decides on its reuse for a request: a copy that an unknown purge may have selected is revalidated, however fresh.
     */
    public ReuseDecision judge(RequestCacheDirectives request, long nowNanos) {
        ReuseDecision verdict = reply.judge(request, nowNanos);
        boolean unasked = verdict == ReuseDecision.SERVE || verdict == ReuseDecision.SERVE_AND_VALIDATE;
        return unasked && !cache.isServable(object, nowNanos) ? ReuseDecision.VALIDATE_STALE : verdict;
    }

    /**
     * Returns true if it could be served without asking if this node had a lease: it is fresh, whatever staleness the
     * client accepts, and no purge that is known here selects it.
     */
    public boolean lacksOnlyLease(RequestCacheDirectives request, long nowNanos) {
        return reply.judge(request, nowNanos) == ReuseDecision.SERVE
                && reply.freshFor(nowNanos).isPositive()
                && cache.isGood(object);
    }

    /** {@link StoredResponseHead#servesOnFailure}, unless a purge may have meant it unnoticed. */
    public boolean servesOnFailure(RequestCacheDirectives request, Duration grace, long nowNanos) {
        return cache.isServable(object, nowNanos) && reply.servesOnFailure(request, grace, nowNanos);
    }

    /** Returns true if it may be lent as it is, fresh or stale: no purge selects it. */
    public boolean isGood(long nowNanos) {
        return cache.isServable(object, nowNanos);
    }

    public Representation representation() {
        return object.document().representation();
    }

    /** Returns true if it has the version of a slice index, in whatever form it is stored. */
    public boolean isOf(StoredResponseHead sliceIndex) {
        return reply.strongTag().equals(sliceIndex.strongTag()) && length() == sliceIndex.outlinedLength();
    }

    /** The length of the whole in bytes, in whatever form it is stored. */
    public long length() {
        return reply.isSliceIndex() ? reply.outlinedLength() : representation().length();
    }

    /** Returns true if it is the one in memory. */
    public boolean isKept() {
        return cache.holds(object);
    }

    public Body body() {
        return new Body.InMemory(bytes());
    }

    /** All its bytes, of which one reference passes over. */
    public ByteBuf bytes() {
        return object.document().body().retainedDuplicate();
    }

    @Override
    public void close() {
        object.document().release();
    }
}
