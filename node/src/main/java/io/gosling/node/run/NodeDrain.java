package io.gosling.node.run;

import io.gosling.gos.warm.DrainTransferReport;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes a node leave, once: the first caller does it, all others wait for its end. */
final class NodeDrain {
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<DrainTransferReport> ended = new CompletableFuture<>();

    boolean hasBegun() {
        return begun.get();
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
