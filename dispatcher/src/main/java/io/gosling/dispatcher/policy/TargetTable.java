package io.gosling.dispatcher.policy;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The mapping from targets to back-ends, bounded: the target that was asked for longest ago is forgotten, as its
 * content has most likely left the back-end's cache too (Pai et al. 1998, section 2.5). Not thread-safe.
 *
 * <p>A chained hash table whose rows have numbers, which are kept in the order of their use. The buckets are allocated
 * once, so no request pays for a rehash; a full table reuses the row it forgets.
 */
@SuppressWarnings("ReferenceEquality") // rows and sets of servers are themselves and nothing else
final class TargetTable {
    private static final Server[] NOBODY = {};
    private static final int FIRST_SIZE = 1024;

    /** One target. */
    static final class Row {
        private long target;
        private @Nullable Row inBucket;
        private int number;

        /** Who serves the target. The arrays are never changed, only replaced; a server may have left since. */
        Server[] servers = NOBODY;

        /** When {@link #servers} last changed. */
        long changedNanos;

        /** Bytes of the target, as far as is known. */
        long bytes;

        /** Which of these was the last to answer from memory, and when; null for none. */
        @Nullable
        Server hitBy;

        long hitNanos;

        /** Whether it has dropped the target since. */
        boolean dropped;

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
    private final UseOrder order = new UseOrder();
    private @Nullable Row[] numbered = new Row[FIRST_SIZE];
    private Consumer<Row> whenForgotten = row -> {};
    private int size;

    TargetTable(int maxRows) {
        this.maxRows = maxRows;
        this.buckets = new Row[Integer.highestOneBit(Math.max(1, maxRows))];
        this.mask = buckets.length - 1;
    }

    int size() {
        return size;
    }

    /** Told each row that is forgotten, before it is. */
    void whenForgotten(Consumer<Row> listener) {
        whenForgotten = listener;
    }

    /** The row asked for longest ago; null when there is none. */
    @Nullable
    Row oldest() {
        return numbered[order.oldest()];
    }

    /** Forgets rows that only this server has, the oldest first, among so many of the oldest of all, until it is enough. */
    void forgetOldestOf(Server server, Row spared, int looks, BooleanSupplier enough) {
        int number = order.oldest();
        for (int look = 0; look < looks && number != UseOrder.NONE && !enough.getAsBoolean(); look++) {
            int newer = order.newer(number);
            Row row = numbered[number];
            if (row != null && row.servers == server.alone && row != spared) {
                forget(row);
            }
            number = newer;
        }
    }

    /** The row of a target, now the most recently used; a new one has no servers. */
    Row row(long target) {
        Row row = find(target);
        if (row == null) {
            row = insert(size == maxRows ? forgetOldest() : new Row(), target);
        } else {
            order.use(row.number);
        }
        return row;
    }

    /** The row of a target, which stays as old as it is; null when there is none. */
    @Nullable
    Row find(long target) {
        Row row = buckets[bucket(target)];
        while (row != null && row.target != target) {
            row = row.inBucket;
        }
        return row;
    }

    private Row insert(Row row, long target) {
        int bucket = bucket(target);
        row.number = order.add();
        if (row.number == numbered.length) {
            numbered = Arrays.copyOf(numbered, 2 * numbered.length);
        }
        numbered[row.number] = row;
        row.target = target;
        row.servers = NOBODY;
        row.bytes = 0;
        row.hitBy = null;
        row.dropped = false;
        row.inBucket = buckets[bucket];
        buckets[bucket] = row;
        size++;
        return row;
    }

    private Row forgetOldest() {
        Row oldest = Objects.requireNonNull(oldest());
        forget(oldest);
        return oldest;
    }

    /** Drops a row of this table. */
    void forget(Row forgotten) {
        whenForgotten.accept(forgotten);
        order.remove(forgotten.number);
        numbered[forgotten.number] = null;
        int bucket = bucket(forgotten.target);
        Row before = null;
        Row row = buckets[bucket];
        while (row != null && row != forgotten) {
            before = row;
            row = row.inBucket;
        }
        if (before == null) {
            buckets[bucket] = forgotten.inBucket;
        } else {
            before.inBucket = forgotten.inBucket;
        }
        size--;
    }

    private int bucket(long target) {
        return (int) Targets.mix(target) & mask;
    }
}
