package io.gosling.gos.warm;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.RendezvousHash;
import io.gosling.gos.memory.HeldObjectSummary;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Transfers the objects of a leaving node: each of the others gets a list of its share in the order of worth,
 * and fetches what it has time for while this one still serves. The share of a node that does not take it goes to
 * the rest. Used once, by one thread, which blocks.
 */
record DrainTransfer(HandOverTransport peers, long deadlineNanos, Ticker ticker, AtomicReference<MoveResult> sum) {
    private static final Logger LOG = System.getLogger(DrainTransfer.class.getName());

    DrainTransfer(HandOverTransport peers, Duration within, Ticker ticker) {
        this(peers, ticker.nanos() + within.toNanos(), ticker, new AtomicReference<>(MoveResult.NOTHING));
    }

    /** Hands over the objects, in the order of worth, to the nodes that stay. */
    DrainTransferReport run(List<HeldObjectSummary> held, Collection<ClusterMember> others)
            throws InterruptedException {
        long began = ticker.nanos();
        TreeSet<String> asked = new TreeSet<>();
        List<ClusterMember> staying = new ArrayList<>(others);
        Set<Integer> tags = staying.stream().map(ClusterMember::tag).collect(Collectors.toSet());
        List<HeldObjectSummary> left = held.stream()
                .filter(object -> object.holders().stream().noneMatch(tags::contains))
                .toList();
        int elsewhere = held.size() - left.size();
        while (!left.isEmpty() && !staying.isEmpty() && !isOver()) {
            Map<ClusterMember, List<HeldObjectSummary>> shares = shares(left, staying);
            shares.keySet().forEach(node -> asked.add(node.name()));
            Map<ClusterMember, List<HeldObjectSummary>> undone = deliver(shares);
            staying.removeAll(undone.keySet());
            left = undone.values().stream().flatMap(List::stream).toList();
        }
        MoveResult taken = sum.get();
        int missed = held.size() - elsewhere - taken.kept() - taken.held() - taken.refused();
        MoveResult moved = new MoveResult(taken.kept(), taken.held(), taken.refused(), missed, taken.bytes());
        return new DrainTransferReport(held.size(), elsewhere, moved, asked, Duration.ofNanos(ticker.nanos() - began));
    }

    /** Shares objects among nodes, by highest hash; each share keeps the order of worth. */
    static Map<ClusterMember, List<HeldObjectSummary>> shares(
            List<HeldObjectSummary> objects, List<ClusterMember> nodes) {
        return objects.stream()
                .collect(Collectors.groupingBy(
                        object -> Objects.requireNonNull(RendezvousHash.of(object.key(), nodes))));
    }

    private boolean isOver() {
        return ticker.nanos() - deadlineNanos >= 0;
    }

    private Map<ClusterMember, List<HeldObjectSummary>> deliver(Map<ClusterMember, List<HeldObjectSummary>> shares)
            throws InterruptedException {
        Map<ClusterMember, List<HeldObjectSummary>> undone = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        shares.forEach((node, share) ->
                threads.add(Thread.ofVirtual().name("gosling-hand-over").start(() -> {
                    List<HeldObjectSummary> rest = deliver(node, share);
                    if (!rest.isEmpty()) {
                        undone.put(node, rest);
                    }
                })));
        for (Thread thread : threads) {
            thread.join();
        }
        return undone;
    }

    /** Returns what the node has not taken. */
    private List<HeldObjectSummary> deliver(ClusterMember node, List<HeldObjectSummary> share) {
        List<HeldObjectSummary> left = share;
        try {
            while (!left.isEmpty() && !isOver()) {
                MoveResult moved = peers.handOver(node, left, Duration.ofNanos(deadlineNanos - ticker.nanos()));
                sum.accumulateAndGet(moved, MoveResult::plus);
                left = left.subList(Math.clamp(moved.objects(), 1, left.size()), left.size());
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} does not take the objects of this node: {1}", node.name(), e.getMessage());
        }
        return left;
    }
}
