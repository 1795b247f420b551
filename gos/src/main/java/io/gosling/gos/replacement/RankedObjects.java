package io.gosling.gos.replacement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Objects in eviction order: lowest rank first, among equals the one ranked longest ago. A binary heap whose entries
 * know their places, so that a rank that changes a little moves an entry a little. Not safe for concurrent use.
 */
final class RankedObjects {
    private static final Comparator<Ranked> ORDER =
            Comparator.comparingDouble(Ranked::rank).thenComparingLong(ranked -> ranked.turn);

    private final Map<String, Ranked> byKey = new HashMap<>();
    private final List<Ranked> heap = new ArrayList<>();
    private long turn;

    static final class Ranked {
        private final String key;
        private long bytes;
        private double rank;
        private long turn;
        private int place;

        long asked;
        double uses;
        int epoch;

        private Ranked(String key) {
            this.key = key;
        }

        String key() {
            return key;
        }

        double rank() {
            return rank;
        }
    }

    /** Ranks an object, anew if it has a rank, last among equals. */
    Ranked put(String key, double rank, long bytes) {
        Ranked ranked = byKey.get(key);
        if (ranked == null) {
            ranked = new Ranked(key);
            byKey.put(key, ranked);
            ranked.place = heap.size();
            heap.add(ranked);
        }
        rank(ranked, rank, bytes);
        return ranked;
    }

    void rank(Ranked ranked, double rank, long bytes) {
        ranked.rank = rank;
        ranked.bytes = bytes;
        ranked.turn = turn++;
        settle(ranked);
    }

    void remove(String key) {
        Ranked ranked = byKey.remove(key);
        if (ranked == null) {
            return;
        }
        Ranked last = heap.removeLast();
        if (last != ranked) {
            place(last, ranked.place);
            settle(last);
        }
    }

    @Nullable
    Ranked find(String key) {
        return byKey.get(key);
    }

    Set<String> keys() {
        return byKey.keySet();
    }

    /** The lowest objects that free this many bytes together; all of them when they do not suffice. */
    List<Ranked> lowest(long bytes) {
        return Objects.requireNonNull(lowest(bytes, ranked -> true));
    }

    /** The same, but null as soon as one of them may not go, by a predicate asked from the lowest on. */
    @Nullable
    List<Ranked> lowest(long bytes, Predicate<Ranked> mayGo) {
        List<Ranked> lowest = new ArrayList<>();
        PriorityQueue<Ranked> next = new PriorityQueue<>(ORDER);
        long freed = 0;
        for (Ranked ranked = follow(null, next); ranked != null && freed < bytes; ranked = follow(ranked, next)) {
            if (!mayGo.test(ranked)) {
                return null;
            }
            lowest.add(ranked);
            freed += ranked.bytes;
        }
        return lowest;
    }

    List<String> first(int most) {
        PriorityQueue<Ranked> next = new PriorityQueue<>(ORDER);
        List<String> first = new ArrayList<>();
        for (Ranked ranked = follow(null, next); ranked != null && first.size() < most; ranked = follow(ranked, next)) {
            first.add(ranked.key);
        }
        return first;
    }

    static List<String> keys(List<Ranked> objects) {
        return objects.stream().map(Ranked::key).toList();
    }

    /** The entry after another in ascending order, or the first. */
    private @Nullable Ranked follow(@Nullable Ranked passed, PriorityQueue<Ranked> next) {
        int child = passed == null ? 0 : 2 * passed.place + 1;
        int last = passed == null ? 0 : child + 1;
        for (; child <= last && child < heap.size(); child++) {
            next.add(heap.get(child));
        }
        return next.poll();
    }

    private void settle(Ranked moved) {
        while (moved.place > 0) {
            Ranked parent = heap.get((moved.place - 1) / 2);
            if (ORDER.compare(parent, moved) <= 0) {
                break;
            }
            swap(parent, moved);
        }
        for (Ranked child = lowerChild(moved); child != null && ORDER.compare(child, moved) < 0; ) {
            swap(moved, child);
            child = lowerChild(moved);
        }
    }

    private @Nullable Ranked lowerChild(Ranked parent) {
        int left = 2 * parent.place + 1;
        if (left >= heap.size()) {
            return null;
        }
        Ranked first = heap.get(left);
        Ranked second = left + 1 < heap.size() ? heap.get(left + 1) : first;
        return ORDER.compare(first, second) <= 0 ? first : second;
    }

    private void swap(Ranked upper, Ranked lower) {
        int above = upper.place;
        place(upper, lower.place);
        place(lower, above);
    }

    private void place(Ranked ranked, int place) {
        heap.set(place, ranked);
        ranked.place = place;
    }
}
