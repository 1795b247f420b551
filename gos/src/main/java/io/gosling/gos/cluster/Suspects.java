package io.gosling.gos.cluster;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Nodes that did not answer in time and are left alone for a while, so that a frozen one delays one request and not all.
 * Used by all slow lanes and the reporter, without a lock. Bounded: what has passed is removed when something is added.
 */
final class Suspects {
    private final ConcurrentHashMap<Object, Long> until = new ConcurrentHashMap<>();
    private final long suspicionNanos;
    private final Ticker ticker;

    Suspects(Duration suspicion, Ticker ticker) {
        this.suspicionNanos = suspicion.toNanos();
        this.ticker = ticker;
    }

    void suspect(Object node) {
        long now = ticker.nanos();
        until.values().removeIf(end -> end - now <= 0);
        until.put(node, now + suspicionNanos);
    }

    boolean isSuspect(Object node) {
        Long end = until.get(node);
        return end != null && end - ticker.nanos() > 0;
    }
}
