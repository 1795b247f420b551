package io.gosling.gos.link;

import io.gosling.gos.membership.AdaptiveTimeout;
import io.gosling.gos.space.PeerRefusal;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The recent times of other nodes' answers to questions of one kind, which set the deadlines of the next ones. Bounded:
 * beyond {@value #MOST} nodes, those that have left among them, all times are measured anew. Any thread.
 */
final class AnswerTimes {
    private static final int MOST = 1024;

    private final ConcurrentHashMap<Integer, AdaptiveTimeout> times = new ConcurrentHashMap<>();
    private final long longestNanos;
    private final long firstNanos;

    /**
     * @param longest the longest deadline
     * @param first the least deadline of a node that has hardly been asked yet
     */
    AnswerTimes(Duration longest, Duration first) {
        this.longestNanos = longest.toNanos();
        this.firstNanos = first.toNanos();
    }

    long longestNanos() {
        return longestNanos;
    }

    long deadlineNanos(int tag) {
        return of(tag).deadlineNanos();
    }

    /** @param refusal null for an answer */
    void count(int tag, @Nullable PeerRefusal refusal, long tookNanos) {
        if (refusal instanceof PeerRefusal.Silent) {
            of(tag).missed();
        } else if (refusal == null || refusal instanceof PeerRefusal.NotHeld) {
            of(tag).took(tookNanos);
        }
    }

    private AdaptiveTimeout of(int tag) {
        AdaptiveTimeout known = times.get(tag);
        if (known != null) {
            return known;
        }
        if (times.size() >= MOST) {
            times.clear();
        }
        return times.computeIfAbsent(tag, first -> new AdaptiveTimeout(longestNanos, firstNanos));
    }
}
