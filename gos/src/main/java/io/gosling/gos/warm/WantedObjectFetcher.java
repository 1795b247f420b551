package io.gosling.gos.warm;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.space.TransferResult;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Fetches objects of a node into this node's memory, a few at a time, in their order, for as long as there is time;
 * late ones are tried again. Blocks.
 */
record WantedObjectFetcher(
        ObjectTransfer transfers,
        ClusterMember holder,
        CountDownLatch closed,
        long deadlineNanos,
        Ticker ticker,
        AtomicReference<MoveResult> sum,
        Queue<HeldObjectSummary> late) {
    /** Concurrent fetches: enough to hide the round trip. */
    private static final int HANDS = 4;

    /** The initial pause before late objects are retried; doubles while nothing arrives. */
    private static final long FIRST_PAUSE_NANOS = 50_000_000;

    /** Consecutive rounds without an object after which the rest is given up. */
    private static final int MOST_IDLE = 6;

    /** @param closed open to stop */
    WantedObjectFetcher(
            ObjectTransfer transfers, ClusterMember holder, CountDownLatch closed, long deadlineNanos, Ticker ticker) {
        this(
                transfers,
                holder,
                closed,
                deadlineNanos,
                ticker,
                new AtomicReference<>(MoveResult.NOTHING),
                new ConcurrentLinkedQueue<>());
    }

    /** Fetches objects, once; those that were not begun count as missed. */
    MoveResult run(List<HeldObjectSummary> wanted) throws InterruptedException {
        round(wanted);
        int idle = 0;
        while (!late.isEmpty() && idle < MOST_IDLE && mayBegin(FIRST_PAUSE_NANOS << idle)) {
            List<HeldObjectSummary> again = List.copyOf(late);
            late.clear();
            round(again);
            idle = late.size() < again.size() ? 0 : idle + 1;
        }
        return sum.get().plus(new MoveResult(0, 0, 0, late.size(), 0));
    }

    private void round(List<HeldObjectSummary> wanted) throws InterruptedException {
        Queue<HeldObjectSummary> rest = new ConcurrentLinkedQueue<>(wanted);
        List<Thread> hands = Stream.generate(
                        () -> Thread.ofVirtual().name("gosling-pull").start(() -> empty(rest)))
                .limit(Math.min(HANDS, wanted.size()))
                .toList();
        for (Thread hand : hands) {
            hand.join();
        }
    }

    private void empty(Queue<HeldObjectSummary> rest) {
        for (HeldObjectSummary next = rest.poll(); next != null; next = rest.poll()) {
            TransferResult brought = mayBegin(0) ? transfers.transfer(holder, next) : TransferResult.MISSED;
            if (brought == TransferResult.LATE) {
                late.add(next);
            } else {
                sum.accumulateAndGet(outcome(brought, next.bytes()), MoveResult::plus);
            }
        }
    }

    private boolean mayBegin(long wait) {
        try {
            return ticker.nanos() + wait - deadlineNanos < 0 && !closed.await(wait, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static MoveResult outcome(TransferResult brought, long bytes) {
        return switch (brought) {
            case KEPT -> new MoveResult(1, 0, 0, 0, bytes);
            case HELD -> new MoveResult(0, 1, 0, 0, 0);
            case REFUSED -> new MoveResult(0, 0, 1, 0, 0);
            case UNFIT, LATE, MISSED -> new MoveResult(0, 0, 0, 1, 0);
        };
    }
}
