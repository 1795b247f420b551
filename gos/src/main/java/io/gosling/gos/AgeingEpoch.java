package io.gosling.gos;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The highest ageing epoch this node has heard of. Used by all slow lanes and the reporter; one atomic number.
 *
 * <p>Nobody agrees on anything: a node that finds its counts too high takes the next number, everybody takes the highest
 * number heard, so nodes that raise it at the same time raise it once.
 */
public final class AgeingEpoch {
    private final AtomicInteger highest = new AtomicInteger();
    private final AgeingSettings settings;

    public AgeingEpoch(AgeingSettings settings) {
        this.settings = settings;
    }

    /** The ageing as of now. */
    public Ageing now() {
        return new Ageing(highest.get(), settings.factor(), settings.cap());
    }

    /** Another node, or a row, is in this epoch. */
    public void heard(int epoch) {
        highest.accumulateAndGet(epoch, Math::max);
    }

    /**
     * Ages everything once more if the counts have grown too large.
     *
     * @param mean the mean aged AGAC of the objects held here in the epoch {@code seen}
     * @return whether the epoch was raised
     */
    public boolean raiseIfDue(double mean, int seen) {
        return mean > settings.trigger() && highest.compareAndSet(seen, seen + 1);
    }
}
