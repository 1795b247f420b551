package io.gosling.dispatcher.balancer;

import java.util.HashSet;
import java.util.Set;

/**
 * Counts the requests in a row that a back-end was late with while another back-end was not, or was late too, and that
 * answered no request meanwhile: each may be for a slow page, a few different ones are not. Pure; guarded by
 * {@link Dispatcher}'s lock.
 */
final class Doubts {
    /**
     * One client may request two or three slow pages at once, all bound to the same back-end; each request to a frozen
     * one costs a client {@code relay.try-time}, so no more than needed.
     */
    static final int ENOUGH = 4;

    /** So many resets in a row are not due to one bad page any more, even if it is the only one requested. */
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

    /** One more, which the back-end reset itself: that is quick, so that several cost no client a wait. */
    boolean areEnoughWithReset(long target) {
        resets++;
        return areEnoughWith(target) || resets >= RESETS;
    }

    /** The back-end answered a request. */
    void end() {
        resets = 0;
        targets.clear();
    }
}
