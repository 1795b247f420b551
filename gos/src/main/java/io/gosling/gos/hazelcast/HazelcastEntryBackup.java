package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.gosling.gos.objecttable.EntryBackup;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The backup of directory entries in a Hazelcast map, which has one backup itself. Any thread; nothing waits but {@link
 * #clear}. What is written while {@value #MOST_WRITES} writes are under way is lost.
 */
public final class HazelcastEntryBackup implements EntryBackup {
    private static final int MOST_WRITES = 64;

    private final Supplier<@Nullable HazelcastInstance> grid;
    private final AtomicInteger writes = new AtomicInteger();

    /** @param grid the running instance, or null while there is none */
    public HazelcastEntryBackup(Supplier<@Nullable HazelcastInstance> grid) {
        this.grid = grid;
    }

    @Override
    public void write(Map<String, byte[]> entries) {
        HazelcastInstance running = grid.get();
        if (running == null) {
            return;
        }
        if (writes.incrementAndGet() > MOST_WRITES) {
            writes.decrementAndGet();
            return;
        }
        try {
            map(running).putAllAsync(entries).whenComplete((done, failure) -> writes.decrementAndGet());
        } catch (RuntimeException e) {
            writes.decrementAndGet(); // Leaving: reports fill the entries again.
        }
    }

    @Override
    public void read(String key, Consumer<@Nullable GlobalObjectEntry> then) {
        HazelcastInstance running = grid.get();
        if (running == null) {
            then.accept(null);
            return;
        }
        try {
            map(running)
                    .getAsync(key)
                    .whenComplete((found, failure) ->
                            then.accept(failure == null ? GlobalObjectEntryCodec.unpack(found) : null));
        } catch (RuntimeException e) {
            then.accept(null); // Leaving.
        }
    }

    @Override
    public void clear() {
        HazelcastInstance running = grid.get();
        try {
            if (running != null) {
                map(running).clear();
            }
        } catch (RuntimeException e) {
            // Leaving: the map goes with its nodes.
        }
    }

    private static IMap<String, byte[]> map(HazelcastInstance running) {
        return running.getMap(HazelcastConfigurationBuilder.TABLE);
    }
}
