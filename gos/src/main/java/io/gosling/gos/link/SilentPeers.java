package io.gosling.gos.link;

import io.gosling.gos.membership.KnownNodes;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The nodes that owe an answer or a connection, and from which nothing has come since on any link. Only what no other
 * node can answer is asked of them ({@link OutgoingLink}), so that a frozen node delays the requests under way and no
 * further ones. A home that has missed a question about its files, and answered none since, is asked one such question
 * a second until it answers: its loop may live while its disk hangs. Any thread, without a lock.
 */
final class SilentPeers {
    private static final long TEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Set<Integer> tags = ConcurrentHashMap.newKeySet();

    /** The nodes that have missed a question about their files, with the time of the next one. */
    private final Map<Integer, Long> homes = new ConcurrentHashMap<>();

    /** The times of the last answers of homes. */
    private final Map<Integer, Long> answered = new ConcurrentHashMap<>();

    boolean contains(int tag) {
        return !tags.isEmpty() && tags.contains(tag);
    }

    void late(int tag) {
        tags.add(tag);
    }

    /** Something has come from the node. */
    void heard(int tag) {
        if (!tags.isEmpty()) {
            tags.remove(tag);
        }
    }

    /** A question about a home's files has missed its deadline; another one may have been answered meanwhile. */
    void homeLate(int tag, long askedNanos, long nowNanos) {
        Long last = answered.get(tag);
        if (last == null || last - askedNanos < 0) {
            homes.put(tag, nowNanos + TEST_NANOS);
        }
    }

    void homeAnswered(int tag, long nowNanos) {
        answered.put(tag, nowNanos);
        homes.remove(tag);
    }

    /** Returns whether a question about a home's files is to be refused; of others, one a second is not. */
    boolean isHomeLate(int tag, long nowNanos) {
        Long next = homes.get(tag);
        return next != null && (nowNanos - next < 0 || !homes.replace(tag, next, nowNanos + TEST_NANOS));
    }

    /** Forgets the nodes that have left. */
    void retain(KnownNodes book) {
        tags.removeIf(tag -> book.byTag(tag) == null);
        homes.keySet().removeIf(tag -> book.byTag(tag) == null);
        answered.keySet().removeIf(tag -> book.byTag(tag) == null);
    }
}
