package io.gosling.node.run;

import io.gosling.document.Ticker;
import io.gosling.gos.warm.DrainTransferReport;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Makes a node leave, once: the first caller does it, all others wait for its end. */
final class NodeDrain {
    private final Steps steps;
    private final Ticker ticker;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<DrainTransferReport> ended = new CompletableFuture<>();

    /** The steps of leaving, in their order; each returns when it is done. */
    interface Steps {
        /** Reports that this node is leaving. */
        void announce();

        /** Transfers this node's only copies. */
        DrainTransferReport handOver(Duration within) throws InterruptedException;

        /** Goes on accepting connections for so long, for load balancers that do not know yet. */
        void keepAccepting(Duration rest) throws InterruptedException;

        /** Completes the requests in progress. */
        void endRequests(Duration within);

        /** Leaves the cluster. */
        void leave();
    }

    NodeDrain(Steps steps, Ticker ticker) {
        this.steps = steps;
        this.ticker = ticker;
    }

    boolean hasBegun() {
        return begun.get();
    }

    /**
     * Leaves within a time, of which the transfer takes half at most; requests have what the transfer leaves of it.
     *
     * @param delay for which connections are accepted, transfer included; the time begins to run out after it
     */
    DrainTransferReport leaveWithin(Duration delay, Duration whole, Duration handOver) throws InterruptedException {
        Duration half = whole.dividedBy(2);
        long deadline = after(delay.plus(whole));
        return leave(delay, handOver.compareTo(half) < 0 ? handOver : half, () -> until(deadline));
    }

    /** Leaves, with a time for the transfer and another one for requests, which begins then; {@code delay} as above. */
    DrainTransferReport leave(Duration delay, Duration handOver, Supplier<Duration> requests)
            throws InterruptedException {
        return once(() -> {
            long accepting = after(delay);
            steps.announce();
            DrainTransferReport report = steps.handOver(handOver);
            steps.keepAccepting(until(accepting));
            steps.endRequests(requests.get());
            steps.leave();
            return report;
        });
    }

    private long after(Duration time) {
        return ticker.nanos() + time.toNanos();
    }

    private Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - ticker.nanos()));
    }

    /** The report of the transfer when the node has left; later callers share the first run. */
    DrainTransferReport once(Callable<DrainTransferReport> leave) throws InterruptedException {
        if (begun.compareAndSet(false, true)) {
            try {
                ended.complete(leave.call());
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        }
        try {
            return ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the node could not leave in order", e.getCause());
        }
    }
}
