package io.gosling.gos.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Maps hashes of keys to the positions of records: an entry of fixed size for each record, about 160 bytes of heap,
 * with no key in it. Entries of one base, an object's variants, are linked, the newest first, so that all are removed
 * at once. Safe for use by many threads.
 */
final class DiskIndex {
    /** Variants of one base; the oldest beyond that are dropped. */
    static final int MOST_VARIANTS = 16;

    /** The position of a record. */
    record Entry(long key, long identity, long number, DiskSegment segment, long offset) {}

    private final ConcurrentHashMap<Long, List<Entry>> bases = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();

    int size() {
        return size.get();
    }

    /** The newest wanted entry of a base. */
    @Nullable
    Entry find(long base, Predicate<Entry> wanted) {
        return bases.getOrDefault(base, List.of()).stream()
                .filter(wanted)
                .findFirst()
                .orElse(null);
    }

    void put(long base, Entry added) {
        bases.compute(base, (same, chain) -> {
            List<Entry> more = new ArrayList<>(List.of(added));
            for (Entry entry : chain == null ? List.<Entry>of() : chain) {
                if (entry.key() != added.key() && more.size() < MOST_VARIANTS) {
                    more.add(entry);
                }
            }
            return counted(chain, more);
        });
    }

    boolean remove(long base) {
        List<Entry> gone = bases.remove(base);
        counted(gone, List.of());
        return gone != null;
    }

    void remove(long base, long number) {
        bases.computeIfPresent(base, (same, chain) -> without(chain, entry -> entry.number() == number));
    }

    void remove(DiskSegment segment) {
        for (Long base : bases.keySet()) {
            bases.computeIfPresent(base, (same, chain) -> without(chain, entry -> entry.segment() == segment));
        }
    }

    void clear() {
        for (Long base : bases.keySet()) {
            remove((long) base);
        }
    }

    List<Entry> all() {
        List<Entry> all = new ArrayList<>(size());
        bases.values().forEach(all::addAll);
        return all;
    }

    private @Nullable List<Entry> without(List<Entry> chain, Predicate<Entry> goes) {
        return counted(chain, chain.stream().filter(goes.negate()).toList());
    }

    private @Nullable List<Entry> counted(@Nullable List<Entry> before, List<Entry> after) {
        size.addAndGet(after.size() - (before == null ? 0 : before.size()));
        return after.isEmpty() ? null : List.copyOf(after);
    }
}
