package io.gosling.gos.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.LocalMapStats;
import io.gosling.gos.repository.HomeRules;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.Vouching;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What this node's homes have in common: the quota, the clock, and whether they may answer. Changes are counted as they
 * are made; what expires, is dropped or moves to another node is found by a recount each second, so for so long the quota
 * may be wrong by as much. Safe for use by many threads; no lock.
 */
final class HomeKeeper implements HomeRules.Room {
    /** Under this name the instance's user context has it. */
    static final String CONTEXT = "gosling.repository";

    private final RepositorySettings.Storage settings;
    private final Vouching vouching;
    private final LongSupplier clockMillis;
    private final AtomicInteger objects = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong stamp = new AtomicLong();

    /** @param clockMillis the wall clock */
    HomeKeeper(RepositorySettings.Storage settings, Vouching vouching, LongSupplier clockMillis) {
        this.settings = settings;
        this.vouching = vouching;
        this.clockMillis = clockMillis;
    }

    static @Nullable HomeKeeper of(HazelcastInstance instance) {
        return instance.getUserContext().get(CONTEXT) instanceof HomeKeeper keeper ? keeper : null;
    }

    /** Whoever drops for newcomers has room for them. */
    @Override
    public boolean fits(int moreObjects, int moreBytes) {
        return settings.drop()
                || (objects.get() + (long) moreObjects <= settings.objects()
                        && bytes.get() + moreBytes <= settings.bytes());
    }

    void changed(int byObjects, int byBytes) {
        objects.addAndGet(byObjects);
        bytes.addAndGet(byBytes);
    }

    /** As it is, by Hazelcast's own figures. */
    void recount(HazelcastInstance running) {
        LocalMapStats stats = HazelcastHome.map(running).getLocalMapStats();
        objects.set((int) Math.min(Integer.MAX_VALUE, stats.getOwnedEntryCount()));
        bytes.set(stats.getOwnedEntryMemoryCost());
    }

    @Nullable
    String obstacle() {
        return vouching.obstacle();
    }

    long nowMillis() {
        return clockMillis.getAsLong();
    }

    long stamp(long nowMillis) {
        return stamp.updateAndGet(last -> HomeRules.stamp(last, nowMillis));
    }

    int objects() {
        return objects.get();
    }

    long bytes() {
        return bytes.get();
    }
}
