package io.gosling.replication.home;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The current rendered variants of a page: several, so that the page's links lead to every server that they may lead
 * to, although each variant is sent repeatedly. Pages with many links need fewer. The set fills as the page is sent.
 * For many threads, without locks; one at a time renders.
 */
public final class RenderedVariantSet {
    /** Greatest number of variants of a page. */
    static final int MOST = 8;

    private static final int LEAST = 2;

    /** Valid choices of all variants of a page together. */
    private static final int CHOICES = 64;

    private final AtomicReferenceArray<@Nullable RenderedVariant> rendered;
    private final AtomicBoolean beingFilled = new AtomicBoolean();
    private volatile long rests = Long.MIN_VALUE;

    /** @param documents to which the page leads that may be chosen */
    public RenderedVariantSet(int documents) {
        rendered = new AtomicReferenceArray<>(Math.clamp(CHOICES / Math.max(1, documents), LEAST, MOST));
    }

    public int size() {
        return rendered.length();
    }

    boolean begin() {
        return !beingFilled.get() && beingFilled.compareAndSet(false, true);
    }

    /** Others may fill it. */
    public void end() {
        beingFilled.set(false);
    }

    /** Suspends background rendering until this time of the ticker. */
    void rest(long untilNanos) {
        rests = untilNanos;
    }

    boolean isResting(long nowNanos) {
        long until = rests;
        return until != Long.MIN_VALUE && nowNanos - until < 0;
    }

    @Nullable
    RenderedVariant at(int place) {
        return rendered.get(place);
    }

    /** Puts a variant into a place; returns the previous one, which the caller is to retire. */
    @Nullable
    RenderedVariant put(int place, RenderedVariant other) {
        return rendered.getAndSet(place, other);
    }

    /** Clears a place; returns the previous variant, which the caller is to retire. */
    @Nullable
    RenderedVariant take(int place) {
        return rendered.getAndSet(place, null);
    }
}
