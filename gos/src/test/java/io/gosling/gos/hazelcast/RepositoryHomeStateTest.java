package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositorySettings;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the quota of a home. */
class RepositoryHomeStateTest {
    private static final int MIB = 1 << 20;

    private long nowMillis = 1_000_000;

    private RepositoryHomeState keeper(boolean drop) {
        return new RepositoryHomeState(settings(drop), CopyCoherence.none(), () -> nowMillis);
    }

    private static RepositorySettings settings(boolean drop) {
        return RepositorySettings.defaults()
                .with(RepositorySettings.OBJECTS, 2)
                .with(RepositorySettings.BYTES, (long) MIB)
                .with(
                        RepositorySettings.FULL,
                        drop ? RepositorySettings.WhenFull.DROP : RepositorySettings.WhenFull.REFUSE)
                .with(RepositorySettings.BACKUPS, 0)
                .with(RepositorySettings.LARGEST, MIB);
    }

    private static HomeObjectEntry entry(byte @Nullable [] bytes) {
        return new HomeObjectEntry(ObjectKey.of("key"), 1, 0, 0, List.of(), bytes);
    }

    @Test
    void whoDropsTakesAQuarterMoreAndAsksForPlaceToBeMade() {
        RepositoryHomeState keeper = keeper(true);
        AtomicInteger crowded = new AtomicInteger();
        keeper.whenCrowded(crowded::incrementAndGet);
        HomeObjectEntry large = entry(new byte[MIB / 2]);
        keeper.changed(null, large);
        keeper.changed(null, entry(new byte[1000]));
        assertEquals(0, crowded.get());
        assertTrue(keeper.excess().isNone());
        assertTrue(keeper.fits(1, large.size()));
        keeper.changed(null, large);
        assertEquals(1, crowded.get());
        assertEquals(1, keeper.excess().objects());
        assertTrue(keeper.excess().bytes() > 0);
        assertTrue(keeper.fits(1, MIB / 5));
        assertFalse(keeper.fits(1, MIB / 4));
        keeper.changed(large, null);
        assertTrue(keeper.excess().isNone());
        assertTrue(keeper.fits(1, MIB / 4));
        HomeObjectEntry small = entry(new byte[10]);
        for (int i = 0; keeper.fits(1, small.size()); i++) {
            assertTrue(i < MIB / small.size(), "the quota of objects counts as well");
            keeper.changed(null, small);
        }
        assertEquals(2 + 16, keeper.objects());
        assertEquals(16, keeper.excess().objects());
        assertEquals(0, keeper.excess().bytes());
        keeper(false).changed(null, large);
        assertTrue(keeper(false).excess().isNone());
    }

    @Test
    void removalsAreNoObjectsAndTakeAPartOfTheBytes() {
        RepositoryHomeState keeper = keeper(false);
        HomeObjectEntry there = entry(new byte[10]);
        HomeObjectEntry removed = entry(null);
        keeper.changed(null, there);
        keeper.changed(null, there);
        assertFalse(keeper.fits(1, 1));
        keeper.changed(there, removed);
        assertTrue(keeper.fits(1, 1));
        assertEquals(1, keeper.objects());
        assertEquals(there.size() + removed.size(), keeper.bytes());
        keeper.changed(removed, there);
        assertEquals(2, keeper.objects());

        int most = MIB / 8 / removed.size();
        for (int i = 0; i <= most; i++) {
            assertTrue(keeper.remembersRemoved());
            keeper.changed(null, removed);
        }
        assertFalse(keeper.remembersRemoved());
        nowMillis += HomeObjectEntry.REMOVED_MILLIS / 2;
        assertFalse(keeper.remembersRemoved());
        nowMillis += HomeObjectEntry.REMOVED_MILLIS / 2 + HomeObjectEntry.REMOVED_MILLIS / 10;
        assertTrue(keeper.remembersRemoved());
    }

    @Test
    void aStorageThatTakesMoreThanHalfOfTheHeapIsWarnedOf() {
        long heap = 4L * MIB;
        assertNull(RepositoryNode.warning(settings(false).with(RepositorySettings.BACKUPS, 1), heap));
        String said = RepositoryNode.warning(settings(false).with(RepositorySettings.BACKUPS, 2), heap);
        assertNotNull(said);
        assertTrue(said.contains("3 MiB of a heap of 4 MiB"), said);
    }
}
