package io.gosling.gos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Objects in the order in which they would go: lowest rank first, among equals the one ranked longest ago. */
final class RankedObjects {
    private final Map<String, Ranked> byKey = new HashMap<>();
    private final TreeSet<Ranked> queue =
            new TreeSet<>(Comparator.comparingDouble(Ranked::rank).thenComparingLong(Ranked::turn));
    private long turn;

    record Ranked(String key, double rank, long bytes, long turn) {}

    /** Ranks an object, anew if it has a rank; its turn among equals comes last. */
    void put(String key, double rank, long bytes) {
        remove(key);
        Ranked ranked = new Ranked(key, rank, bytes, turn++);
        byKey.put(key, ranked);
        queue.add(ranked);
    }

    void remove(String key) {
        Ranked ranked = byKey.remove(key);
        if (ranked != null) {
            queue.remove(ranked);
        }
    }

    @Nullable
    Ranked find(String key) {
        return byKey.get(key);
    }

    Collection<String> keys() {
        return byKey.keySet();
    }

    /** The lowest objects that free this many bytes together; all of them when they do not suffice. */
    List<Ranked> lowest(long bytes) {
        List<Ranked> lowest = new ArrayList<>();
        long freed = 0;
        for (Ranked ranked : queue) {
            if (freed >= bytes) {
                break;
            }
            lowest.add(ranked);
            freed += ranked.bytes();
        }
        return lowest;
    }

    /** The keys of the lowest objects, at most this many. */
    List<String> first(int most) {
        return queue.stream().limit(most).map(Ranked::key).toList();
    }

    static List<String> keys(List<Ranked> objects) {
        return objects.stream().map(Ranked::key).toList();
    }
}
