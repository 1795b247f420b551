package io.gosling.gos.memory;

import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.objecttable.LocalObjectTable;
import io.gosling.gos.purge.PurgeHistory;
import io.gosling.gos.purge.PurgeTarget;
import io.netty.buffer.ByteBuf;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The memory of one node: the objects it holds and what it knows about objects. */
public record NodeObjectMemory(
        LocalObjectCache hot,
        LocalObjectTable localObjects,
        AgeingEpoch epoch,
        SingleFlight fetches,
        PurgeHistory purges,
        ObjectSpaceStatistics statistics,
        AtomicReference<@Nullable DiskTier> disk,
        AtomicReference<@Nullable RepositoryTier> repository) {
    /** Objects not held here whose access counts are remembered. */
    private static final int REMEMBERED = 65_536;

    /** The part of it that holds responses of origins; one for each node. */
    public ResponseMemory replies() {
        return new ResponseMemory(this);
    }

    /** Frees the memory of objects that were purged and not requested since; to be called now and then. */
    public void sweep() {
        hot.sweep();
    }

    /** Purges objects atomically in the history and on the disk. */
    void purge(Collection<PurgeTarget> targets) {
        DiskTier tier = disk.get();
        if (tier != null) {
            tier.purged(targets, () -> purges.add(targets));
        } else {
            purges.add(targets);
        }
        sweepIfDue();
    }

    /** Room for so many bytes of an object; null when that is too large to keep, or too much is in use. */
    @Nullable
    ByteBuf room(long bytes) {
        if (!hot.admits(bytes)) {
            statistics.count(Event.TOO_LARGE);
            return null;
        }
        ByteBuf room = hot.inUse().allocate((int) Math.max(1, bytes));
        if (room == null) {
            statistics.count(Event.FETCHES_WITHOUT_MEMORY);
        }
        return room;
    }

    /** Takes the count of another node for an object. */
    public void heard(LocalObjectEntry object, AgedCount agac) {
        epoch.heard(agac.epoch());
        object.heard(agac, epoch.now());
    }

    /** Takes the answer of an entry owner, if there is one; returns the holders that it names. */
    public List<Integer> learn(LocalObjectEntry object, @Nullable EntrySummary reading, Ageing asked) {
        if (reading == null) {
            statistics.count(Event.LOCATES_UNANSWERED);
            return List.of();
        }
        epoch.heard(reading.epoch());
        localObjects.learn(object, reading, asked);
        return reading.holders();
    }

    /** Tells the entry owner, if there is another node, that this one holds an object. */
    public void announce(LocalObjectEntry object, GlobalObjectTable table) {
        if (table.isShared()) {
            object.announce();
            table.filled(object.localCount(), epoch.now());
        }
    }

    /** Offers an object, counts the result, and releases its bytes unless it is stored; returns whether it is. */
    boolean offer(InMemoryObject object, Function<InMemoryObject, LocalObjectCache.Verdict> to) {
        boolean kept = false;
        try {
            Event event = switch (to.apply(object)) {
                case KEPT -> Event.FETCHES_KEPT;
                case REFUSED -> Event.FETCHES_REFUSED;
                case OVERTAKEN -> Event.FETCHES_OVERTAKEN;
            };
            kept = event == Event.FETCHES_KEPT;
            statistics.count(event);
            return kept;
        } finally {
            if (!kept && !hot.holds(object)) {
                object.document().release();
            }
        }
    }

    /** The same, with a reference to the bytes that stays the caller's in every case but a failure. */
    boolean offerRetained(InMemoryObject object, Function<InMemoryObject, LocalObjectCache.Verdict> to) {
        object.document().tryRetain();
        try {
            return offer(object, to);
        } catch (Throwable e) {
            object.document().release(); // the one that nobody gets
            throw e;
        }
    }

    void soften(Collection<PurgeTarget> targets) {
        purges.soften(targets);
        sweepIfDue();
    }

    /** Makes targets stale, since {@code byNanos} if that is past. */
    void soften(Collection<PurgeTarget> targets, long byNanos) {
        purges.soften(targets, byNanos);
        sweepIfDue();
    }

    /** Sweeps at once when too many purges are remembered; the results of fetches under way are then not stored. */
    private void sweepIfDue() {
        if (purges.isFull()) {
            hot.sweep();
            hot.sweep();
        }
    }

    /** The objects held, those with the highest counts first. Looks at all of them. */
    public List<HeldObjectSummary> hottest(int most) {
        Ageing ageing = epoch.now();
        return localObjects.held().stream()
                .map(object -> new HeldObjectSummary(
                        object.key(), object.count(ageing), hot.bytesOf(object.key()), object.holders()))
                .filter(held -> held.bytes() > 0)
                .sorted(Comparator.comparingDouble(
                                (HeldObjectSummary held) -> held.count().value())
                        .reversed())
                .limit(most)
                .toList();
    }

    public static NodeObjectMemory empty(ObjectSpaceSettings settings, Ticker ticker) {
        var localObjects = new LocalObjectTable(REMEMBERED);
        var epoch = new AgeingEpoch(settings.counts().ageing(), ticker);
        var statistics = new ObjectSpaceStatistics();
        var purges = new PurgeHistory(ticker);
        var hot = new LocalObjectCache(settings, localObjects, epoch, purges, statistics, ticker);
        return new NodeObjectMemory(
                hot,
                localObjects,
                epoch,
                new SingleFlight(purges),
                purges,
                statistics,
                new AtomicReference<>(),
                new AtomicReference<>());
    }
}
