package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.HomeEntryTransitions;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.RepositorySettings;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state shared by this node's homes: the quota, the clock, whether they may answer, and what can be read at once.
 * Changes are counted as they are made, in the bytes that Hazelcast counts for them; objects that expire or move to
 * another node are found by a recount each second, so for so long the quota may be wrong by as much. Tombstones take
 * bytes and do not count as objects. Safe for use by many threads.
 */
public final class RepositoryHomeState implements HomeEntryTransitions.Room {
    /** Under this name the instance's user context has it. */
    public static final String CONTEXT = "gosling.repository";

    /** Of the quota, this part is made free at a time, since that lists all keys. */
    private static final int SLACK = 16;

    /** By this part of the quota eviction may be behind, and by some objects where that is less. */
    private static final int BEHIND = 4;

    private static final int LEAST_BEHIND = 16;

    /** Of the quota's bytes, this part may be tombstones. */
    private static final int REMOVED_SHARE = 8;

    private final RepositorySettings settings;
    private final CopyCoherence validity;
    private final LongSupplier clockMillis;
    private final RecountedTotal objects = new RecountedTotal();
    private final RecountedTotal bytes = new RecountedTotal();
    private final AtomicLong stamp = new AtomicLong();
    private final TombstoneCounter removals = new TombstoneCounter();
    private final HomeReadTable reads = new HomeReadTable();

    private volatile Runnable crowded = () -> {};

    /** The excess that has to go: the part above the quota and some slack; nothing within it. */
    record Excess(long objects, long bytes) {
        boolean isNone() {
            return objects <= 0 && bytes <= 0;
        }

        Excess without(long goneBytes) {
            return new Excess(objects - 1, bytes - goneBytes);
        }
    }

    RepositoryHomeState(RepositorySettings settings, CopyCoherence validity, LongSupplier clockMillis) {
        this.settings = settings;
        this.validity = validity;
        this.clockMillis = clockMillis;
    }

    static @Nullable RepositoryHomeState of(HazelcastInstance instance) {
        return instance.getUserContext().get(CONTEXT) instanceof RepositoryHomeState keeper ? keeper : null;
    }

    /**
     * A home that evicts for newcomers has room for them, but not for so many that eviction does not keep up: a
     * refused request triggers more eviction.
     */
    @Override
    public boolean fits(int moreObjects, int moreBytes) {
        boolean drops = settings.dropsWhenFull();
        int mostObjects = settings.get(RepositorySettings.OBJECTS);
        boolean fits = objects.value() + moreObjects
                        <= mostObjects + (drops ? Math.max(LEAST_BEHIND, mostObjects / BEHIND) : 0)
                && bytes.value() + moreBytes <= settings.bytes() + (drops ? settings.bytes() / BEHIND : 0);
        if (!fits && !excess().isNone()) {
            crowded.run();
        }
        return fits;
    }

    @Override
    public boolean remembersRemoved() {
        return removals.bytes(nowMillis()) < settings.bytes() / REMOVED_SHARE;
    }

    /** The objects here that can be read without their partitions' threads. */
    HomeReadTable reads() {
        return reads;
    }

    /** Records a change that the calling partition thread is about to make. */
    void changed(@Nullable HomeObjectEntry before, @Nullable HomeObjectEntry after) {
        objects.add(objects(after) - objects(before));
        bytes.add(bytes(after) - bytes(before));
        if (!excess().isNone()) {
            crowded.run();
        }
        if (before != null && before.isRemoved()) {
            removals.add(-1, -before.size(), nowMillis());
        }
        if (after != null && after.isRemoved()) {
            removals.add(1, after.size(), nowMillis());
        }
    }

    private static int objects(@Nullable HomeObjectEntry entry) {
        return entry == null || entry.isRemoved() ? 0 : 1;
    }

    private static int bytes(@Nullable HomeObjectEntry entry) {
        return entry == null ? 0 : entry.size();
    }

    /**
     * Recounts by Hazelcast's figures; tombstones that moved with a membership change stay miscounted until they
     * expire. One caller at a time.
     */
    void recount(HazelcastInstance running) {
        IMap<UUID, byte[]> map = HazelcastHomeClient.map(running);
        objects.look(() -> Math.max(0, map.getLocalMapStats().getOwnedEntryCount() - removals.objects(nowMillis())));
        bytes.look(() -> map.getLocalMapStats().getOwnedEntryMemoryCost());
    }

    /** Runs after each change while there is an {@link Excess}, by the thread of a partition: must not block. */
    void whenCrowded(Runnable listener) {
        crowded = listener;
    }

    Excess excess() {
        return settings.dropsWhenFull()
                ? new Excess(over(objects, settings.get(RepositorySettings.OBJECTS)), over(bytes, settings.bytes()))
                : new Excess(0, 0);
    }

    private static long over(RecountedTotal total, long most) {
        long over = total.value() - most;
        return over > 0 ? over + most / SLACK : 0;
    }

    @Nullable
    String obstacle() {
        return validity.obstacle();
    }

    long nowMillis() {
        return clockMillis.getAsLong();
    }

    long stamp(long nowMillis) {
        return stamp.updateAndGet(last -> HomeEntryTransitions.stamp(last, nowMillis));
    }

    int objects() {
        return (int) Math.min(Integer.MAX_VALUE, objects.value());
    }

    long bytes() {
        return bytes.value();
    }
}
