package io.gosling.gos.hazelcast;

import com.hazelcast.partition.PartitionLostEvent;
import com.hazelcast.partition.PartitionLostListener;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.logging.Filter;
import java.util.logging.Logger;

/**
 * Logs once how many partitions of the repository were lost with their nodes, where Hazelcast would log it for each of
 * 271 partitions: its lines are left out. Called by Hazelcast's event thread; logs on the executor, a moment later.
 */
record LostPartitionsLog(int backups, Executor later, IntConsumer say, AtomicInteger lost)
        implements PartitionLostListener {
    /** Kept, since the JDK forgets the filters of loggers that are not referenced. */
    private static final Logger HAZELCAST =
            Logger.getLogger("com.hazelcast.internal.partition.impl.MigrationManagerImpl");

    static {
        Filter before = HAZELCAST.getFilter();
        HAZELCAST.setFilter(record -> !String.valueOf(record.getMessage()).contains("is completely lost")
                && (before == null || before.isLoggable(record)));
    }

    /**
     * @param backups of each object
     * @param later runs a task after the remaining events have arrived; never without a listener
     */
    LostPartitionsLog(int backups, Executor later, IntConsumer say) {
        this(backups, later, say, new AtomicInteger());
    }

    @Override
    public void partitionLost(PartitionLostEvent event) {
        boolean backupsToo = event.getLostBackupCount() >= backups;
        if (backupsToo && lost.getAndIncrement() == 0) {
            later.execute(() -> say.accept(lost.getAndSet(0)));
        }
    }
}
