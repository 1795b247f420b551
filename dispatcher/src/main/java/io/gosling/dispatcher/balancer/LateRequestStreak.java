package io.gosling.dispatcher.balancer;

import java.util.HashSet;
import java.util.Set;

/**
 * Counts the requests in a row with which only this back-end was late, or that it reset: each may be for a slow page, a
 * few different ones are not. Pure; guarded by {@link AdmissionController}'s lock.
 */
final class LateRequestStreak {
    /** Late requests for different pages after which each counts; every one costs a client {@code relay.try-time}. */
    static final int ENOUGH = 4;

    /** Resets in a row that are not due to one bad page. */
    static final int RESETS = 12;

    private final Set<Long> routingKeys = new HashSet<>(2 * ENOUGH);
    private int resets;

    /** Adds a late request; returns true when there are enough, until an answer. */
    boolean areEnoughWith(long routingKey) {
        if (routingKeys.size() < ENOUGH) {
            routingKeys.add(routingKey);
        }
        return routingKeys.size() >= ENOUGH;
    }

    /** Adds a reset request, which costs no client a wait. */
    boolean areEnoughWithReset(long routingKey) {
        resets++;
        return areEnoughWith(routingKey) || resets >= RESETS;
    }

    void end() {
        resets = 0;
        routingKeys.clear();
    }
}
