package io.gosling.replication.home;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A page as it was drawn the last few times: several, so that while each is sent again and again the page's links still lead
 * to every server that they may lead to. Of a page that leads to many documents fewer do, since one drawing alone leads
 * everywhere, and drawing it costs more. It fills as the page is sent: one that is asked for now and then is drawn once
 * or twice while a choice is good, not for each response. For many threads, without locks; one at a time draws.
 */
public final class RenderedVariantSet {
    /** Drawn pages of one page at a time, at most. */
    static final int MOST = 8;

    private static final int LEAST = 2;

    /** Choices that are good at a time, all drawings of a page together. */
    private static final int CHOICES = 64;

    private final AtomicReferenceArray<@Nullable RenderedVariant> drawn;
    private final AtomicBoolean beingFilled = new AtomicBoolean();
    private volatile long rests = Long.MIN_VALUE;

    /** @param documents to which the page leads that may be chosen */
    public RenderedVariantSet(int documents) {
        drawn = new AtomicReferenceArray<>(Math.clamp(CHOICES / Math.max(1, documents), LEAST, MOST));
    }

    /** How many places it has. */
    public int size() {
        return drawn.length();
    }

    /** Whether the caller alone may fill it now, until {@link #end}. */
    boolean begin() {
        return !beingFilled.get() && beingFilled.compareAndSet(false, true);
    }

    /** Others may fill it. */
    public void end() {
        beingFilled.set(false);
    }

    /** Nothing is drawn beside the requests until then, by the ticker. */
    void rest(long untilNanos) {
        rests = untilNanos;
    }

    /** Whether that is still so. */
    boolean isResting(long nowNanos) {
        long until = rests;
        return until != Long.MIN_VALUE && nowNanos - until < 0;
    }

    /** What is in a place, from 0 to {@link #size} without that. */
    @Nullable
    RenderedVariant at(int place) {
        return drawn.get(place);
    }

    /** Puts one in a place: what was there, which is the caller's to retire. */
    @Nullable
    RenderedVariant put(int place, RenderedVariant other) {
        return drawn.getAndSet(place, other);
    }

    /** Leaves a place free: what was there, which is the caller's to retire. */
    @Nullable
    RenderedVariant take(int place) {
        return drawn.getAndSet(place, null);
    }
}
