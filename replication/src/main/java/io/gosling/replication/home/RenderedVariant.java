package io.gosling.replication.home;

import io.gosling.document.StoredDocument;
import io.gosling.replication.plan.HomePlan;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A page with links that were chosen once, for a short time sent to whoever asks; from what it was drawn never changes. For
 * many threads. Born good; due when half of its time has passed, or another plan is there; retired, once, by whoever takes it
 * out of the {@link RenderedVariantSet}.
 */
public final class RenderedVariant {
    private static final long RETIRED = Long.MIN_VALUE / 2;

    /** After so many responses another drawing beside it is worth its cost. */
    private static final long MANY = 16;

    private final @Nullable StoredDocument document;
    private final Terms terms;
    private final List<String> documents;
    private final int links;
    private final AtomicLong uses = new AtomicLong();
    /** How many of these were taken. */
    private final AtomicLong taken = new AtomicLong();

    /**
     * Under which it may be used.
     *
     * @param plan from which its links were chosen
     * @param losses of the group when they were
     * @param dueNanos from when on it is to be drawn anew, before its end
     * @param endNanos from when on it is not sent
     */
    record Terms(HomePlan plan, long losses, long dueNanos, long endNanos) {}

    /**
     * @param document what is sent, whose reference passes over; null where no link was chosen and the page is sent as it is
     * @param choice what was chosen
     */
    RenderedVariant(@Nullable StoredDocument document, Terms terms, LinkChoice choice) {
        this.document = document;
        this.terms = terms;
        this.documents = choice.documents();
        this.links = choice.links();
    }

    /** What is sent; null where the page is sent as it is. */
    @Nullable
    public StoredDocument document() {
        return document;
    }

    /** The documents for which another server was chosen. */
    List<String> documents() {
        return documents;
    }

    /** How many links lead to other servers. */
    int links() {
        return links;
    }

    /** Whether it may be sent. */
    boolean isGood(long losses, long nowNanos) {
        return terms.losses() == losses && nowNanos - terms.endNanos() < 0 && uses.get() >= 0;
    }

    /** Whether it is to be drawn anew, and may be sent until that is done. */
    boolean isDue(HomePlan plan, long nowNanos) {
        return terms.plan() != plan || nowNanos - terms.dueNanos() >= 0;
    }

    /** Counts one response; false when it was retired, and is not to be sent. */
    public boolean use() {
        return uses.incrementAndGet() > 0;
    }

    /** Whether it was sent often enough for now, if others can be. */
    boolean isSentOften() {
        return uses.get() >= MANY;
    }

    /** How many responses since this was asked last. */
    long takeUses() {
        return take(uses.get());
    }

    /** What is taken by several at once is taken by one of them. */
    private long take(long counted) {
        return counted < 0 ? 0 : Math.max(0, counted - taken.getAndAccumulate(counted, Math::max));
    }

    /** Ends its use and gives its bytes back: how many responses were not taken yet. Any time but the first changes nothing. */
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
