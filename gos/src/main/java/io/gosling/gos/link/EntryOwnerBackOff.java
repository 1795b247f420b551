package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.AdaptiveTimeout;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.SuspectNodes;
import io.gosling.gos.space.PeerRefusal;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of questions about directory entries, and the owners that are not asked for a while: each that missed a
 * deadline, or was slow repeatedly. Deadlines follow the owner's recent {@link AdaptiveTimeout} up to {@code
 * cluster.locate}. Any thread.
 */
final class EntryOwnerBackOff {
    /** An answer after a fifth of the longest deadline is slow: a slow owner must not delay every miss. */
    private static final int SLOW = 5;

    /** Slow answers in succession that are tolerated: a node that has just started is slow at first. */
    private static final int TOLERATED = 4;

    private final long longestNanos;
    private final SuspectNodes suspects;
    private final ConcurrentHashMap<Integer, AdaptiveTimeout> times = new ConcurrentHashMap<>();

    EntryOwnerBackOff(ClusterTimeouts timings, Ticker ticker) {
        this.longestNanos = timings.get(ClusterTimeouts.LOCATE).toNanos();
        this.suspects = new SuspectNodes(
                TOLERATED, timings.get(ClusterTimeouts.SUSPICION), timings.get(ClusterTimeouts.LOCATE), ticker);
    }

    /** Forgets the times of nodes that are no members. */
    void retain(Collection<ClusterMember> members) {
        times.keySet().removeIf(tag -> members.stream().noneMatch(node -> node.tag() == tag));
    }

    /** The longest deadline; an answer after {@link #slowNanos} is slow. */
    long longestNanos() {
        return longestNanos;
    }

    long slowNanos() {
        return longestNanos / SLOW;
    }

    long deadlineNanos(int owner) {
        return answers(owner).deadlineNanos();
    }

    /** Returns whether a question may be put; {@link #ended} has to follow. */
    boolean mayAsk(int owner) {
        return suspects.mayAsk(owner);
    }

    boolean isSuspect(int owner) {
        return suspects.isSuspect(owner);
    }

    /** Returns whether it is not to be asked at present. Claims no test. */
    boolean isBackedOff(int owner) {
        return suspects.isBackedOff(owner);
    }

    /** @param why null for an answer */
    void ended(int owner, @Nullable PeerRefusal why, long tookNanos) {
        if (why == null && tookNanos > slowNanos()) {
            suspects.failed(owner);
            answers(owner).took(tookNanos);
        } else {
            RefusalHandling.report(why, owner, suspects, answers(owner), tookNanos);
        }
        if (why instanceof PeerRefusal.Silent) {
            suspects.stopped(owner); // One that missed a deadline is not tolerated.
        }
    }

    private AdaptiveTimeout answers(int owner) {
        return times.computeIfAbsent(owner, first -> new AdaptiveTimeout(longestNanos, longestNanos));
    }
}
