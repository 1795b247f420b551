package io.gosling.gos.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where records are: an entry of fixed size for each, about 130 bytes of heap, with no key in it. Entries of one base, an
 * object's variants, hang together, so that all are removed at once. Safe for use by many threads.
 */
final class DiskIndex {
    /** Where a record is. Immutable but for its count, which is no more than a hint. */
    static final class Entry {
        private final long key;
        private final long identity;
        private final long purgeNumber;
        private final long goodAsOf;
        private final Segment segment;
        private final long offset;
        private final @Nullable Entry next;
        private volatile float count;

        /**
         * @param key the hash of its key
         * @param goodAsOf the caller's number; 0 for a record of an earlier process
         */
        Entry(long key, long identity, long purgeNumber, long goodAsOf, Segment segment, long offset, float count) {
            this(key, identity, purgeNumber, goodAsOf, segment, offset, count, null);
        }

        private Entry(
                long key,
                long identity,
                long purgeNumber,
                long goodAsOf,
                Segment segment,
                long offset,
                float count,
                @Nullable Entry next) {
            this.key = key;
            this.identity = identity;
            this.purgeNumber = purgeNumber;
            this.goodAsOf = goodAsOf;
            this.segment = segment;
            this.offset = offset;
            this.count = count;
            this.next = next;
        }

        private Entry before(@Nullable Entry other) {
            return new Entry(key, identity, purgeNumber, goodAsOf, segment, offset, count, other);
        }

        boolean isPlaceOf(Entry other) {
            return segment == other.segment && offset == other.offset;
        }

        long key() {
            return key;
        }

        long identity() {
            return identity;
        }

        long purgeNumber() {
            return purgeNumber;
        }

        long goodAsOf() {
            return goodAsOf;
        }

        Segment segment() {
            return segment;
        }

        long offset() {
            return offset;
        }

        float count() {
            return count;
        }

        void count(float other) {
            count = other;
        }
    }

    private final ConcurrentHashMap<Long, Entry> bases = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();

    int size() {
        return size.get();
    }

    boolean hasBase(long base) {
        return bases.containsKey(base);
    }

    /** Any variant of a base. */
    @Nullable
    Entry any(long base) {
        return bases.get(base);
    }

    @Nullable
    Entry find(long base, long key) {
        Entry entry = bases.get(base);
        while (entry != null && entry.key != key) {
            entry = entry.next;
        }
        return entry;
    }

    /** In the place of another one of its key, if there is one. */
    void put(long base, Entry added) {
        bases.compute(base, (same, chain) -> {
            size.incrementAndGet();
            return added.before(without(chain, entry -> entry.key == added.key));
        });
    }

    /** All variants go. */
    void remove(long base) {
        bases.computeIfPresent(base, (same, chain) -> without(chain, entry -> true));
    }

    /** This one goes, if it is still there. */
    void remove(long base, Entry gone) {
        bases.computeIfPresent(base, (same, chain) -> without(chain, gone::isPlaceOf));
    }

    /** All of a segment go. */
    void remove(Segment segment) {
        for (Long base : bases.keySet()) {
            bases.computeIfPresent(base, (same, chain) -> without(chain, entry -> entry.segment == segment));
        }
    }

    void clear() {
        for (Long base : bases.keySet()) {
            remove((long) base);
        }
    }

    /** All there are now. */
    List<Entry> all() {
        List<Entry> all = new ArrayList<>(size());
        for (Entry chain : bases.values()) {
            for (Entry entry = chain; entry != null; entry = entry.next) {
                all.add(entry);
            }
        }
        return all;
    }

    private interface Choice {
        boolean goes(Entry entry);
    }

    private @Nullable Entry without(@Nullable Entry chain, Choice choice) {
        Entry left = null;
        for (Entry entry = chain; entry != null; entry = entry.next) {
            if (choice.goes(entry)) {
                size.decrementAndGet();
            } else {
                left = entry.before(left);
            }
        }
        return left;
    }
}
