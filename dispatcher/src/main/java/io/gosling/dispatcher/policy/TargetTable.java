package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * The mapping from targets to back-ends, bounded: the target that was asked for longest ago is forgotten, as its
 * content has most likely left the back-end's cache too (Pai et al. 1998, section 2.5). Not thread-safe.
 *
 * <p>A chained hash table whose rows are also a list in order of use. The buckets are allocated once, so no request
 * pays for a rehash; a full table reuses the row it forgets.
 */
final class TargetTable {
    private static final Server[] NOBODY = {};

    /** One target. */
    static final class Row {
        private long target;
        private @Nullable Row inBucket;
        private Row newer = this;
        private Row older = this;

        /** Who serves the target. The arrays are never changed, only replaced; a server may have left since. */
        Server[] servers = NOBODY;

        /** When {@link #servers} last changed. */
        long changedNanos;

        /** Drops servers that left. Allocates only if there is one. */
        void dropDeparted() {
            for (int at = servers.length - 1; at >= 0; at--) {
                if (!servers[at].live) {
                    servers = ServerSets.without(servers, at);
                }
            }
        }
    }

    private final int maxRows;
    private final @Nullable Row[] buckets;
    private final int mask;
    private final Row ends = new Row(); // ends.older is the newest row, ends.newer the oldest
    private int size;

    TargetTable(int maxRows) {
        this.maxRows = maxRows;
        this.buckets = new Row[Integer.highestOneBit(Math.max(1, maxRows))];
        this.mask = buckets.length - 1;
    }

    int size() {
        return size;
    }

    /** The row of a target, now the most recently used; a new one has no servers. */
    Row row(long target) {
        Row row = find(target);
        if (row == null) {
            row = size == maxRows ? forgetOldest() : new Row();
            insert(row, target);
        } else {
            unlink(row);
        }
        linkAsNewest(row);
        return row;
    }

    private @Nullable Row find(long target) {
        Row row = buckets[bucket(target)];
        while (row != null && row.target != target) {
            row = row.inBucket;
        }
        return row;
    }

    private void insert(Row row, long target) {
        int bucket = bucket(target);
        row.target = target;
        row.servers = NOBODY;
        row.inBucket = buckets[bucket];
        buckets[bucket] = row;
        size++;
    }

    @SuppressWarnings("ReferenceEquality") // the row itself is looked for in its chain
    private Row forgetOldest() {
        Row oldest = ends.newer;
        unlink(oldest);
        int bucket = bucket(oldest.target);
        Row before = null;
        Row row = buckets[bucket];
        while (row != null && row != oldest) {
            before = row;
            row = row.inBucket;
        }
        if (before == null) {
            buckets[bucket] = oldest.inBucket;
        } else {
            before.inBucket = oldest.inBucket;
        }
        size--;
        return oldest;
    }

    private void linkAsNewest(Row row) {
        row.newer = ends;
        row.older = ends.older;
        ends.older.newer = row;
        ends.older = row;
    }

    private static void unlink(Row row) {
        row.older.newer = row.newer;
        row.newer.older = row.older;
    }

    private int bucket(long target) {
        return (int) Targets.mix(target) & mask;
    }
}
