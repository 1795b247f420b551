package io.gosling.gos.replacement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Objects in eviction order: lowest rank first, among equals the one ranked longest ago. Not safe for concurrent use.
 */
final class RankedObjects {
    private static final Comparator<Ranked> ORDER =
            Comparator.<Ranked>comparingDouble(ranked -> ranked.rank).thenComparingLong(ranked -> ranked.turn);

    private final Map<String, Ranked> byKey = new HashMap<>();
    private final TreeSet<Ranked> inOrder = new TreeSet<>(ORDER);
    private long turn;

    static final class Ranked {
        final String key;
        private long bytes;
        double rank;

        /** Greater than that of each object ranked before; 0 before it is ranked. */
        private long turn;

        long asked;
        double uses;

        private Ranked(String key) {
            this.key = key;
        }
    }

    /** Ranks an object, anew if it has a rank, last among equals. */
    Ranked put(String key, double rank, long bytes) {
        Ranked ranked = byKey.computeIfAbsent(key, Ranked::new);
        rank(ranked, rank, bytes);
        return ranked;
    }

    void rank(Ranked ranked, double rank, long bytes) {
        inOrder.remove(ranked);
        ranked.rank = rank;
        ranked.bytes = bytes;
        ranked.turn = ++turn;
        inOrder.add(ranked);
    }

    void remove(String key) {
        Ranked ranked = byKey.remove(key);
        if (ranked != null) {
            inOrder.remove(ranked);
        }
    }

    @Nullable
    Ranked find(String key) {
        return byKey.get(key);
    }

    /** The lowest objects that free this many bytes together; all of them when they do not suffice. */
    List<Ranked> lowest(long bytes) {
        return Objects.requireNonNull(lowest(bytes, ranked -> true));
    }

    /** The same, but null as soon as one of them may not go, by a predicate asked from the lowest on. */
    @Nullable
    List<Ranked> lowest(long bytes, Predicate<Ranked> mayGo) {
        List<Ranked> lowest = new ArrayList<>();
        long freed = 0;
        for (Ranked ranked : inOrder) {
            if (freed >= bytes) {
                break;
            }
            if (!mayGo.test(ranked)) {
                return null;
            }
            lowest.add(ranked);
            freed += ranked.bytes;
        }
        return lowest;
    }

    List<String> first(int most) {
        return inOrder.stream().limit(most).map(ranked -> ranked.key).toList();
    }

    static List<String> keys(List<Ranked> objects) {
        return objects.stream().map(ranked -> ranked.key).toList();
    }
}
