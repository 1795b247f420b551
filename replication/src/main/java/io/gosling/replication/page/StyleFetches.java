package io.gosling.replication.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The graph of pages and styles that fetch styles. Used by one thread. */
final class StyleFetches {
    private final Map<String, List<String>> styles = new HashMap<>();
    private final Map<String, List<String>> fetchers = new HashMap<>();

    void add(String file, String style) {
        styles.computeIfAbsent(file, none -> new ArrayList<>()).add(style);
        fetchers.computeIfAbsent(style, none -> new ArrayList<>()).add(file);
    }

    Set<String> fetchedBy(Collection<String> files) {
        return reached(files, styles);
    }

    /** These files, the files that fetch or import them, and the files that fetch those. */
    Set<String> thatFetch(Collection<String> files) {
        return reached(files, fetchers);
    }

    private static Set<String> reached(Collection<String> from, Map<String, List<String>> ways) {
        Set<String> reached = new HashSet<>(from);
        Deque<String> toFollow = new ArrayDeque<>(reached);
        while (!toFollow.isEmpty()) {
            for (String next : ways.getOrDefault(toFollow.remove(), List.of())) {
                if (reached.add(next)) {
                    toFollow.add(next);
                }
            }
        }
        return reached;
    }
}
