package io.gosling.gos.objecttable;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The real rows in a map of one process; can be made to answer nothing. Any thread. */
public final class FakeTable {
    public final ConcurrentHashMap<String, GlobalObjectEntry> rows = new ConcurrentHashMap<>();
    public volatile boolean silent;

    /** Something that happens before each answer. */
    public volatile Runnable beforeAnswer = () -> {};

    /** True while owners have changed lately. */
    public volatile boolean unsettled;

    /** The other node that owns all entries; null while the asking one does. */
    public volatile @Nullable ClusterMember owner;

    /** True while there is no other node. */
    public volatile boolean alone;

    /** The table as one node sees it. */
    public GlobalObjectTable seenBy(int tag) {
        return new View(tag);
    }

    private final class View implements GlobalObjectTable {
        private final int tag;

        View(int tag) {
            this.tag = tag;
        }

        private @Nullable EntrySummary tell(LocalCountReport localCount, Ageing ageing) {
            beforeAnswer.run();
            if (silent) {
                return null;
            }
            boolean makes = localCount.holding() == Holding.HELD || localCount.holding() == Holding.SEEN;
            GlobalObjectEntry row = rows.compute(
                    localCount.key(),
                    (key, known) -> known == null && !makes
                            ? null
                            : (known == null ? GlobalObjectEntry.empty() : known).told(tag, localCount, ageing));
            return row == null ? EntrySummary.nothing() : row.readBy(tag);
        }

        @Override
        public @Nullable EntrySummary locate(LocalCountReport localCount, Ageing ageing) {
            return tell(localCount, ageing);
        }

        @Override
        public @Nullable EntrySummary locateOwn(LocalCountReport localCount, Ageing ageing) {
            return owner == null ? tell(localCount, ageing) : null;
        }

        @Override
        public boolean isUnsettled(String key) {
            return unsettled;
        }

        @Override
        public @Nullable ClusterMember owner(String key) {
            return owner;
        }

        @Override
        public void filled(LocalCountReport localCount, Ageing ageing) {
            tell(localCount, ageing);
        }

        @Override
        public @Nullable EntrySummary claimFetch(String key, FetchLeaderTag mine, FetchLeaderTag failed) {
            if (silent) {
                return null;
            }
            return rows.compute(key, (same, row) -> (row == null ? GlobalObjectEntry.empty() : row).led(mine, failed))
                    .readBy(tag);
        }

        @Override
        public void endFetch(String key, FetchLeaderTag mine, boolean held) {
            rows.computeIfPresent(key, (same, row) -> row.filled(mine, held));
        }

        @Override
        public void notHeld(String key, int holder) {
            rows.computeIfPresent(key, (same, row) -> row.withoutHolder(holder));
        }

        @Override
        public @Nullable EntrySummary changed(String key, long since) {
            if (silent) {
                return null;
            }
            GlobalObjectEntry before = rows.getOrDefault(key, GlobalObjectEntry.empty());
            GlobalObjectEntry after = before.changedSince(since);
            rows.put(key, after);
            return new EntrySummary(after.agac(), after.epoch(), after.version(), 0, before.holders(), after.lead());
        }

        @Override
        public Map<String, EntrySummary> report(Collection<LocalCountReport> tallies, Ageing ageing) {
            Map<String, EntrySummary> readings = new HashMap<>();
            for (LocalCountReport localCount : tallies) {
                EntrySummary reading = tell(localCount, ageing);
                if (reading != null) {
                    readings.put(localCount.key(), reading);
                }
            }
            return readings;
        }

        @Override
        public boolean isShared() {
            return !alone;
        }
    }
}
