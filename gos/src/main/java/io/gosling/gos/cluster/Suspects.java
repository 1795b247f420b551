package io.gosling.gos.cluster;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Nodes that did not answer in time and are left alone for a while, so that a frozen one delays one request and not all,
 * and one that was late once is soon asked again: {@link Suspicion}.
 *
 * <p>Used by all slow lanes and the reporter, without a lock. Bounded: what is long over is removed when something is
 * added.
 */
final class Suspects {
    private final ConcurrentHashMap<Object, Suspicion> suspicions = new ConcurrentHashMap<>();
    private final long longestNanos;
    private final long patienceNanos;
    private final Ticker ticker;

    /**
     * @param longest pause; zero suspects nobody
     * @param patience within which a request is answered or has failed
     */
    Suspects(Duration longest, Duration patience, Ticker ticker) {
        this.longestNanos = longest.toNanos();
        this.patienceNanos = patience.toNanos();
        this.ticker = ticker;
    }

    /** A request to this node has failed. */
    void failed(Object node) {
        if (longestNanos == 0) {
            return;
        }
        long now = ticker.nanos();
        suspicions.values().removeIf(suspicion -> suspicion.untilNanos() + longestNanos - now < 0);
        suspicions.compute(
                node,
                (same, known) -> known == null ? Suspicion.begin(now, longestNanos) : known.again(now, longestNanos));
    }

    /** This node has answered. */
    void answered(Object node) {
        suspicions.remove(node);
    }

    /** Whether to ask this node. After a pause one asker is told yes, and is to say how it went. */
    boolean mayAsk(Object node) {
        Suspicion suspicion = suspicions.get(node);
        if (suspicion == null) {
            return true;
        }
        long now = ticker.nanos();
        return suspicion.mayBeAsked(now) && suspicions.replace(node, suspicion, suspicion.asked(now, patienceNanos));
    }

    /** Whether its last answer failed to come; who only tells it something does not find out. */
    boolean isSuspect(Object node) {
        return suspicions.containsKey(node);
    }
}
