package io.gosling.replication.home;

import io.gosling.document.StoredDocument;
import io.gosling.replication.plan.ReplicationPlan;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A page that was rendered with chosen links, and is sent to all clients for a short time; the inputs of its rendering
 * never change. For many threads. It is valid at first; due for rendering again when half of its time has passed, or
 * the plan has changed; and retired, once, by the caller that takes it out of the {@link RenderedVariantSet}.
 */
public final class RenderedVariant {
    private static final long RETIRED = Long.MIN_VALUE / 2;

    /** Responses after which another variant is worth its cost. */
    private static final long MANY = 16;

    private final @Nullable StoredDocument document;
    private final Terms terms;
    final List<String> documents;
    final int links;
    private final AtomicLong uses = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();

    /** The conditions of use: plan and losses at the choice, time of rendering again, and end. */
    record Terms(ReplicationPlan plan, long losses, long dueNanos, long endNanos) {}

    /**
     * @param document the page, whose reference passes over; null to send it as it is
     */
    RenderedVariant(@Nullable StoredDocument document, Terms terms, PageLinkChoices choice) {
        this.document = document;
        this.terms = terms;
        this.documents = choice.documents();
        this.links = choice.links();
    }

    /** The document that is sent; null if the page is sent unchanged. */
    @Nullable
    public StoredDocument document() {
        return document;
    }

    boolean isGood(long losses, long nowNanos) {
        return terms.losses() == losses && nowNanos - terms.endNanos() < 0 && uses.get() >= 0;
    }

    /** True if it is to be rendered again, and may be sent until that is done. */
    boolean isDue(ReplicationPlan plan, long nowNanos) {
        return terms.plan() != plan || nowNanos - terms.dueNanos() >= 0;
    }

    /** Counts one response; false when it was retired, and is not to be sent. */
    public boolean use() {
        return uses.incrementAndGet() > 0;
    }

    boolean isSentOften() {
        return uses.get() >= MANY;
    }

    /** Number of responses since the last call. */
    long takeUses() {
        return take(uses.get());
    }

    /** Takes a count once among concurrent threads. */
    private long take(long counted) {
        return counted < 0 ? 0 : Math.max(0, counted - taken.getAndAccumulate(counted, Math::max));
    }

    /** Ends its use and releases its bytes; returns the responses not taken yet. Idempotent. */
    long retire() {
        long counted = uses.getAndSet(RETIRED);
        if (counted < 0) {
            return 0;
        }
        if (document != null) {
            document.release();
        }
        return take(counted);
    }
}
