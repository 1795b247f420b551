package io.gosling.dispatcher.policy;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bounded table from routing keys to back-ends: the routing key that was requested longest ago is dropped, as its
 * content has most likely left the back-end's cache too (Pai et al. 1998, section 2.5). Not thread-safe.
 *
 * <p>A chained hash table whose entries also form a list in order of use. The buckets are allocated once, so no request
 * pays for a rehash; a full table reuses the entry it drops.
 */
@SuppressWarnings("ReferenceEquality") // rows and sets of servers are themselves and nothing else
final class RoutingKeyTable {
    private static final PolicyBackend[] NOBODY = {};

    static final class Row {
        private long routingKey;
        private @Nullable Row inBucket;
        private Row newer = this;
        private Row older = this;
        private @Nullable Row nextChanged;

        /**
         * The servers of the routing key. The arrays are never changed, only replaced; a server may have left since.
         */
        PolicyBackend[] servers = NOBODY;

        /** Time of the last change of {@link #servers}. */
        long changedNanos;

        /** The newest {@link RoutingKeyAssignment#version} known, and its rank; some of its servers may have left. */
        int version;

        long rank;

        /** Bytes of the object requested under the routing key, as far as is known. */
        long bytes;

        /** Adds a server, if it is not there. */
        void add(PolicyBackend server, long nanos) {
            if (!BackendSetOperations.contains(servers, server)) {
                servers = BackendSetOperations.with(servers, server);
                changedNanos = nanos;
            }
        }

        /** The {@link RoutingKeyAssignment#rank} of {@link #servers}. */
        long rankOfServers() {
            long sum = 0;
            for (PolicyBackend server : servers) {
                sum += RoutingKeyAssignment.rank(routingKey, server.seed);
            }
            return sum;
        }

        /** Drops servers that left. Allocates only if there is one. */
        void dropDeparted() {
            for (int at = servers.length - 1; at >= 0; at--) {
                if (!servers[at].live) {
                    servers = BackendSetOperations.without(servers, at);
                }
            }
        }
    }

    private final int maxEntries;
    private final @Nullable Row[] buckets;
    private final int mask;
    private final Row ends = new Row(); // ends.older is the newest row, ends.newer the oldest
    private Consumer<Row> whenForgotten = row -> {};
    private Row changed = ends; // a chain of rows that ends there
    private int size;

    RoutingKeyTable(int maxEntries) {
        this.maxEntries = maxEntries;
        this.buckets = new Row[Integer.highestOneBit(Math.max(1, maxEntries))];
        this.mask = buckets.length - 1;
    }

    int size() {
        return size;
    }

    /** Sets the listener for each entry that is about to be dropped. */
    void whenForgotten(Consumer<Row> listener) {
        whenForgotten = listener;
    }

    @Nullable
    Row oldest() {
        return ends.newer == ends ? null : ends.newer;
    }

    /** Drops entries of this server alone among the oldest, until {@code enough}. */
    void forgetOldestOf(PolicyBackend server, Row spared, int looks, BooleanSupplier enough) {
        Row row = ends.newer;
        for (int look = 0; look < looks && row != ends && !enough.getAsBoolean(); look++) {
            Row newer = row.newer;
            if (row.servers == server.alone && row != spared) {
                forget(row);
            }
            row = newer;
        }
    }

    /** The entry of a routing key, marked as used; created without servers. */
    Row row(long routingKey) {
        Row row = find(routingKey);
        if (row == null) {
            row = size == maxEntries ? forget(ends.newer) : new Row();
            insert(row, routingKey);
        } else {
            unlink(row);
        }
        linkAsNewest(row);
        return row;
    }

    /** The entry of a routing key, without marking it as used; null when there is none. */
    @Nullable
    Row find(long routingKey) {
        Row row = buckets[bucket(routingKey)];
        while (row != null && row.routingKey != routingKey) {
            row = row.inBucket;
        }
        return row;
    }

    /** The live servers of a routing key, without marking it as used. */
    List<PolicyBackend> assigned(long routingKey) {
        Row row = find(routingKey);
        return row == null
                ? List.of()
                : Stream.of(row.servers).filter(server -> server.live).toList();
    }

    private void insert(Row row, long routingKey) {
        int bucket = bucket(routingKey);
        row.routingKey = routingKey;
        row.servers = NOBODY;
        row.version = 0;
        row.rank = Long.MIN_VALUE;
        row.bytes = 0;
        row.inBucket = buckets[bucket];
        buckets[bucket] = row;
        size++;
    }

    /** Drops an entry, which may be used again; returns it. */
    Row forget(Row forgotten) {
        whenForgotten.accept(forgotten);
        unlink(forgotten);
        int bucket = bucket(forgotten.routingKey);
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
        return forgotten;
    }

    /** Notes an entry for {@link #takeChange}, once. */
    void noteChange(Row row) {
        if (row.nextChanged == null) {
            row.nextChanged = changed;
            changed = row;
        }
    }

    /** Takes one of the noted entries as it is now, unless some of its servers left; null when there is none. */
    @Nullable
    RoutingKeyAssignment takeChange() {
        for (Row next = changed.nextChanged; next != null; next = changed.nextChanged) {
            Row row = changed;
            changed = next;
            row.nextChanged = null;
            if (row.servers.length > 0 && row.rank == row.rankOfServers()) {
                return new RoutingKeyAssignment(
                        row.routingKey,
                        row.version,
                        Stream.of(row.servers).map(PolicyBackend::name).toList());
            }
        }
        return null;
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

    private int bucket(long routingKey) {
        return (int) RoutingKeyHash.mix(routingKey) & mask;
    }
}
