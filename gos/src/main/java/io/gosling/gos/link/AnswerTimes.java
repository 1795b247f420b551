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
record AnswerTimes(long longestNanos, long firstNanos, ConcurrentHashMap<Integer, AdaptiveTimeout> times) {
    private static final int MOST = 1024;

    /**
     * @param longest the longest deadline
     * @param first the least deadline of a node that has hardly been asked yet
     */
    AnswerTimes(Duration longest, Duration first) {
        this(longest.toNanos(), first.toNanos(), new ConcurrentHashMap<>());
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
