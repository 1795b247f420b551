package io.gosling.gos.cluster;

import io.gosling.common.PeriodicTask;
import io.gosling.gos.memory.DiskTier;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The background task of the disk below a node's memory, on a thread of its own: it loads the records that are there,
 * then writes newly hot objects again and again; objects that were hot are loaded into memory once.
 */
final class DiskTierThread implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final DiskTier tier;
    private final long bytes;
    private final Consumer<String> asking;
    private final BooleanSupplier mayRevive;
    private final AtomicBoolean atWork = new AtomicBoolean();
    private final PeriodicTask cycle;
    private volatile boolean closed;

    private boolean revived;

    /**
     * @param bytes of memory that are loaded from the disk
     * @param mayRevive true when the other nodes have listed their objects, and this node may serve from memory
     */
    DiskTierThread(String node, DiskTier tier, long bytes, Consumer<String> asking, BooleanSupplier mayRevive) {
        this.tier = tier;
        this.bytes = bytes;
        this.asking = asking;
        this.mayRevive = mayRevive;
        this.cycle = PeriodicTask.start("gosling-disk-" + node, INTERVAL, this::work);
    }

    DiskTier tier() {
        return tier;
    }

    private void work() {
        if (!atWork.compareAndSet(false, true)) {
            return;
        }
        try {
            tier.work();
            if (!revived && tier.isLoaded() && mayRevive.getAsBoolean()) {
                revived = true;
                Thread.ofVirtual().name("gosling-revival").start(this::revive);
            }
        } finally {
            atWork.set(false);
        }
    }

    private void revive() {
        try {
            tier.revive(bytes, asking, () -> closed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes; does not wait for a disk that has not answered, as if the process had been killed. */
    @Override
    public void close() {
        closed = true;
        cycle.close();
        if (atWork.compareAndSet(false, true)) {
            Thread last =
                    Thread.ofPlatform().name("gosling-disk-close").daemon().start(tier::close);
            try {
                last.join(TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
