package io.gosling.gos.hazelcast;

import com.hazelcast.partition.PartitionLostEvent;
import com.hazelcast.partition.PartitionLostListener;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.logging.Filter;
import java.util.logging.Logger;

/**
 * Says once how many partitions of the table were lost with the nodes that had them, where Hazelcast says it of each of
 * 271 partitions: its lines are left out. Told by Hazelcast's event thread; says it on the executor, a moment later.
 */
final class LostEntries implements PartitionLostListener {
    /** Kept, since the JDK forgets the filters of loggers that nobody holds. */
    private static final Logger HAZELCAST =
            Logger.getLogger("com.hazelcast.internal.partition.impl.MigrationManagerImpl");

    static {
        Filter before = HAZELCAST.getFilter();
        HAZELCAST.setFilter(record -> !String.valueOf(record.getMessage()).contains("is completely lost")
                && (before == null || before.isLoggable(record)));
    }

    private final Executor later;
    private final IntConsumer say;
    private final AtomicInteger lost = new AtomicInteger();

    /**
     * @param later runs a task after a moment in which the rest of the news arrives, or never when nobody is interested
     * @param say told how many partitions
     */
    LostEntries(Executor later, IntConsumer say) {
        this.later = later;
        this.say = say;
    }

    @Override
    public void partitionLost(PartitionLostEvent event) {
        boolean backupsToo = event.getLostBackupCount() >= HazelcastConfiguration.BACKUPS;
        if (backupsToo && lost.getAndIncrement() == 0) {
            later.execute(() -> say.accept(lost.getAndSet(0)));
        }
    }
}
