package io.gosling.dispatcher.balancer;

import java.util.HashSet;
import java.util.Set;

/**
 * Requests in a row that a back-end was late with and somebody else was not, or not alone, while it answered nobody: each may be a
 * slow page, a few different ones are not. Pure; guarded by {@link Dispatcher}'s lock.
 */
final class Doubts {
    /**
     * One visitor may ask for two or three slow pages at once, all bound to the same back-end; each request of a frozen
     * one costs a client {@code relay.try-time}, so no more than needed.
     */
    static final int ENOUGH = 4;

    /** So many resets in a row are not one bad page's any more, if it is the only one that is asked for. */
    static final int RESETS = 12;

    private final Set<Long> targets = new HashSet<>(2 * ENOUGH);
    private int resets;

    /** One more. True when there are enough: from then on each counts, until one is answered. */
    boolean areEnoughWith(long target) {
        if (targets.size() < ENOUGH) {
            targets.add(target);
        }
        return targets.size() >= ENOUGH;
    }

    /** One more, which the back-end gave up itself: quickly, so that several cost nobody a wait. */
    boolean areEnoughWithReset(long target) {
        resets++;
        return areEnoughWith(target) || resets >= RESETS;
    }

    /** It answered somebody. */
    void end() {
        resets = 0;
        targets.clear();
    }
}
