package io.gosling.gos.memory;

import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.LocalObjectTable;
import io.gosling.gos.purge.PurgeHistory;
import io.gosling.gos.purge.PurgeTarget;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The memory of one node: the objects it holds and what it knows about objects. */
public record NodeMemory(
        HotObjectCache hot,
        LocalObjectTable rows,
        AgeingEpoch epoch,
        SingleFlight fills,
        PurgeHistory purges,
        ObjectSpaceStatistics statistics,
        AtomicReference<@Nullable DiskTier> below) {
    /** Objects not held here whose access counts are remembered. */
    private static final int REMEMBERED = 65_536;

    /** The part of it that holds responses of origins; one for each node. */
    public ReplyMemory replies() {
        return new ReplyMemory(this);
    }

    /** Frees the memory of objects that were purged and not requested since; to be called now and then. */
    public void sweep() {
        hot.sweep();
    }

    /**
     * Purges objects atomically in the history and on the disk below.
     *
     * @param alsoBelow true if the disk has not seen it
     */
    void purge(Collection<PurgeTarget> targets, boolean alsoBelow) {
        DiskTier disk = below.get();
        if (disk != null && alsoBelow) {
            disk.purged(targets, () -> purges.add(targets));
        } else {
            purges.add(targets);
        }
        sweepIfDue();
    }

    /** Offers an object, counts the result, and releases its bytes unless it is stored; returns whether it is. */
    boolean offer(HotObject object, Function<HotObject, HotObjectCache.Verdict> to) {
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

    public static NodeMemory empty(ObjectSpaceSettings settings, Ticker ticker) {
        var rows = new LocalObjectTable(REMEMBERED);
        var epoch = new AgeingEpoch(settings.counts().ageing(), ticker);
        var statistics = new ObjectSpaceStatistics();
        var purges = new PurgeHistory(ticker);
        var hot = new HotObjectCache(settings, rows, epoch, purges, statistics, ticker);
        return new NodeMemory(hot, rows, epoch, new SingleFlight(purges), purges, statistics, new AtomicReference<>());
    }
}
