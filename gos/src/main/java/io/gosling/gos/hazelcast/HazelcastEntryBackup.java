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
        boolean begun = writes.incrementAndGet() <= MOST_WRITES
                && with(map -> map.putAllAsync(entries).whenComplete((done, failure) -> writes.decrementAndGet()));
        if (!begun) {
            writes.decrementAndGet();
        }
    }

    @Override
    public void read(String key, Consumer<@Nullable GlobalObjectEntry> then) {
        boolean begun = with(map -> map.getAsync(key)
                .whenComplete((found, failure) ->
                        then.accept(failure == null ? GlobalObjectEntryCodec.unpack(found) : null)));
        if (!begun) {
            then.accept(null);
        }
    }

    @Override
    public void clear() {
        with(IMap::clear);
    }

    /** Does something with the map; returns false if there is none, since this node has not joined or is leaving. */
    private boolean with(Consumer<IMap<String, byte[]>> step) {
        HazelcastInstance running = grid.get();
        if (running == null) {
            return false;
        }
        try {
            step.accept(running.getMap(HazelcastConfigurationBuilder.TABLE));
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
